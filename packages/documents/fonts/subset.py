# Makes the fonts of this folder from Noto Sans (Debian: fonts-noto-core, python3-fonttools): the scripts that documents are
# written in, without hinting. They have names of their own, so that a Noto Sans of the machine can never take their place.
import subprocess
from pathlib import Path

from fontTools.ttLib import TTFont

NOTO = "/usr/share/fonts/truetype/noto/NotoSans{}-{}.ttf"
HERE = Path(__file__).parent
LATIN_GREEK_CYRILLIC = (
    "U+0020-052F,U+1E00-1EFF,U+2000-209F,U+20A0-20BF,U+2100-214F,U+2190-2199,U+2212,U+2215,U+2219,U+2260,U+2264,U+2265,U+FFFD"
)
ARABIC = "U+0020-0040,U+00A0,U+0600-06FF,U+0750-077F,U+08A0-08FF,U+200B-200F,U+202A-202E,U+2066-2069,U+FB50-FDFF,U+FE70-FEFF"

for script, unicodes in {"Sans": LATIN_GREEK_CYRILLIC, "Devanagari": "*", "Arabic": ARABIC, "Hebrew": "*"}.items():
    for weight in ("Regular", "Bold"):
        source = NOTO.format("" if script == "Sans" else script, weight)
        target = HERE / f"Crier{script}-{weight}.ttf"
        subprocess.check_call(
            ["pyftsubset", source, f"--unicodes={unicodes}", "--layout-features=*", "--no-hinting", "--notdef-outline"]
            + ["--name-IDs=*", f"--output-file={target}"]
        )
        font = TTFont(target)
        family = f"Crier {script}"
        names = {1: family, 2: weight, 3: f"{family} {weight}", 4: f"{family} {weight}", 6: f"Crier{script}-{weight}"}
        for record in font["name"].names:
            if record.nameID in names:
                font["name"].setName(
                    names[record.nameID], record.nameID, record.platformID, record.platEncID, record.langID
                )
        font.save(target)
