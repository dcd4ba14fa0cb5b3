"""A panel as SVG: without a title, in colours that follow the reader's light or dark screen."""

from xml.sax.saxutils import escape

from eval.panel import HEIGHT, WIDTH, Panel, Point

_STYLE = """
text{font:11px system-ui,sans-serif;fill:#55625f}
.grid{stroke:#d5dcda;stroke-width:1}
polyline{fill:none;stroke-width:2;stroke-linejoin:round}
polyline.all{stroke:#17211f;stroke-width:3}circle.all{fill:#17211f}
polyline.fr{stroke:#0b57d0}circle.fr{fill:#0b57d0}
polyline.ar{stroke:#0b7a45}circle.ar{fill:#0b7a45}
polyline.mixed{stroke:#b3500a}circle.mixed{fill:#b3500a}
polyline.arabizi{stroke:#7546b0}circle.arabizi{fill:#7546b0}
@media (prefers-color-scheme:dark){
text{fill:#a4b3af}.grid{stroke:#34413e}
polyline.all{stroke:#e8efed}circle.all{fill:#e8efed}
polyline.fr{stroke:#8ab4f8}circle.fr{fill:#8ab4f8}
polyline.ar{stroke:#5fd39a}circle.ar{fill:#5fd39a}
polyline.mixed{stroke:#f5a65b}circle.mixed{fill:#f5a65b}
polyline.arabizi{stroke:#c7a6f5}circle.arabizi{fill:#c7a6f5}
}
"""


def to_svg(panel: Panel) -> str:
    """The whole file."""
    parts = [f'<polyline class="{stroke.kind}" points="{_points(stroke.points)}"/>' for stroke in panel.strokes]
    parts += [
        f'<circle class="{dot.kind}" cx="{dot.place[0]:.1f}" cy="{dot.place[1]:.1f}" r="3"/>' for dot in panel.dots
    ]
    for words in panel.words:
        place = f'x="{words.place[0]:.1f}" y="{words.place[1] + 4:.1f}"'
        parts.append(f'<text {place} text-anchor="{words.anchor}">{escape(words.text)}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
    return "\n".join([head, f"<style>{_STYLE}</style>", *parts, "</svg>"])


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
