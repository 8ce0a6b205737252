"""`lwc weight`: what is known to rank too low or too high."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lwc.cli.invocation import Invocation
from lwc.cli.lazy import command
from lwc.cli.parameters import limit_option, reason_option, words
from lwc.render.view import Fields, View

if TYPE_CHECKING:
    from lwc.render.blocks import Block

Function = TypeVar("Function", bound=Callable[..., Any])

_TYPES = click.Choice(["page", "source"])
_PROVENANCES = click.Choice(["user-provided", "agent-observed"])
_TARGET = (
    "type=adjustment.target_type",
    "target=adjustment.target_identifier",
    "provenance=adjustment.provenance",
)
_OUTCOME = ("reason=adjustment.reason", "updated=adjustment.updated_at", "changed", "operation", "revision")
WEIGHED = View(facts=(*_TARGET, "weight=adjustment.weight", *_OUTCOME))
JUDGED = View(facts=(*_TARGET, "signal=adjustment.signal", "query=adjustment.query_fingerprint", *_OUTCOME))
CLEARED = View(
    facts=("type=target_type", "target=target_identifier", "cleared", "changed", "operation", "revision")
)


def _for_people(fields: Fields) -> list[Block]:
    from lwc.render.adjustments import adjustments

    return adjustments(fields)


ADJUSTMENTS = View(compose=_for_people)


def _target(function: Function) -> Function:
    """The two arguments that say which document is meant."""
    named = click.argument("target", metavar="ID")(function)
    return click.argument("target_type", type=_TYPES, metavar="page|source")(named)


def _provenance(*, required: bool, help: str) -> Callable[[Function], Function]:
    return click.option("--provenance", type=_PROVENANCES, required=required, help=help)


@command(
    "lwc weight set page payment-rules --value 2 --reason 'Current canonical specification' "
    "--provenance agent-observed",
    "lwc weight set source 12 --value -1 --reason 'A draft' --provenance user-provided",
)
@_target
@click.option(
    "--value",
    type=click.Choice(["-2", "-1", "1", "2"]),
    required=True,
    help="How much more (1, 2) or less (-1, -2) it counts.",
)
@reason_option()
@_provenance(required=True, help="Who says so: the user, or an agent that saw it.")
@click.pass_obj
def set_(
    invocation: Invocation, target_type: str, target: str, value: str, reason: str, provenance: str
) -> None:
    """Make a document count more or less in every search.

    A document may have a weight of each provenance; the user's is the one that counts.
    """
    invocation.answer(
        lambda wiki: wiki.weights.set(
            target_type, target, value=int(value), reason=reason, provenance=provenance
        ),
        WEIGHED,
    )


@command("lwc weight list", "lwc weight list page:payment-rules", "lwc --scope all weight list --type source")
@click.argument("target", required=False)
@click.option("--type", "target_type", type=_TYPES, help="Only those of pages, or of sources.")
@limit_option(100)
@click.pass_obj
def list_(invocation: Invocation, target: str | None, target_type: str | None, limit: int) -> None:
    """List weights and feedback, of one document or of all.

    TARGET is a slug or a reference such as page:payment-rules or source:12.
    """
    invocation.answer(lambda wiki: wiki.weights.list(target, type=target_type, limit=limit), ADJUSTMENTS)


@command(
    "lwc weight clear page payment-rules", "lwc weight clear page payment-rules --provenance agent-observed"
)
@_target
@_provenance(required=False, help="Only this one's; without, both.")
@click.pass_obj
def clear(invocation: Invocation, target_type: str, target: str, provenance: str | None) -> None:
    """Take away a document's weight."""
    invocation.answer(lambda wiki: wiki.weights.clear(target_type, target, provenance=provenance), CLEARED)


@command(
    "lwc weight feedback page payment-rules --query 'payment rules' --signal relevant "
    "--reason 'Expected page and evidence verified' --provenance agent-observed",
)
@_target
@click.option("--query", required=True, help="The query as it was searched; only its fingerprint is kept.")
@click.option("--signal", type=click.Choice(["relevant", "irrelevant"]), required=True, help="What it is.")
@reason_option()
@_provenance(required=True, help="Who says so: the user, or an agent that saw it.")
@click.pass_obj
def feedback(
    invocation: Invocation,
    target_type: str,
    target: str,
    query: str,
    signal: str,
    reason: str,
    provenance: str,
) -> None:
    """Say whether a document answers a query.

    It counts for the same words in the same order. The query's text is not kept with it, so the reason may
    not repeat it. A query that begins with a hyphen is given as --query=-text.
    """
    invocation.answer(
        lambda wiki: wiki.weights.feedback(
            target_type,
            target,
            query=words((query,)),
            signal=signal,
            reason=reason,
            provenance=provenance,
        ),
        JUDGED,
    )


@command(
    "lwc weight feedback-clear page payment-rules --query 'payment rules'",
    "lwc weight feedback-clear source 12 --all --provenance agent-observed",
)
@_target
@click.option("--query", help="That on this query.")
@click.option("--fingerprint", metavar="xxh3:…", help="That on the query of this fingerprint.")
@click.option("--all", "everything", is_flag=True, help="That on every query.")
@_provenance(required=False, help="Only this one's; without, both.")
@click.pass_obj
def feedback_clear(
    invocation: Invocation,
    target_type: str,
    target: str,
    query: str | None,
    fingerprint: str | None,
    everything: bool,
    provenance: str | None,
) -> None:
    """Take away feedback on a document: for one query, or for all."""
    invocation.answer(
        lambda wiki: wiki.weights.feedback_clear(
            target_type,
            target,
            query=None if query is None else words((query,)),
            fingerprint=fingerprint,
            provenance=provenance,
            all=everything,
        ),
        CLEARED,
    )
