from importlib.resources import files
from pathlib import Path
PLAY = Path(str(files("dsl.rulebook"))) / "play"
RUNTIME = PLAY / "runtime.js"
