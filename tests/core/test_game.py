"""A question about a seat that does not exist is refused."""

from __future__ import annotations

import pytest

from holdtheline.core import catalog, errors


@pytest.mark.parametrize("seat", [-1, -2, 1, 5, 2**70, "x", None, 0.0])
def test_a_seat_that_does_not_exist_is_refused(seat):
    state = catalog.load("siege", plain=True).start()
    with pytest.raises(errors.BadOption, match="siege has the seats 0 to 0"):
        state.seen_by(seat)


@pytest.mark.parametrize("seat", [-1, 1, "x"])
def test_no_view_picture_or_prompt_is_made_for_it(seat):
    state = catalog.load("siege", plain=True).start()
    for ask in (state.view, state.svg, state.drawing, state.prompt, state.spots):
        with pytest.raises(errors.BadOption):
            ask(seat)
