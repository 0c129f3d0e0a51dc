"""Facts that need neither names nor imports resolved: identifiers, outlines, written-out values, directories."""
