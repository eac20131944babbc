"""A battle as it stands, and what can be done in it. The oracle's half that only looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from holdtheline.games.civilwar.scenario.model import Scenario
from holdtheline.games.civilwar.state import Phase, PieceKind

from .field import Field, Options, Piece
from .orders import Order

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
    room: int = 0
    """The hex in which the displaced friend makes room."""
    taken: Piece | None = None
    """The leader who goes there with the unit that retreats."""
    has_displaced: bool = False
    """A friend has made room in this combat, and no other will (C5.2)."""
    has_lost: bool = False
    """A unit in the target was eliminated in this combat."""
    attacker_moved: bool = False


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
        live = at_end or self.options.get("vp_hexes", "end_only") == "live"
        held = [points for points in self.scenario.victory_hexes if self.holders[points.hex] == side]
        return self.kills[side] + sum(points.worth for points in held if live and side in points.scorers)

    def vp_needed(self, side: int) -> int:
        """C7.2, option vp_hexes."""
        is_live = self.options.get("vp_hexes", "end_only") == "live"
        return (self.scenario.vp_live if is_live else self.scenario.vp_to_win)[side]

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

    def moves(self) -> set[Order]:
        """Return the legal orders; none where a die is to be rolled."""
        asked: dict[Phase, Callable[[], set[Order]]] = {
            Phase.ACT: self._actions,
            Phase.MOVE: self._ways,
            Phase.FLIGHT: self._ways,
            Phase.RETREAT: self._retreats,
            Phase.DISPLACE: self._displacements,
            Phase.ADVANCE: self._advances,
        }
        return asked[self.phase]() if self.phase in asked else set()

    def _actions(self) -> set[Order]:
        orders = {Order("end")}
        for piece in self.pieces.values():
            if piece.side != self.side or piece.acted or self.ap < 1:
                continue
            if piece.hex is not None:
                orders |= self._starts(piece) | self._attacks(piece) | self._rallies(piece)
            else:
                orders |= self._entries(piece)
        return orders

    def _can_move(self, piece: Piece) -> bool:
        return not piece.fixed and self.number >= piece.moves_from

    def _starts(self, piece: Piece) -> set[Order]:
        """Return the first hexes of all moves, alone or with a leader."""
        assert piece.hex is not None
        if not self._can_move(piece):
            return set()
        near = self.field.hexes.near[piece.hex]
        if piece.leads:
            firsts = {hex_ for hex_ in near if self.field.can_ride_into(piece, hex_, HEXES[piece.kind] - 1)}
        elif piece.kind == PieceKind.GUNBOAT:
            firsts = self.field.waters(piece)
        else:
            firsts = {hex_ for hex_ in near if self.field.is_free(piece, hex_)}
        orders = {Order("go", piece.number, hex_) for hex_ in firsts}
        leader = self._companion(piece)
        if leader:
            journey = Journey(piece, leader, quiet=not self.field.is_next_to_enemy(piece.side, piece.hex))
            seconds = {hex_ for hex_ in near if self._can_come(journey, hex_, self.ap - 1)}
            orders |= {Order("go", piece.number, hex_, leader.number) for hex_ in seconds}
        return orders

    def _companion(self, unit: Piece) -> Piece | None:
        """Return the leader who can go along (C2.5)."""
        assert unit.hex is not None
        leader = self.field.leader_in(unit.hex, unit.side) if unit.walks else None
        return leader if leader and not leader.acted and self._can_move(leader) else None

    def _attacks(self, piece: Piece) -> set[Order]:
        """Return fire and close combat. In close combat a 6 hits everywhere, so that all enemies are targets."""
        assert piece.hex is not None
        if piece.leads:
            return set()
        orders = {Order("fire", piece.number, hex_) for hex_ in self.field.targets(piece)}
        if piece.charges and self.ap >= 2:
            near = self.field.hexes.near[piece.hex]
            enemies = {h for h in near if any(p.walks for p in self.field.in_hex(h, 1 - piece.side))}
            orders |= {Order("assault", piece.number, hex_) for hex_ in enemies}
        return orders

    def _rallies(self, piece: Piece) -> set[Order]:
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
        return {Order("rally", piece.number)} if can else set()

    def _entries(self, piece: Piece) -> set[Order]:
        """Return where a piece can enter, and with whom (C2.8)."""
        mine = [p for p in self.pieces.values() if p.side == piece.side]
        if not self._is_due(piece) or (piece.leads and any(p.due and p.walks for p in mine)):
            return set()
        hexes = self.field.entrances(piece)
        orders = {Order("enter", piece.number, hex_) for hex_ in hexes}
        for leader in mine:
            if piece.walks and leader.leads and self._is_due(leader):
                journey = Journey(piece, leader)
                fit = {hex_ for hex_ in hexes if self._can_come(journey, hex_, self.ap - 1)}
                orders |= {Order("enter", piece.number, hex_, leader.number) for hex_ in fit}
        return orders

    def _is_due(self, piece: Piece) -> bool:
        return 1 <= piece.due <= self.number

    def _ways(self) -> set[Order]:
        """Return the next hexes, the end of the move, and the fire of cavalry."""
        journey = self._on_the_way()
        orders = {Order("step", hex=hex_) for hex_ in self._next(journey)}
        orders |= {Order("fire", journey.mover.number, hex_) for hex_ in self._fire_after(journey)}
        if orders and not self._is_crowded(journey):
            orders.add(Order("stop"))
        return orders

    def _is_crowded(self, journey: Journey) -> bool:
        """Return whether the move cannot end here, because another leader is here (C2.6, C2.7)."""
        mover = journey.mover
        assert mover.hex is not None
        leader = mover if mover.leads else journey.along
        return leader is not None and self.field.leader_in(mover.hex, mover.side, but=leader) is not None

    def _next(self, journey: Journey) -> dict[int, int]:
        """Return the hexes that it can move to next, each with its AP."""
        assert journey.mover.hex is not None
        return self._next_from(journey, journey.mover.hex, self.ap)

    def _next_from(self, journey: Journey, hex_: int, ap: int) -> dict[int, int]:
        """Return the hexes that it could move to next if it were in this hex and had these APs left."""
        mover = journey.mover
        if (journey.gone and self.field.stops(hex_)) or mover.fixed:
            return {}
        near = self.field.hexes.near[hex_]
        left = HEXES[mover.kind] - journey.gone
        if mover.leads:
            fled = self.fight.target if self.fight else None
            return {h: 0 for h in near if left and self.field.can_ride_into(mover, h, left - 1, fled)}
        if mover.kind == PieceKind.GUNBOAT and journey.enters:
            return {there: 0 for there in near if left and self.field.is_empty(mover, there)}
        if not mover.charges:
            return {}
        prices = {there: self._price(journey, there) for there in near}
        return {
            there: price
            for there, price in prices.items()
            if price is not None and price <= ap and self._can_come(journey, there, ap - price)
        }

    def _can_come(self, journey: Journey, hex_: int, ap: int) -> bool:
        """Return whether a unit finds room there, and its leader too or a way on from there (C2.6, C2.7)."""
        unit, leader = journey.mover, journey.along
        if not self.field.is_free(unit, hex_):
            return False
        if leader is None or not self.field.leader_in(hex_, unit.side, but=leader):
            return True
        quiet = journey.quiet and not self.field.is_next_to_enemy(unit.side, hex_)
        return bool(self._next_from(replace(journey, gone=journey.gone + 1, quiet=quiet), hex_, ap))

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
        """C2.2. The fire ends the move, so that there is none where the move cannot end."""
        mover = journey.mover
        if mover.kind != PieceKind.CAVALRY or journey.pushed or self.ap < 1 or self._is_crowded(journey):
            return set()
        return self.field.targets(mover, 1)

    def _retreats(self) -> set[Order]:
        fight = self._fighting()
        unit = fight.to_retreat[0]
        assert fight.attacker.hex is not None
        hexes = self.field.retreats(unit, fight.attacker.hex, not fight.has_displaced)
        orders = {Order("retreat", hex=hex_) for hex_ in hexes}
        for hex_ in hexes:
            leader = self._taken(unit, hex_)
            if leader and self._may_stay():
                orders.add(Order("retreat", hex=hex_, leader=leader.number))
        return orders

    def _taken(self, unit: Piece, hex_: int) -> Piece | None:
        """Return the leader who goes, or can go, with a unit that retreats to this hex."""
        leader = self.field.leader_in(self._fighting().target, unit.side)
        return None if self.field.leader_in(hex_, unit.side) else leader

    def _may_stay(self) -> bool:
        """Return whether the owner chooses if the leader goes with the unit that retreats (C4.3).

        So it is if another unit of the stack is still there, which stays or goes after this one, or was eliminated
        (C5.3). Otherwise the leader goes with his unit.
        """
        fight = self._fighting()
        others = [other for other in self.field.units_in(fight.target) if other is not fight.to_retreat[0]]
        return fight.has_lost or bool(others)

    def _displacements(self) -> set[Order]:
        fight = self._fighting()
        assert fight.displaced is not None
        assert fight.attacker.hex is not None
        hexes = self.field.room_beside(fight.displaced, fight.attacker.hex, fight.target)
        return {Order("displace", hex=hex_) for hex_ in hexes}

    def _advances(self) -> set[Order]:
        orders = {Order("advance"), Order("stay")}
        leader = self._follower()
        return orders | ({Order("advance", leader=leader.number)} if leader else set())

    def _follower(self) -> Piece | None:
        """Return the leader who can follow: he began the turn with the attacker and has not acted (C4.5)."""
        fight = self._fighting()
        assert fight.attacker.hex is not None
        leader = self.field.leader_in(fight.attacker.hex, fight.attacker.side)
        can = leader is not None and not leader.acted and self._can_move(leader) and not fight.attacker_moved
        return leader if can else None

    def _on_the_way(self) -> Journey:
        assert self.journey is not None
        return self.journey

    def _fighting(self) -> Fight:
        assert self.fight is not None
        return self.fight
