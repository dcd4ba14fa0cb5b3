"""Recognising text in pictures. The role is `core.documents.base.Ocr`; one provider, the tesseract program."""
