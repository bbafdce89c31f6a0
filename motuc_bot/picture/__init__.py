"""The board of any system as a picture: what is shown, its layout, SVG for a page, PNG for a thread, German words."""
