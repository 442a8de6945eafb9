"""Add-ons: the user's own tools. A Python file in the data folder's ``addons``; each public function in it with a docstring is a tool."""
