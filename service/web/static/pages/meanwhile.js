// What has happened since my last move at the tables where I am awaited, in the reader's language.

import { reached } from '../api.js';
import { inWords, learnToTell } from '../said.js';
import { ownBoard } from '../seating.js';

const MOST_STORIES = 5;

/** For each table [{text, lang}, ...]; nothing where it cannot be had, for the hall does without. */
export async function meanwhile(api, awaited) {
  const told = await Promise.all(awaited.slice(0, MOST_STORIES).map(
    ({ table }) => api.get(`/tables/${table}/log?since=mine`).then(({ lines }) => lines, () => []),
  ));
  if (!told.some((lines) => lines.length)) return told;
  const names = await namesOf(api, awaited.filter((_, i) => told[i]?.length)).catch(() => new Map());
  return told.map((lines, i) => lines.map((line) => inWords(line, names.get(awaited[i].table))));
}

/** What things are called at each of the tables, with the words to tell of them. */
async function namesOf(api, awaited) {
  const [{ Names }] = await Promise.all([reached(import('../table/names.js')), reached(learnToTell())]);
  return new Map(await Promise.all(awaited.map(async ({ table, game }) => [table, new Names(await boardOf(api, table, game))])));
}

const boards = new Map(); // of tables: a table keeps its board

async function boardOf(api, table, game) {
  if (!boards.has(table)) {
    const { options } = await api.get(`/tables/${table}`);
    boards.set(table, ownBoard(options) ?? (await api.get(`/games/${game}`)).board);
  }
  return boards.get(table);
}
