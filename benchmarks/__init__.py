"""Benchmarks: they measure and print, and are no tests."""
