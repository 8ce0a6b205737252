"""How far a result can be trusted, what it lacks, and the one next step that may bring more."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from lwc.model import Query, Scored, TermStatistics
from lwc.search.identifiers import looks_like_code
from lwc.search.names import Names
from lwc.search.next_step import Asked, NextStep, next_step
from lwc.search.ranking import counted_weights

Mode = Literal["point", "narrative", "discovery"]
Confidence = Literal["high", "medium", "low", "none"]
Status = Literal["success", "low_confidence", "empty"]

#: Wordings that ask which ones there are, and wordings that ask for a whole procedure or text; the first that
#: is found decides, without one a question asks for one fact. Those in Latin letters are whole words.
MODE_CUES: Mapping[Mode, tuple[str, ...]] = {
    "discovery": (
        *(
            "list all",
            "list every",
            "list of",
            "which ones",
            "what kinds of",
            "what types of",
            "what sorts of",
        ),
        *(
            "show all",
            "what are all",
            "how many different",
            "有哪些",
            "哪些",
            "哪几个",
            "哪几种",
            "哪幾個",
            "哪幾種",
        ),
        *(
            "列出",
            "都有什么",
            "一覧",
            "どんなものが",
            "リストアップ",
            "すべて挙げ",
            "어떤 것들",
            "모두 나열",
            "목록",
        ),
    ),
    "narrative": (
        *(
            "step by step",
            "full guide",
            "full text",
            "full procedure",
            "complete guide",
            "complete procedure",
        ),
        *("all steps", "all the steps", "walk me through", "from start to finish", "end to end"),
        *(
            "完整流程",
            "完整的流程",
            "完整步骤",
            "完整步驟",
            "完整过程",
            "完整過程",
            "完整说明",
            "完整說明",
            "全部步骤",
        ),
        *("全部步驟", "所有步骤", "所有步驟", "详细步骤", "詳細步驟", "全文", "从头到尾", "從頭到尾"),
        *(
            "全手順",
            "すべての手順",
            "手順をすべて",
            "最初から最後まで",
            "全体の流れ",
            "단계별",
            "전체 과정",
            "전체 절차",
        ),
        *("처음부터 끝까지",),
    ),
}

# Thresholds of confidence: the first row whose conditions all hold. The gap is (first - second) / first.
# Chosen on 200 questions each of five collections (zh, ja, ko, an English FAQ, English claims): the first
# hit is right in 96 % of the answers at high, 79 % at medium, 40 % at low.
#   confidence, least coverage of the best hit, least gap to the second, least share of code names found
THRESHOLDS: tuple[tuple[Confidence, float, float, float], ...] = (
    ("high", 0.70, 0.20, 1.00),
    ("medium", 0.40, 0.20, 0.30),  # a hit that stands out, for a question in words of its own
    ("medium", 0.50, 0.10, 0.30),
    ("medium", 0.90, 0.00, 0.30),  # several hits that all have what was asked for
    ("low", 0.00, 0.00, 0.00),
)
#: Fewer hits than this at low confidence, and an answer would be made up rather than found.
FEW_HITS = 2
#: A code name lists so many of the hits that have it.
FOUND_IN = 5

#: Cues are looked for in so many characters: a pasted text is no question.
CUES_WITHIN = 2000
_PUNCTUATION = dict.fromkeys(map(ord, "-_.,;:!?()[]{}'\"/"), " ")


class Coverage(NamedTuple):
    """Shares of the query's weight: in the best hit, and in the shown hits together."""

    best: float
    together: float


class IdentifierEvidence(NamedTuple):
    """A name in the query that looks like code, and the hits that have it exactly."""

    name: str
    found_in: tuple[str, ...]


class Assessment(NamedTuple):
    """What a search says of its own answer."""

    mode: Mode
    mode_rule: str
    tier: str
    coverage: Coverage
    missing_terms: tuple[str, ...]
    nearest_terms: Mapping[str, tuple[str, ...]]
    identifiers: tuple[IdentifierEvidence, ...]
    confidence: Confidence
    status: Status
    fabrication_risk: bool
    next: NextStep
    widenings: tuple[Mapping[str, Any], ...]


def assess(
    query: Query,
    stats: Sequence[TermStatistics],
    shown: Sequence[Scored],
    *,
    total: int,
    documents: int,
    asked: Asked,
    nearest: Mapping[str, tuple[str, ...]] | None = None,
    widenings: tuple[Mapping[str, Any], ...] = (),
) -> Assessment:
    """Judge an answer from its shown hits, best first."""
    mode, rule = mode_of(query.text)
    weights = counted_weights(stats)
    found = {term for term in weights if any(hit.candidate.saturation.get(term, 0.0) > 0 for hit in shown)}
    missing = Names(query, stats).of_missing(frozenset(weights) - found)
    best = max((hit.coverage for hit in shown), default=0.0)
    identifiers = _identifiers(query, shown)
    confidence = _confidence(shown, identifiers)
    unproven = any(not evidence.found_in for evidence in identifiers)
    near = {term: words for term, words in (nearest or {}).items() if words}
    return Assessment(
        mode=mode,
        mode_rule=rule,
        tier=shown[0].tier if shown else "none",
        coverage=Coverage(best, _share(weights, found)),
        missing_terms=missing,
        nearest_terms=near,
        identifiers=identifiers,
        confidence=confidence,
        status=_status(shown, confidence),
        fabrication_risk=unproven or (confidence in ("low", "none") and len(shown) < FEW_HITS),
        next=next_step(query, asked, confidence, missing, near, total=total, documents=documents),
        widenings=widenings,
    )


def mode_of(text: str) -> tuple[Mode, str]:
    """What kind of answer a question asks for, and the wording that says so ("" when none does)."""
    plain = text[:CUES_WITHIN].lower()
    words = f" {' '.join(plain.translate(_PUNCTUATION).split())} "
    for mode, cues in MODE_CUES.items():
        for cue in cues:
            if (f" {cue} " in words) if cue.isascii() else (cue in plain):
                return mode, cue
    return "point", ""


def _share(weights: Mapping[str, float], found: set[str]) -> float:
    whole = sum(weights.values())
    return (
        min(1.0, sum(weight for term, weight in weights.items() if term in found) / whole) if whole else 0.0
    )


def _identifiers(query: Query, shown: Sequence[Scored]) -> tuple[IdentifierEvidence, ...]:
    names = [term for term in query.terms if term.kind == "identifier" and looks_like_code(term.surface)]
    return tuple(IdentifierEvidence(term.surface, _holders(term.term, shown)) for term in names)


def _holders(term: str, shown: Sequence[Scored]) -> tuple[str, ...]:
    hits = [hit.candidate for hit in shown if hit.candidate.saturation.get(term, 0.0) > 0]
    return tuple(f"{candidate.type}:{candidate.identifier}" for candidate in hits[:FOUND_IN])


def _confidence(shown: Sequence[Scored], identifiers: Sequence[IdentifierEvidence]) -> Confidence:
    if not shown or shown[0].tier == "none":
        return "none"
    if shown[0].tier == "widened":
        return "low"
    names = sum(1 for evidence in identifiers if evidence.found_in) / len(identifiers) if identifiers else 1.0
    if shown[0].tier == "exact" and names == 1.0:
        return "high"
    first = shown[0].score
    gap = 1.0 if len(shown) == 1 or not first else (first - shown[1].score) / first
    for confidence, least_coverage, least_gap, least_names in THRESHOLDS:
        if shown[0].coverage >= least_coverage and gap >= least_gap and names >= least_names:
            return confidence
    return "low"


def _status(shown: Sequence[Scored], confidence: Confidence) -> Status:
    if not shown:
        return "empty"
    return "success" if confidence in ("high", "medium") else "low_confidence"
