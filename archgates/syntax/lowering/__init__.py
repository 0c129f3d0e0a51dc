"""From a syntax tree to the intermediate form, one pass, in execution order."""
