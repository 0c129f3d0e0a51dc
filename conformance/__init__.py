"""Conformance kit for components with a lifecycle; its parts arrive with their own issue."""
