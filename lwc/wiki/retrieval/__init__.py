"""Candidates of one query over all its stores: found, scored and put in order."""

from lwc.wiki.retrieval.documents import Retrieval
from lwc.wiki.retrieval.ranked import DocumentKey, Ranked

__all__ = ["DocumentKey", "Ranked", "Retrieval"]
