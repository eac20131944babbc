"""A battle, played slowly and from the rulebook alone.

It shares with the package only the battle files and the names of kinds and phases. Seat 0 is the Union, 1 the
Confederacy.
"""

from __future__ import annotations

from collections.abc import Callable

from holdtheline.games.civilwar.state import FULL_STRENGTH, LastTurnWinner, Phase, PieceKind

from .field import Piece
from .orders import Order
from .state import DICE, FACES, Fight, Journey, Standing

COMBAT_DICE = 3
COMBAT_NUMBER = 4


class Oracle(Standing):
    """One game: after a move or a roll it advances to the next decision or roll."""

    # What is done

    def play(self, order: Order) -> None:
        assert order in self.moves()
        word, hex_ = order.word, order.hex
        piece, leader = self.pieces.get(order.piece), self.pieces.get(order.leader)
        with_piece: dict[str, Callable[[Piece], None]] = {
            "go": lambda piece: self._go(piece, hex_, leader),
            "fire": lambda piece: self._fire(piece, hex_),
            "assault": lambda piece: self._assault(piece, hex_),
            "rally": self._rally,
            "enter": lambda piece: self._enter(piece, hex_, leader),
        }
        without: dict[str, Callable[[], None]] = {
            "end": self._end,
            "step": lambda: self._step(hex_),
            "stop": self._arrive,
            "retreat": lambda: self._retreat(hex_, leader),
            "displace": lambda: self._displace(hex_),
            "advance": lambda: self._advance(leader),
            "stay": self._back_to_act,
        }
        if word in with_piece:
            assert piece is not None
            with_piece[word](piece)
        else:
            without[word]()

    def roll(self, face: int) -> None:
        assert self.phase in DICE
        assert face in FACES
        rolled: dict[Phase, Callable[[int], None]] = {
            Phase.AP: self._roll_ap,
            Phase.CHECK: self._roll_check,
            Phase.DICE: self._roll_combat,
            Phase.LEADER: self._roll_leader,
            Phase.MORALE: self._roll_morale,
            Phase.RALLY: self._roll_rally,
        }
        rolled[self.phase](face)

    def _back_to_act(self) -> None:
        self.phase, self.journey, self.fight, self.rallied = Phase.ACT, None, None, None

    # The turn

    def _roll_ap(self, face: int) -> None:
        """C1.2."""
        command = max(self.scenario.command[self.side] - self.lost[self.side], 0)
        self.ap = command + (face + 1) // 2 + self.bank[self.side]
        self.phase = Phase.ACT

    def _end(self) -> None:
        """C1.1, C7.2."""
        self.bank[self.side] = self.ap if self.field.is_on("bank_ap") else 0
        self.ap = 0
        for piece in self.pieces.values():
            piece.struck = piece.struck and piece.side != self.side
        is_second = self.side != self.scenario.first_side
        at_end = is_second and self.number == self.scenario.turns
        for side in (self.side, 1 - self.side):
            if self.vp(side, at_end) >= self.vp_needed(side):
                self._over(side)
                return
        if at_end:
            self._over(self._winner_at_end())
            return
        self.number += is_second
        self.side = 1 - self.side
        for piece in self.pieces.values():
            if piece.side == self.side:
                piece.acted = piece.rallied = False
        self.phase = Phase.AP

    def _winner_at_end(self) -> int | None:
        if self.scenario.last_turn_winner in (LastTurnWinner.UNION, LastTurnWinner.CONFEDERATE):
            return int(self.scenario.last_turn_winner)
        union, confederate = self.vp(0, True), self.vp(1, True)
        if self.scenario.last_turn_winner == LastTurnWinner.NOBODY or union == confederate:
            return None
        return int(confederate > union)

    def _over(self, winner: int | None) -> None:
        self.winner, self.phase = winner, Phase.OVER

    # Moving

    def _come(self, piece: Piece, hex_: int, along: Piece | None = None) -> None:
        """Move a piece into a hex (C2.6, C7.1)."""
        piece.hex = hex_
        if along:
            along.hex = hex_
        if piece.leads:
            return
        for enemy in self.field.in_hex(hex_, 1 - piece.side):
            assert enemy.leads
            self._eliminate(enemy)
        if hex_ in self.holders and piece.walks:
            self.holders[hex_] = piece.side

    def _eliminate(self, piece: Piece) -> None:
        piece.hex = None
        piece.strength = 0
        self.kills[1 - piece.side] += 1
        self.lost[piece.side] += piece.leads

    def _pay(self, ap: int, *pieces: Piece | None) -> None:
        """Pay action points and mark the pieces as having acted."""
        assert ap <= self.ap
        self.ap -= ap
        for piece in pieces:
            if piece:
                piece.acted = True

    def _go(self, piece: Piece, hex_: int, along: Piece | None) -> None:
        assert piece.hex is not None
        self._pay(1, piece, along)
        self._set_out(Journey(piece, along, quiet=not self.field.is_next_to_enemy(piece.side, piece.hex)), hex_)

    def _enter(self, piece: Piece, hex_: int, along: Piece | None) -> None:
        """C2.8."""
        self._pay(1, piece, along)
        piece.due = 0
        if along:
            along.due = 0
        self._set_out(Journey(piece, along, enters=True), hex_)

    def _set_out(self, journey: Journey, hex_: int) -> None:
        self.journey, self.phase = journey, Phase.MOVE
        self._one_hex(hex_)

    def _step(self, hex_: int) -> None:
        journey = self._on_the_way()
        if self.phase == Phase.MOVE and self._next(journey)[hex_]:
            self._pay(1)
            journey.pushed = True
        self._one_hex(hex_)

    def _one_hex(self, hex_: int) -> None:
        journey = self._on_the_way()
        self._come(journey.mover, hex_, journey.along)
        journey.gone += 1
        journey.quiet = journey.quiet and not self.field.is_next_to_enemy(journey.mover.side, hex_)
        if not self._next(journey) and not self._fire_after(journey):
            self._arrive()

    def _arrive(self) -> None:
        if self.phase == Phase.FLIGHT:
            self._ask_to_advance()
        else:
            self._back_to_act()

    # Combat

    def _fire(self, piece: Piece, target: int) -> None:
        self._pay(1, piece)
        self._begin(Fight(piece, target, is_assault=False, attacker_moved=self.journey is not None))
        self._take_fire_dice()

    def _take_fire_dice(self) -> None:
        """C3.1."""
        fight = self._fighting()
        attacker = fight.attacker
        assert attacker.hex is not None
        distance = self.field.hexes.apart(attacker.hex, fight.target)
        number = self.field.number_at(attacker, distance)
        assert number is not None
        fight.dice = COMBAT_DICE + (attacker.kind == PieceKind.ARTILLERY and distance == 1)
        fight.number = number

    def _assault(self, piece: Piece, target: int) -> None:
        """C4.1."""
        self._pay(2, piece)
        self._begin(Fight(piece, target, is_assault=True, dice=COMBAT_DICE, number=COMBAT_NUMBER))
        if self.field.is_on("attacker_check"):
            self.phase = Phase.CHECK

    def _begin(self, fight: Fight) -> None:
        self.journey, self.fight, self.phase = None, fight, Phase.DICE
        for unit in self.field.units_in(fight.target):
            unit.struck = True

    def _roll_check(self, face: int) -> None:
        fight = self._fighting()
        fight.attacker.shown = True
        if self.field.colour(face) == self.field.level(fight.attacker):
            fight.is_assault = False
            self._take_fire_dice()
        self.phase = Phase.DICE

    def _defender_leader(self) -> Piece | None:
        return self.field.leader_in(self._fighting().target, 1 - self.side)

    def _roll_combat(self, face: int) -> None:
        fight = self._fighting()
        fight.dice -= 1
        fight.hits += face - self.field.cover(fight.target) >= fight.number
        fight.ones += face == 1
        if fight.dice:
            return
        every_one = fight.is_assault or self.options.get("leader_risk", "source") == "per_one"
        fight.dice = fight.ones if every_one else min(fight.ones, 1)
        if fight.dice and self._defender_leader():
            self.phase = Phase.LEADER
        else:
            self._suffer()

    def _roll_leader(self, face: int) -> None:
        """C3.4, C4.2."""
        fight, leader = self._fighting(), self._defender_leader()
        assert leader is not None
        fight.dice -= 1
        if face == 1:
            self._eliminate(leader)
        if face == 1 or not fight.dice:
            self._suffer()

    def _suffer(self) -> None:
        """C3.3."""
        left = self._fighting().hits
        for unit in self._defenders():
            taken = min(left, unit.strength)
            unit.strength -= taken
            left -= taken
            if not unit.strength:
                self._lose(unit)
        self._test_morale()

    def _lose(self, unit: Piece) -> None:
        """Eliminate a unit in the target."""
        self._eliminate(unit)
        self._fighting().has_lost = True

    def _defenders(self) -> list[Piece]:
        """Return the units in the target, artillery last."""
        units = self.field.units_in(self._fighting().target, 1 - self.side)
        return sorted(units, key=lambda unit: unit.kind == PieceKind.ARTILLERY)

    def _test_morale(self) -> None:
        """C4.3."""
        fight = self._fighting()
        fight.dice = fight.hits
        fight.to_roll = self._defenders() if fight.is_assault and fight.hits else []
        self.phase = Phase.MORALE
        if not fight.to_roll:
            self._go_on_with_retreats()

    def _roll_morale(self, face: int) -> None:
        fight = self._fighting()
        unit = fight.to_roll[0]
        unit.shown = True
        fight.dice -= 1
        fails = self.field.colour(face) == self.field.level(unit)
        if fails:
            fight.to_retreat.append(unit)
        if fails or not fight.dice:
            fight.to_roll.pop(0)
            fight.dice = fight.hits
        if not fight.to_roll:
            self._go_on_with_retreats()

    # Retreat

    def _go_on_with_retreats(self) -> None:
        fight = self._fighting()
        while fight.to_retreat:
            if self._retreats():
                self.phase = Phase.RETREAT
                return
            self._lose(fight.to_retreat.pop(0))  # C5.2
        self._flee()

    def _retreat(self, hex_: int, leader: Piece | None) -> None:
        fight = self._fighting()
        if not self._may_stay():
            leader = self._taken(fight.to_retreat[0], hex_)
        in_the_way = self.field.in_the_way(fight.to_retreat[0], hex_)
        if in_the_way:
            (fight.displaced,) = in_the_way
            fight.room, fight.taken, fight.has_displaced = hex_, leader, True
            self.phase = Phase.DISPLACE
        else:
            self._fall_back(hex_, leader)

    def _displace(self, hex_: int) -> None:
        fight = self._fighting()
        friend, leader = fight.displaced, fight.taken
        assert friend is not None
        fight.displaced = fight.taken = None
        self._come(friend, hex_)
        self._fall_back(fight.room, leader)

    def _fall_back(self, hex_: int, leader: Piece | None) -> None:
        """Let the first unit retreat."""
        unit = self._fighting().to_retreat.pop(0)
        self._come(unit, hex_, leader)
        self._go_on_with_retreats()

    def _flee(self) -> None:
        """Let a leader stay or flee if he lost a unit, or if no unit is left with him (C5.3)."""
        leader = self._defender_leader()
        if leader and (self._fighting().has_lost or not self._defenders()):
            self.journey, self.phase = Journey(leader), Phase.FLIGHT
            if self._next(self.journey):
                return
        self._ask_to_advance()

    def _ask_to_advance(self) -> None:
        """C4.5."""
        self.journey = None
        fight = self._fighting()
        attacker = fight.attacker
        assert attacker.hex is not None
        is_near = self.field.hexes.apart(attacker.hex, fight.target) == 1
        by_fire = self.field.is_on("fire_advance") and is_near and attacker.walks
        if (
            (fight.is_assault or by_fire)
            and not self._defenders()
            and self._can_move(attacker)
            and self.field.can_stand(attacker, fight.target)
        ):
            self.phase = Phase.ADVANCE
        else:
            self._back_to_act()

    def _advance(self, along: Piece | None) -> None:
        fight = self._fighting()
        self._pay(0, along)
        self._come(fight.attacker, fight.target, along)
        self._back_to_act()

    # Rally

    def _rally(self, piece: Piece) -> None:
        """C6.1."""
        assert piece.hex is not None
        leader = self.field.leader_in(piece.hex, piece.side)
        assert leader is not None
        self._pay(1, piece, leader)
        leader.rallied = True
        self.rallied, self.phase = piece, Phase.RALLY

    def _roll_rally(self, face: int) -> None:
        piece = self.rallied
        assert piece is not None
        piece.shown = True
        if self.field.colour(face) != self.field.level(piece):
            piece.strength = min(piece.strength + 1, FULL_STRENGTH[piece.kind])
        self._back_to_act()
