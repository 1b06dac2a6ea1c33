"""A small book with everything that is hard to print."""

project = "Städte & <Plätze>"
author = "Ada Čapek"
copyright = author
release = "2"
language = "en"
extensions = ["myst_parser", "dsl.rulebook.pdf"]
numfig = True
html_theme = "basic"
tilepdf_subtitle = "A book to try the printer with"
tilepdf_notice = "Every page of it is looked at by a test."
tilepdf_cover = "city.svg"
