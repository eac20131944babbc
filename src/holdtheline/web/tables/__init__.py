"""Game tables: routes, live sessions, what each key may see, and replays."""
