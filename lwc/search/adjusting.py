"""How weights and feedback move a score: by named parts, within bounds, and never past an exact name."""

from lwc.model import Scored

#: What one step of weight moves: a quarter of what a hit could still gain, or of what it has.
STEP = 0.25
#: `relevant` closes so much of the distance to the best that a hit without an exact name can be.
RELEVANT = 0.8
#: `irrelevant` takes so much of the whole score, that of an exact name with it.
IRRELEVANT = 0.8


def adjusted(scored: Scored, weight: int, feedback: str, most: float) -> Scored:
    """The score with the parts `weight` (-2 to 2) and `feedback` (relevant, irrelevant or "").

    `most` is what all parts besides `exact` can reach together: the score stays in 0..1, an exact name first,
    and of two hits with equal adjustments the better one stays the better one.
    """
    named = scored.parts.get("exact", 0.0)
    rest = scored.score - named
    by_weight = STEP * weight * (most - rest if weight > 0 else rest)
    rest += by_weight
    by_feedback = 0.0
    if feedback == "relevant":
        by_feedback = RELEVANT * (most - rest)
    elif feedback == "irrelevant":
        by_feedback = -IRRELEVANT * (named + rest)
    parts = {**scored.parts, "weight": by_weight, "feedback": by_feedback}
    return scored._replace(parts=parts, score=scored.score + by_weight + by_feedback)
