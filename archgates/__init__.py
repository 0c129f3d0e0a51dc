"""Architecture gates for Python source: who may construct, call, import, name or load what."""
