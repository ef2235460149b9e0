"""Print to the console, make tables and draw charts; nothing here depends on a kind of result."""
