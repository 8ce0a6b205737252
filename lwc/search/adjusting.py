"""How weights and feedback move a score: by named parts, within bounds, and never past an exact name."""

from lwc.model import Scored
from lwc.search.parameters import IRRELEVANT, RELEVANT, REST, STEP


def adjusted(scored: Scored, weight: int, feedback: str) -> Scored:
    """The score with the parts `weight` (-2 to 2) and `feedback` (relevant, irrelevant or "").

    The score stays in 0..1, an exact name first, and of two hits with equal adjustments the better one stays
    the better one.
    """
    named = scored.parts.get("exact", 0.0)
    rest = scored.score - named
    by_weight = STEP * weight * (REST - rest if weight > 0 else rest)
    rest += by_weight
    by_feedback = 0.0
    if feedback == "relevant":
        by_feedback = RELEVANT * (REST - rest)
    elif feedback == "irrelevant":
        by_feedback = -IRRELEVANT * (named + rest)
    parts = {**scored.parts, "weight": by_weight, "feedback": by_feedback}
    return scored._replace(parts=parts, score=scored.score + by_weight + by_feedback)
