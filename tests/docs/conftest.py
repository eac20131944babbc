"""Call `htl` in this process, as the tests of the command line do."""

from ..cli.conftest import home as home
from ..cli.conftest import htl as htl
