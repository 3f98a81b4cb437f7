// What has happened since my last move at the tables where I am awaited, in the reader's language.

import { reached } from '../api.js';
import { inWords, learnToTell } from '../said.js';

const MOST_STORIES = 5;

/** For each table [{text, lang}, ...]; nothing where it cannot be had, for the hall does without. */
export async function meanwhile(api, awaited) {
  const told = await Promise.all(awaited.slice(0, MOST_STORIES).map(
    ({ table }) => api.get(`/tables/${table}/log?since=mine`).then(({ lines }) => lines, () => []),
  ));
  if (!told.some((lines) => lines.length)) return told;
  const names = await namesOf(api, awaited.filter((_, i) => told[i]?.length)).catch(() => new Map());
  return told.map((lines, i) => lines.map((line) => inWords(line, names.get(awaited[i].game))));
}

/** What things are called in each of the games, with the words to tell of them. */
async function namesOf(api, awaited) {
  const [{ Names }] = await Promise.all([reached(import('../table/names.js')), reached(learnToTell())]);
  const games = [...new Set(awaited.map(({ game }) => game))];
  return new Map(await Promise.all(games.map(async (game) => [game, new Names((await api.get(`/games/${game}`)).board)])));
}
