"""How well lwc finds what people judged relevant, beside full-text baselines in the same run."""
