"""One run from configuration to verdict, and the queries."""
