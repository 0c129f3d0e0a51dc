"""From the intermediate form to values, sites and connections."""
