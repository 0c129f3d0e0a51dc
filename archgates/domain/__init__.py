"""Values and rules of the gates: immutable, without input or output."""
