"""Console, tables and charts, which know no result."""
