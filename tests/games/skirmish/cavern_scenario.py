"""A battle that has every trait of moving, time and place, for both sides."""

from __future__ import annotations

TEXT = """
title = "The Cavern"
aim = "Get out with the right stone."
story = "There is one way out."
rounds = 7
timeout = "nobody"

[traits]
room = "Way out"
rolled_goal = ["Red stone", "Blue stone", "Green stone"]
order = ["Lurker", "Dread"]

[[terrain]]
kind = "door"
name = "Way out"
rect = [10, 22, 4, 2]

[[terrain]]
kind = "door"
name = "Side door"
rect = [0, 10, 2, 4]

[[terrain]]
kind = "water"
name = "Pool"
disc = [17, 13, 5]
traits = { half_move = true }

[[terrain]]
kind = "water"
name = "Stream"
line = [0, 16, 9, 18]
thick = 1
traits = { half_move = true }

[[terrain]]
kind = "cliff"
name = "Ledge"
rect = [20, 3, 4, 5]
traits = { climb = true, higher_ground = true }

[[terrain]]
kind = "gap"
name = "Cleft"
rect = [3, 8, 9, 1.25]
traits = { crossed_on = 3 }

[[terrain]]
kind = "gap"
name = "Crack"
line = [12.5, 9.5, 14, 17]
thick = 0.5
traits = { crossed_on = 5 }

[[terrain]]
kind = "pillar"
name = "Post"
disc = [9, 13, 1.5]

[[terrain]]
kind = "wall"
name = "Rubble"
line = [6, 20, 9, 21]
thick = 0.5

[[company]]
name = "Seekers"
side = "friends"

[[company]]
name = "Dwellers"
side = "enemy"

[[card]]
name = "Seeker"
move = 7
attack = 1
defence = 1
wounds = 1

[[card]]
name = "Archer"
move = 6
attack = 1
defence = 0
wounds = 1
range = 9

[[card]]
name = "Beast"
move = 6.5
attack = 2
defence = 1
wounds = 1
base = 1.5

[[character]]
company = "Seekers"
card = "Seeker"
name = "Ann"
at = [12, 3]
facing = "up"
general = 1
traits = { climbs = true }

[[character]]
company = "Seekers"
card = "Archer"
name = "Ben"
at = [9, 3]
facing = "up"
general = 2

[[character]]
company = "Seekers"
card = "Seeker"
name = "Cor"
at = [15, 4]
facing = "up"
general = 1
traits = { swims = true, fear = 2.5 }

[[character]]
company = "Seekers"
card = "Archer"
name = "Dot"
at = [6, 4]
facing = "up"
general = 2
traits = { tether = { pool = "Pool", inches = 12 } }

[[character]]
company = "Seekers"
card = "Seeker"
name = "Eve"
at = [1, 12]
facing = "right"
general = 2
traits = { arrives = { door = "Side door", round = 2 } }

[[character]]
company = "Seekers"
card = "Seeker"
name = "Fen"
at = [1, 13.5]
facing = "right"
general = 1
traits = { arrives = { door = "Side door", round = 2 } }

[[character]]
company = "Dwellers"
card = "Beast"
name = "Dread"
at = [12, 19]
facing = "down"
traits = { fear = 3 }

[[character]]
company = "Dwellers"
card = "Beast"
name = "Lurker"
at = [17, 13]
facing = "down"
traits.swims = true
traits.tether = { pool = "Pool", inches = 2.5 }
traits.list = ["fight", "charge", "seek enemy"]

[[character]]
company = "Dwellers"
card = "Archer"
name = "Slinger"
at = [22, 12]
facing = "down"
traits = { climbs = true }

[[character]]
company = "Dwellers"
card = "Seeker"
name = "Thief"
at = [4, 14]
facing = "down"

[[character]]
company = "Dwellers"
card = "Seeker"
name = "Late Thief"
at = [12, 23]
facing = "down"
traits = { arrives = { door = "Way out", round = 3 } }

[[objective]]
name = "Red stone"
kind = "thing"
at = [10, 11]

[[objective]]
name = "Blue stone"
kind = "thing"
at = [17, 16]

[[objective]]
name = "Green stone"
kind = "thing"
at = [3, 11]

[[ending]]
when = "escaped"
side = "friends"
count = 2
winner = "friends"

[[ending]]
when = "escaped"
side = "enemy"
count = 1
winner = "enemy"
"""
