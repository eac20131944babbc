// A new battle of Civil War: an empty map with a few pieces, so that it can be tried at once.

import { formatMap, hexName } from "./hexes.js";

/** Return a battle on a map of this size. */
export function newBattle(columns, rows) {
  const middle = Math.floor(columns / 2);
  const place = (column, row) => hexName([column, row]);
  const unit = (side, kind, name, column, row) => ({ side, kind, name, hex: place(column, row), morale: "black" });
  const force = (side, row, [first, second, guns, horse]) => [
    unit(side, "infantry", first, middle - 2, row),
    unit(side, "infantry", second, middle, row),
    unit(side, "artillery", guns, middle, row),
    unit(side, "cavalry", horse, middle + 2, row),
  ];
  return {
    title: "A new battle",
    date: "1863",
    place: "Virginia",
    favours: "",
    turns: 12,
    first: "union",
    winner: "most",
    map: formatMap(Array.from({ length: rows }, () => Array(columns).fill("."))),
    union: { command: 4, vp: 5, home: "north" },
    confederate: { command: 4, vp: 5, home: "south" },
    points: [{ hex: place(middle, Math.floor(rows / 2)), worth: 2, for: "both", held: "nobody" }],
    unit: [...force("union", 1, ["Adams", "Baker", "Cole", "Dunn"]), ...force("confederate", rows - 2, ["Forbes", "Gray", "Hobbs", "Irwin"])],
    leader: [
      { side: "union", name: "Ellis", hex: place(middle - 2, 1) },
      { side: "confederate", name: "Jarvis", hex: place(middle - 2, rows - 2) },
    ],
  };
}
