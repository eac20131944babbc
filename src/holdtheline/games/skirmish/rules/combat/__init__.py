"""Combat: line of sight, shooting, melee, blows, casualties and routs (K3.5 to K3.9, K4)."""
