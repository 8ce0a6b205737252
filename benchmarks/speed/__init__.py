"""How quick lwc is and how much room it takes, beside raw SQLite in the same run."""
