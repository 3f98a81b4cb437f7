// What the table says of itself: where the game is, what is asked of me, whom the table waits for.

export function titleText({ view, t }) {
  if (!view) return t('table.title');
  if (view.ending?.totals.length) return t('table.over');
  if (view.influencePile) return t('table.turnNumber', { turn: view.influencePile.turn });
  return t('table.round', { round: view.round });
}

export function promptText({ view, t, names, table, mySeat, replay }) {
  if (view.ending?.totals.length) return resultText(view, t, names);
  if (table.status === 'abandoned') return t('table.abandoned');
  const who = Object.entries(view.awaited);
  const mine = mySeat === null ? null : view.awaited[mySeat];
  const card = view.acting && names.cardLines(view.acting.card).at(-1);
  if (mine && !replay) return t(`table.prompt.${mine}`, { card, guild: actingGuild(view, names) });
  const others = who.map(([seat]) => names.guild(view.seats[seat].guild)).join(', ');
  return others ? t('table.waitingFor', { guilds: others, card: card ?? '' }) : t('table.goesOn');
}

/** With two players a card of the pile acts for its own guild. */
function actingGuild({ acting, seats }, names) {
  if (!acting) return '';
  return names.guild(names.cards.get(acting.card).guild ?? seats[acting.seat].guild);
}

function resultText({ ending, seats }, t, names) {
  const totals = ending.totals.map((total, seat) => `${names.guild(seats[seat].guild)} ${total}`).join(' · ');
  const winners = ending.winners.map((seat) => names.guild(seats[seat].guild)).join(', ');
  return t('table.result', { totals, winners });
}
