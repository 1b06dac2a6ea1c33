extensions = ["dsl.rulebook"]
project = "Village"
tile_spec = ["rules"]
nitpicky = True
html_theme = "basic"
