"""The pieces of a battle as plain objects, where they stand, and what the ground does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from holdtheline.games.civilwar.rules.terrain import Terrain
from holdtheline.games.civilwar.scenario.model import Scenario
from holdtheline.games.civilwar.state import FULL_STRENGTH, MapEdge, PieceKind, Side

from .line_of_sight import hexes_of

PLACES = 40  # numbers that a side has for its pieces
STOPS = {Terrain.WOODS, Terrain.HILL, Terrain.ENTRENCHMENT, Terrain.FORT, Terrain.CREEK, Terrain.FORD}
BLOCKS = {Terrain.WOODS, Terrain.HILL, Terrain.TOWN, Terrain.FORT}
COVER = {
    Terrain.WOODS: 1,
    Terrain.HILL: 1,
    Terrain.TOWN: 1,
    Terrain.FENCE: 1,
    Terrain.ENTRENCHMENT: 1,
    Terrain.FORT: 2,
    Terrain.CREEK: -1,
}
"""What it takes off the dice against a hex, and adds to the morale in it."""
NUMBERS = {
    PieceKind.INFANTRY: {1: 5, 2: 6},
    PieceKind.CAVALRY: {1: 5},
    PieceKind.ARTILLERY: {1: 4, 2: 5, 3: 6},
    PieceKind.GUNBOAT: {1: 4, 2: 5, 3: 6},
}
"""C3.2: what hits at each range."""
BEST_FACE = 6
GREEN, BLACK, GOLD = 1, 2, 3
Options = Mapping[str, object]


@dataclass(eq=False)
class Piece:
    """A unit or a leader, as it is now."""

    number: int
    side: int
    kind: PieceKind
    name: str
    morale: int
    strength: int
    hex: int | None
    due: int
    """The turn from which it can enter while it waits, else 0."""
    entry: int
    moves_from: int
    fixed: bool
    acted: bool = False
    rallied: bool = False
    """A leader who rallied a unit in this turn."""
    shown: bool = False
    struck: bool = False

    @property
    def leads(self) -> bool:
        return self.kind == PieceKind.LEADER

    @property
    def walks(self) -> bool:
        """Return whether this is a land unit."""
        return self.kind in (PieceKind.INFANTRY, PieceKind.CAVALRY, PieceKind.ARTILLERY)

    @property
    def charges(self) -> bool:
        return self.kind in (PieceKind.INFANTRY, PieceKind.CAVALRY)

    @property
    def is_hurt(self) -> bool:
        return self.strength < FULL_STRENGTH[self.kind]

    def shares_with(self, other: Piece) -> bool:
        """Return whether the two can share a hex, as friends (C2.7)."""
        if self.leads or other.leads:
            return not (self.leads and other.leads)
        return (self.kind == PieceKind.ARTILLERY) != (other.kind == PieceKind.ARTILLERY)


def pieces_of(scenario: Scenario) -> dict[int, Piece]:
    """Return the pieces in the order of their numbers: side by side, as in the file."""
    pieces: dict[int, Piece] = {}
    for side in Side:
        mine = [piece for piece in scenario.pieces if piece.side == side]
        for number, piece in enumerate(mine, PLACES * side):
            pieces[number] = Piece(
                number=number,
                side=int(side),
                kind=piece.kind,
                name=piece.name,
                morale=0 if piece.morale is None else piece.morale + GREEN,
                strength=piece.strength,
                hex=None if piece.turn else piece.hex,
                due=piece.turn,
                entry=piece.hex,
                moves_from=1 if piece.turn else scenario.moves_from[side],
                fixed=piece.fixed,
            )
    return pieces


class Field:
    """The map with the pieces on it. Asking changes nothing."""

    def __init__(self, scenario: Scenario, options: Options) -> None:
        self.scenario = scenario
        self.options = options
        self.ground = scenario.battle_map
        self.hexes = hexes_of(self.ground.width, self.ground.height)
        self.pieces = pieces_of(scenario)

    def is_on(self, option: str) -> bool:
        return self.options.get(option, "off") == "on"

    # Who is where

    def in_hex(self, hex_: int, side: int | None = None) -> list[Piece]:
        return [p for p in self.pieces.values() if p.hex == hex_ and side in (None, p.side)]

    def units_in(self, hex_: int, side: int | None = None) -> list[Piece]:
        return [piece for piece in self.in_hex(hex_, side) if not piece.leads]

    def leader_in(self, hex_: int, side: int, but: Piece | None = None) -> Piece | None:
        leaders = [piece for piece in self.in_hex(hex_, side) if piece.leads and piece is not but]
        assert len(leaders) <= 1
        return leaders[0] if leaders else None

    def is_next_to_enemy(self, side: int, hex_: int) -> bool:
        return any(self.units_in(near, 1 - side) for near in self.hexes.near[hex_])

    # The ground

    def can_stand(self, piece: Piece, hex_: int) -> bool:
        terrain = self.ground.terrain[hex_]
        if piece.kind == PieceKind.GUNBOAT:
            return terrain == Terrain.RIVER
        return terrain not in (Terrain.RIVER, Terrain.SWAMP)

    def stops(self, hex_: int) -> bool:
        return self.ground.terrain[hex_] in STOPS

    def cover(self, hex_: int) -> int:
        return COVER.get(self.ground.terrain[hex_], 0)

    def in_the_way(self, piece: Piece, hex_: int) -> list[Piece]:
        """Return the friends that take the piece's room in a hex (C2.7)."""
        friends = [friend for friend in self.in_hex(hex_, piece.side) if friend is not piece]
        return [friend for friend in friends if not piece.shares_with(friend)]

    def is_open(self, piece: Piece, hex_: int) -> bool:
        """Return whether the piece can stand there; a lone enemy leader keeps out leaders only (C2.6)."""
        enemies = self.in_hex(hex_, 1 - piece.side) if piece.leads else self.units_in(hex_, 1 - piece.side)
        return self.can_stand(piece, hex_) and not enemies

    def is_free(self, piece: Piece, hex_: int) -> bool:
        """Return whether the hex is open and has room (C2.7)."""
        return self.is_open(piece, hex_) and not self.in_the_way(piece, hex_)

    def is_empty(self, piece: Piece, hex_: int) -> bool:
        """Return whether the piece can stand there and no other does."""
        return self.can_stand(piece, hex_) and not self.in_hex(hex_)

    def can_ride_into(self, leader: Piece, hex_: int, left: int, fled: int | None = None) -> bool:
        """Return whether a lone leader with this many hexes left may enter: he must not end with another leader.

        C5.3: in a flight he does not come back to the hex that he `fled`.
        """
        if hex_ == fled or not self.is_open(leader, hex_):
            return False
        if not self.leader_in(hex_, leader.side, but=leader):
            return True
        onward = self.hexes.near[hex_]
        return (
            left > 0
            and not self.stops(hex_)
            and any(self.can_ride_into(leader, there, left - 1, fled) for there in onward)
        )

    def waters(self, gunboat: Piece) -> set[int]:
        """Return the empty river hexes in reach (C2.4)."""
        assert gunboat.hex is not None
        reached, ahead = {gunboat.hex}, [gunboat.hex]
        while ahead:
            for there in self.hexes.near[ahead.pop()] - reached:
                if self.can_stand(gunboat, there) and not self.units_in(there, 1 - gunboat.side):
                    reached.add(there)
                    ahead.append(there)
        return {hex_ for hex_ in reached if self.is_empty(gunboat, hex_)}

    def entrances(self, piece: Piece) -> set[int]:
        """Return where a piece can enter: at its entry hex, or as near to it as there is a place (C2.8).

        A unit needs a hex without a combat unit. A leader alone needs one without enemies and other leaders.
        """
        if piece.leads:
            places = [hex_ for hex_ in self.hexes.all if self.is_free(piece, hex_)]
        else:
            places = [h for h in self.hexes.all if self.can_stand(piece, h) and not self.units_in(h)]
        nearest = min((self.hexes.apart(piece.entry, hex_) for hex_ in places), default=0)
        return {hex_ for hex_ in places if self.hexes.apart(piece.entry, hex_) == nearest}

    # Fire, sight and morale

    def number_at(self, unit: Piece, distance: int) -> int | None:
        """Return the number that hits at this range, or None if it is too far (C3.2)."""
        assert unit.hex is not None
        on_hill = unit.kind == PieceKind.ARTILLERY and self.ground.terrain[unit.hex] == Terrain.HILL
        if on_hill and self.is_on("hill_guns") and distance == 4:
            return 6
        return NUMBERS[unit.kind].get(distance)

    def sees(self, a: int, b: int) -> bool:
        over = self.is_on("hill_sight") and Terrain.HILL in (self.ground.terrain[a], self.ground.terrain[b])

        def blocks(hex_: int) -> bool:
            if over:
                return self.ground.terrain[hex_] == Terrain.HILL
            return self.ground.terrain[hex_] in BLOCKS or bool(self.units_in(hex_))

        return self.hexes.sees(a, b, blocks)

    def targets(self, unit: Piece, most: int = 4) -> set[int]:
        """Return the hexes with an enemy land unit in range and in sight that a 6 would hit (C3.1, C3.2, C3.5)."""
        assert unit.hex is not None
        enemies = [piece for piece in self.pieces.values() if piece.side != unit.side and piece.walks]
        found = set()
        for hex_ in {enemy.hex for enemy in enemies if enemy.hex is not None}:
            distance = self.hexes.apart(unit.hex, hex_)
            number = self.number_at(unit, distance)
            if distance > most or number is None or not self.sees(unit.hex, hex_):
                continue
            if BEST_FACE - self.cover(hex_) >= number:
                found.add(hex_)
        return found

    def level(self, unit: Piece) -> int:
        """C4.4."""
        assert unit.hex is not None
        helped = int(self.leader_in(unit.hex, unit.side) is not None)
        return min(max(unit.morale + helped + self.cover(unit.hex), GREEN), GOLD)

    def colour(self, face: int) -> int:
        """Return the colour of a face of the morale die."""
        faces = {"3-2-1": (3, 5), "2-2-2": (2, 4)}[str(self.options.get("morale_die", "3-2-1"))]
        return GREEN if face <= faces[0] else BLACK if face <= faces[1] else GOLD

    # Retreat

    def from_home(self, side: int, hex_: int) -> int:
        """Return how far the centre of a hex is from the side's edge, from a line of its own on the plane (C5.1)."""
        x, y = self.hexes.spot(hex_).centre
        edges = {MapEdge.NORTH: y, MapEdge.SOUTH: -y, MapEdge.WEST: x, MapEdge.EAST: -x}
        return edges[self.scenario.home_edge[side]]

    def main_group(self, unit: Piece, attacked: int) -> list[int]:
        """Return the hexes of all other land units of its side, except those in the hex that is attacked."""
        friends = [p for p in self.pieces.values() if p.side == unit.side and p.walks and p is not unit]
        return [friend.hex for friend in friends if friend.hex is not None and friend.hex != attacked]

    def is_forward(self, unit: Piece, hex_: int, attacker: int, attacked: int) -> bool:
        """Return whether a hex is neither towards the side's edge nor towards the main group (C5.1)."""
        assert unit.hex is not None
        if self.from_home(unit.side, hex_) <= self.from_home(unit.side, unit.hex):
            return False
        group = self.main_group(unit, attacked)

        def from_group(there: int) -> int:
            return sum(self.hexes.apart(there, friend) for friend in group)

        is_near_attacker = any(self.hexes.apart(attacker, friend) == 1 for friend in group)
        if is_near_attacker or from_group(attacker) < from_group(unit.hex):
            return True
        return from_group(hex_) >= from_group(unit.hex)

    def away_from(self, attacker: int, hexes: set[int]) -> set[int]:
        """Leave out the hexes next to the attacker unless there are no others (C5.1)."""
        return hexes - self.hexes.near[attacker] or hexes

    def room_beside(self, friend: Piece, attacker: int, attacked: int) -> set[int]:
        """Return where a friend in the way can go, never to the hex that is attacked and being left (C5.2)."""
        assert friend.hex is not None
        around = self.hexes.near[friend.hex] - {attacked}
        possible = {h for h in around if self.is_free(friend, h) and not self.is_forward(friend, h, attacker, attacked)}
        return self.away_from(attacker, possible)

    def retreats(self, unit: Piece, attacker: int, may_displace: bool) -> set[int]:
        """C5.1, C5.2."""
        assert unit.hex is not None
        possible = set()
        for hex_ in self.hexes.near[unit.hex]:
            if not self.is_open(unit, hex_) or self.is_forward(unit, hex_, attacker, unit.hex):
                continue
            in_the_way = self.in_the_way(unit, hex_)
            if not in_the_way or (
                may_displace and all(self.room_beside(friend, attacker, unit.hex) for friend in in_the_way)
            ):
                possible.add(hex_)
        return self.away_from(attacker, possible)
