"""Jobs that happen later or elsewhere."""
