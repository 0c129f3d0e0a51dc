"""From import statements to edges, views and graphs."""
