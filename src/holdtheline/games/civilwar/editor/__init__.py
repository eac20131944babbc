"""The scenario editor: drafts and their faults, the palette, and the preview of a draft."""
