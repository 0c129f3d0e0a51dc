"""The outside world: files, TOML, git."""
