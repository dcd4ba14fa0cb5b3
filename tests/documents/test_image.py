"""Images as documents: one picture a page, whatever the format; damaged and huge ones are told."""

import io
import pickle
from pathlib import Path

import pytest
from PIL import Image

from core.documents.base import Fault, Parsed, Picture
from core.documents.factory import make_readers
from core.documents.image import ImageReader
from core.documents.ocr.imaging import grey_image, open_image, skew
from core.documents.reading import finished, read_document
from core.errors import DocumentError
from tests.documents.images import encoded, page_of, screenshot


def pictures(path: Path) -> list[Picture]:
    parsed = ImageReader().read(path)
    assert parsed.pages == len(parsed.blocks) and not parsed.notes
    return [block for block in parsed.blocks if isinstance(block, Picture)]


@pytest.mark.parametrize(("name", "kind"), [("a.png", "PNG"), ("b.JPG", "JPEG"), ("c.jpeg", "JPEG"), ("d.tif", "TIFF")])
def test_an_image_is_one_page(tmp_path: Path, name: str, kind: str) -> None:
    path = tmp_path / name
    path.write_bytes(encoded(screenshot(), kind))
    assert path.suffix.lower() in make_readers()
    (picture,) = pictures(path)
    assert (picture.page, picture.whole_page) == (1, True)
    assert open_image(picture.load()).size == screenshot().size


def test_every_page_of_a_tiff_is_one(tmp_path: Path) -> None:
    path = tmp_path / "scan.tiff"
    frames = [Image.new("1", (200 + 10 * number, 300), number % 2) for number in range(3)]
    frames[0].save(path, save_all=True, append_images=frames[1:], compression="group4")
    found = pickle.loads(pickle.dumps(pictures(path)))
    assert [picture.page for picture in found] == [1, 2, 3]
    assert [open_image(picture.load()).size for picture in found] == [(200, 300), (210, 300), (220, 300)]


def test_without_ocr_the_report_says_what_to_install(tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    path.write_bytes(encoded(screenshot()))
    parsed = read_document(path, ImageReader())
    assert isinstance(parsed, Parsed)
    fault = finished(parsed, None)
    assert isinstance(fault, Fault) and fault.reason == "needs-ocr"
    assert "page 1" in fault.hint and "tesseract-ocr-ara" in fault.hint
    unread = finished(parsed, [()])
    assert isinstance(unread, Fault) and unread.reason == "no-text" and "install" not in unread.hint


def test_damaged_and_huge_images_say_what_is_wrong(tmp_path: Path) -> None:
    whole = encoded(screenshot())
    huge = io.BytesIO()
    Image.new("1", (12_000, 12_000)).save(huge, "PNG")
    for name, data, reason in (
        ("cut.png", whole[: len(whole) // 2], "corrupt"),
        ("other.png", b"%PDF-1.4 under another name", "corrupt"),
        ("scan.tif", encoded(screenshot(), "TIFF")[:3000], "corrupt"),
        ("bomb.png", huge.getvalue(), "too-large"),
    ):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(DocumentError) as caught:
            ImageReader().read(tmp_path / name)
        assert caught.value.reason == reason and caught.value.hint


def test_what_a_camera_turned_is_turned_back_and_what_is_transparent_is_white() -> None:
    image = Image.new("L", (40, 20), 200)
    exif = Image.Exif()
    exif[0x0112] = 6
    held = io.BytesIO()
    image.save(held, "JPEG", exif=exif)
    assert grey_image(open_image(held.getvalue())).size == (20, 40)
    clear = Image.new("RGBA", (10, 10), (0, 0, 0, 0))
    assert grey_image(open_image(encoded(clear))).getpixel((5, 5)) == 255
    deep = Image.new("I;16", (10, 10), 65535)
    deep.putpixel((0, 0), 0)
    assert grey_image(open_image(encoded(deep))).getpixel((5, 5)) == 255


@pytest.mark.parametrize("angle", [-2.0, 0.0, 1.5])
def test_skew_is_measured(angle: float) -> None:
    page = page_of(
        [(200 + 60 * number, 26, "Le client règle sa facture en agence ou par carte.") for number in range(20)]
    )
    assert skew(page.rotate(-angle, fillcolor=255)) == pytest.approx(angle, abs=0.2)
