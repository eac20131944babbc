"""The replay of a played turn: its timesteps, a report of what happened, and the animation.

Both seats may see everything that happens on the lanes (T8.1).
"""
