"""The planner: a commander that simulates turns before it gives its orders.

In the first call of a planning phase `plan.choose` makes a whole plan and writes it into its memory; each call
returns one order of it. `search` is greedy: again and again it buys the tower or the soldiers with the greatest
gain per gold. `simulation` plays turns, and `opponent_model` predicts the attacks.
"""
