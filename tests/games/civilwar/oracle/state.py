"""A battle as it stands, and what can be done in it. The oracle's half that only looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from holdtheline.games.civilwar.rules.moves import MoveKind, pack_move
from holdtheline.games.civilwar.scenario.model import Scenario
from holdtheline.games.civilwar.state import Phase, PieceKind

from .field import Field, Options, Piece

CHANCE, OVER = -1, -2
FACES = range(1, 7)
DICE = {Phase.AP, Phase.CHECK, Phase.DICE, Phase.LEADER, Phase.MORALE, Phase.RALLY}
ANSWERS = {Phase.RETREAT, Phase.DISPLACE, Phase.FLIGHT}
"""Where the side decides that was attacked."""
MOST_HEXES = 143  # of a map
HEXES = {
    PieceKind.INFANTRY: 1,
    PieceKind.CAVALRY: 3,
    PieceKind.ARTILLERY: 1,
    PieceKind.GUNBOAT: MOST_HEXES,
    PieceKind.LEADER: 3,
}


@dataclass
class Journey:
    """A piece on its way, and the leader who goes along."""

    mover: Piece
    along: Piece | None = None
    gone: int = 0
    quiet: bool = True
    """It was next to no enemy unit so far."""
    pushed: bool = False
    """It took the leader's extra hex."""
    enters: bool = False
    """It came onto the map with its first hex."""


@dataclass
class Fight:
    attacker: Piece
    target: int
    is_assault: bool
    dice: int = 0
    number: int = 0
    hits: int = 0
    ones: int = 0
    to_roll: list[Piece] = field(default_factory=list)
    """Who has yet to roll for morale; the first one rolls."""
    to_retreat: list[Piece] = field(default_factory=list)
    displaced: Piece | None = None


class Standing:
    """One moment of a battle."""

    def __init__(self, scenario: Scenario, options: Options) -> None:
        self.scenario = scenario
        self.options = options
        self.field = Field(scenario, options)
        self.pieces = self.field.pieces
        self.phase = Phase.AP
        self.number = 1
        self.side = int(scenario.first_side)
        self.ap = 0
        self.bank = [0, 0]
        self.kills = [0, 0]
        self.lost = [0, 0]
        self.holders = {
            points.hex: None if points.held is None else int(points.held) for points in scenario.victory_hexes
        }
        self.journey: Journey | None = None
        self.fight: Fight | None = None
        self.rallied: Piece | None = None
        self.winner: int | None = None

    # What it is

    @property
    def turn(self) -> int:
        if self.phase == Phase.OVER:
            return OVER
        if self.phase in DICE:
            return CHANCE
        return 1 - self.side if self.phase in ANSWERS else self.side

    def result(self, seat: int) -> int:
        if self.winner is None:
            return 0
        return 1 if self.winner == seat else -1

    def vp(self, side: int, at_end: bool = False) -> int:
        """C7.1."""
        live = at_end or self.options.get("vp_hexes", "live") == "live"
        held = [points for points in self.scenario.victory_hexes if self.holders[points.hex] == side]
        return self.kills[side] + sum(points.worth for points in held if live and side in points.scorers)

    def facts(self) -> dict[str, object]:
        pieces = self.pieces.items()
        journey = self.journey
        sails = journey is not None and journey.mover.kind == PieceKind.GUNBOAT
        return {
            "phase": int(self.phase),
            "number": self.number,
            "side": self.side,
            "ap": self.ap,
            "hexes": {number: piece.hex for number, piece in pieces},
            "strength": {number: piece.strength for number, piece in pieces},
            "acted": {number for number, piece in pieces if piece.acted and piece.hex is not None},
            "rallied": {number for number, piece in pieces if piece.rallied and piece.hex is not None},
            "shown": {number for number, piece in pieces if piece.shown},
            "struck": {number for number, piece in pieces if piece.struck and piece.hex is not None},
            "waiting": {number: piece.due for number, piece in pieces if piece.due},
            "holders": dict(self.holders),
            "kills": list(self.kills),
            "lost": list(self.lost),
            "mover": journey.mover.number if journey else None,
            "along": journey.along.number if journey and journey.along else None,
            "hexes of a gunboat left": MOST_HEXES - journey.gone if journey and sails else None,
        }

    # What can be done

    def moves(self) -> set[int]:
        """Return the codes of the legal steps, or the faces of a die."""
        if self.phase in DICE:
            return set(FACES)
        asked: dict[Phase, Callable[[], set[int]]] = {
            Phase.ACT: self._actions,
            Phase.MOVE: self._ways,
            Phase.FLIGHT: self._ways,
            Phase.RETREAT: self._retreats,
            Phase.DISPLACE: self._displacements,
            Phase.ADVANCE: self._advances,
            Phase.OVER: set,
        }
        return asked[self.phase]()

    def _actions(self) -> set[int]:
        codes = {pack_move(MoveKind.END, 0, 0)}
        for piece in self.pieces.values():
            if piece.side != self.side or piece.acted or self.ap < 1:
                continue
            if piece.hex is not None:
                codes |= self._starts(piece) | self._attacks(piece) | self._rallies(piece)
            elif self._can_enter(piece):
                codes.add(pack_move(MoveKind.ENTER, piece.number, 0))
        return codes

    def _can_move(self, piece: Piece) -> bool:
        return not piece.fixed and self.number >= piece.moves_from

    def _starts(self, piece: Piece) -> set[int]:
        """Return the moves GO and GO_WITH."""
        assert piece.hex is not None
        if not self._can_move(piece):
            return set()
        near = self.field.hexes.near[piece.hex]
        if piece.leads:
            firsts = {hex_ for hex_ in near if self.field.can_ride_into(piece, hex_, HEXES[piece.kind] - 1)}
        elif piece.kind == PieceKind.GUNBOAT:
            firsts = self.field.waters(piece)
        else:
            firsts = {hex_ for hex_ in near if self.field.can_walk_into(piece, hex_, None)}
        codes = {pack_move(MoveKind.GO, piece.number, hex_) for hex_ in firsts}
        leader = self._companion(piece)
        if leader:
            seconds = {hex_ for hex_ in near if self.field.can_walk_into(piece, hex_, leader)}
            codes |= {pack_move(MoveKind.GO_WITH, piece.number, hex_) for hex_ in seconds}
        return codes

    def _companion(self, unit: Piece) -> Piece | None:
        """Return the leader who can go along (C2.5)."""
        assert unit.hex is not None
        leader = self.field.leader_in(unit.hex, unit.side) if unit.walks else None
        return leader if leader and not leader.acted and self._can_move(leader) else None

    def _attacks(self, piece: Piece) -> set[int]:
        """Return the moves FIRE and ASSAULT."""
        assert piece.hex is not None
        if piece.leads:
            return set()
        codes = {pack_move(MoveKind.FIRE, piece.number, hex_) for hex_ in self.field.targets(piece)}
        if piece.charges and self.ap >= 2:
            near = self.field.hexes.near[piece.hex]
            enemies = {h for h in near if any(p.walks for p in self.field.in_hex(h, 1 - piece.side))}
            codes |= {pack_move(MoveKind.ASSAULT, piece.number, hex_) for hex_ in enemies}
        return codes

    def _rallies(self, piece: Piece) -> set[int]:
        """C6.1."""
        assert piece.hex is not None
        leader = self.field.leader_in(piece.hex, piece.side)
        can = (
            piece.charges
            and piece.is_hurt
            and leader is not None
            and not leader.acted
            and self.scenario.rallies[piece.side]
            and (piece.struck or not self.field.is_on("rally_only_hit"))
        )
        return {pack_move(MoveKind.RALLY, piece.number, 0)} if can else set()

    def _can_enter(self, piece: Piece) -> bool:
        """C2.8."""
        if not 1 <= piece.due <= self.number:
            return False
        same_place = [p for p in self.pieces.values() if p.side == piece.side and p.entry == piece.entry]
        if piece.leads and any(p.due and not p.leads for p in same_place):
            return False
        return self.field.entrance(piece) is not None

    def _ways(self) -> set[int]:
        """Return the moves STEP, STOP, and FIRE of cavalry."""
        journey = self._on_the_way()
        codes = {pack_move(MoveKind.STEP, 0, hex_) for hex_ in self._next(journey)}
        codes |= {pack_move(MoveKind.FIRE, journey.mover.number, hex_) for hex_ in self._fire_after(journey)}
        mover = journey.mover
        assert mover.hex is not None
        crowded = mover.leads and self.field.leader_in(mover.hex, mover.side, but=mover)
        if codes and journey.gone and not crowded:
            codes.add(pack_move(MoveKind.STOP, 0, 0))
        return codes

    def _next(self, journey: Journey) -> dict[int, int]:
        """Return the hexes that it can move to next, each with its AP."""
        mover = journey.mover
        assert mover.hex is not None
        if (journey.gone and self.field.stops(mover.hex)) or mover.fixed:
            return {}
        near = self.field.hexes.near[mover.hex]
        left = HEXES[mover.kind] - journey.gone
        if mover.leads:
            fled = self.fight.target if self.fight else None
            return {h: 0 for h in near if left and self.field.can_ride_into(mover, h, left - 1, fled)}
        if mover.kind == PieceKind.GUNBOAT and journey.enters:
            return {hex_: 0 for hex_ in near if left and self.field.is_empty(mover, hex_)}
        if not mover.charges:
            return {}
        prices = {h: self._price(journey, h) for h in near if self.field.can_walk_into(mover, h, journey.along)}
        return {hex_: price for hex_, price in prices.items() if price is not None and price <= self.ap}

    def _price(self, journey: Journey, hex_: int) -> int | None:
        """Return the AP of one more hex, or None if it is one too many."""
        mover = journey.mover
        left = HEXES[mover.kind] - journey.gone
        if left > 0:
            return 0
        march = mover.kind == PieceKind.INFANTRY and journey.quiet
        if left == 0 and march and not self.field.is_next_to_enemy(mover.side, hex_):
            return 0  # C2.1
        return 1 if left == 0 and journey.along else None  # C2.5

    def _fire_after(self, journey: Journey) -> set[int]:
        """C2.2."""
        if journey.mover.kind != PieceKind.CAVALRY or journey.pushed or self.ap < 1:
            return set()
        return self.field.targets(journey.mover, 1)

    def _retreats(self) -> set[int]:
        fight = self._fighting()
        hexes = self.field.retreats(fight.to_retreat[0], fight.attacker)
        return {pack_move(MoveKind.RETREAT, 0, hex_) for hex_ in hexes}

    def _displacements(self) -> set[int]:
        fight = self._fighting()
        assert fight.displaced is not None
        return {pack_move(MoveKind.DISPLACE, 0, h) for h in self.field.room_beside(fight.displaced, fight.target)}

    def _advances(self) -> set[int]:
        codes = {pack_move(MoveKind.ADVANCE, 0, 0), pack_move(MoveKind.STAY, 0, 0)}
        return codes | ({pack_move(MoveKind.ADVANCE_WITH, 0, 0)} if self._follower() else set())

    def _follower(self) -> Piece | None:
        """Return the leader who can follow (C4.5). A leader who rallied stays (C6.1)."""
        attacker = self._fighting().attacker
        assert attacker.hex is not None
        leader = self.field.leader_in(attacker.hex, attacker.side)
        return leader if leader and self._can_move(leader) and not leader.rallied else None

    def _on_the_way(self) -> Journey:
        assert self.journey is not None
        return self.journey

    def _fighting(self) -> Fight:
        assert self.fight is not None
        return self.fight
