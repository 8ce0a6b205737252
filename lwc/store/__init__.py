"""All SQL, and only SQL: functions that take a `Database`, read or write rows, and never commit."""
