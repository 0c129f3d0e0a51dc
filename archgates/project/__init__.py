"""From folders to modules: roots, module names, sources."""
