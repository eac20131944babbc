"""Monte Carlo tree search (MCTS), one implementation for all games.

- Selection: UCT, that is UCB1 in every node (Kocsis and Szepesvári 2006), with progressive bias by a prior
  (Chaslot et al. 2008). The formula is `selection.ucb_score`.
- Expansion: progressive widening, best moves first (Coulom 2007; Chaslot et al. 2008): `expansion.can_widen`.
- Hidden information: information-set MCTS with a new determinization for each simulation (Cowling, Powley and
  Whitehouse 2012). All determinizations share one tree, and each seat maximises its own result.
- Chance: dice are chance nodes; their faces are tried in turn, so that every face gets the same share.
- Rollout: the game's rollout policy plays on, to the end or to a depth where the game's `value` is asked: `rollout`.
- Reuse: before the next move, the tree is cut back to the node of the position reached. It is found by a hash of the
  information state, so different orders of the same steps are found too.

`search` runs a simulation: read it first, then `selection`, `expansion`, `rollout`; `nodes` is the data structure.
"""
