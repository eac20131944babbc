// A new battle of skirmish.

/** Return a small battle that can be played immediately. */
export function newBattle({ books }) {
  const [friends, enemy] = ["lamplighters", "tollmen"].map((name, i) => books.find((one) => one.name === name) ?? books[i]);
  const character = (book, at, facing) => ({ company: book.title, card: book.cards[0].name, at, facing });
  return {
    title: "A new battle",
    aim: "Drive the enemy from the table.",
    story: "Say here what happened before the battle.",
    rounds: 12,
    timeout: "nobody",
    terrain: [],
    company: [
      { cards: friends.name, side: "friends" },
      { cards: enemy.name, side: "enemy" },
    ],
    card: [],
    character: [character(friends, [12, 3], "up"), character(enemy, [12, 21], "down")],
    objective: [],
    ending: [],
  };
}
