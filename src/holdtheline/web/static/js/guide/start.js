// Start a guided game, in place of the one that was begun before.

import { tableLinks } from "../lib/links.js";
import { openTable } from "../lib/seating.js";

/** Open the guided game of a game and go there; the one before leaves the list of games. */
export async function startGuide(game) {
  await openTable(undefined, `/api/games/${game}/guide`, undefined, ({ key }) => {
    for (const link of tableLinks.all()) if (link.guide === game) tableLinks.remove(link.key);
    tableLinks.put({ ...tableLinks.get(key), guide: game });
  });
}
