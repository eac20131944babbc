"""What every game is built on: kernels, state records, dice, game and state, records on disk, geometry, drawing."""
