"""Runtime for .adf agent documents; its parts arrive with their own issue."""
