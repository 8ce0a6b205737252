"""Answers as text: JSON, JSON lines, tables for a terminal, Markdown."""
