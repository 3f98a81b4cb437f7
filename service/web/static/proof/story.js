// A table's story, checked event by event: is each chained to the one before, and does each opened secret fit its seal?

import { canonical, GENESIS, link, sealOf } from './bytes.js';

/** What an event opens for all to see: [value, salt] for each seal. */
const OPENINGS = {
  'table.TableEnded/1': ({ seed, salt }) => [[seed, salt]],
  'table.TableAbandoned/1': ({ seed, salt }) => [[seed, salt]],
  'macht.CardsRevealed/1': ({ plays }) => plays.map(({ actionCard, influence, salt }) => [{ actionCard, influence }, salt]),
  'macht.GoldenCardRevealed/1': ({ card, salt }) => [[card, salt]],
  'macht.GoldenCardRemoved/1': ({ card, salt }) => [[card, salt]],
  'macht.FinalResult/1': ({ reveal }) => reveal.map(({ order, salt }) => [order, salt]),
};

const isSeal = (value) => value !== null && typeof value === 'object' && typeof value.seal === 'string';

/** An event with its seals as everybody sees them. */
function closed(event) {
  const close = (value) => {
    if (!isSeal(value)) return value;
    const { value: secret, salt, ...rest } = value;
    return rest;
  };
  return Object.fromEntries(Object.entries(event).map(([name, value]) => [name, close(value)]));
}

export class Story {
  version = 0;
  heads = [GENESIS]; // after each event
  seals = new Set(); // all that were ever made
  opened = new Set(); // those whose secret we have seen and found to fit
  faults = []; // [{check: 'chain' | 'shown' | 'seals', event}]

  constructor(table) {
    this.table = table;
  }

  get head() { return this.heads[this.version]; }

  async add(recorded) {
    const { version, topic, event, head, public: text } = recorded;
    if (version !== this.version + 1 || await link(this.head, this.table, recorded) !== head) this.fault('chain', version);
    this.version = version;
    this.heads[version] = head;
    const chained = JSON.parse(text);
    if (canonical(closed(event)) !== canonical(chained.event)) this.fault('shown', version);
    await this.readSeals(event, chained.event, version);
    for (const [value, salt] of OPENINGS[topic]?.(event) ?? []) await this.open(await sealOf(value, salt), version);
  }

  async readSeals(event, chained, version) {
    for (const [name, { seal }] of Object.entries(chained).filter(([, value]) => isSeal(value))) {
      this.seals.add(seal);
      const { value, salt } = event[name] ?? {};
      if (salt !== undefined && await sealOf(value, salt) !== seal) this.fault('seals', version);
      else if (salt !== undefined) this.opened.add(seal);
    }
  }

  async open(seal, version) {
    if (this.seals.has(seal)) this.opened.add(seal);
    else this.fault('seals', version);
  }

  fault(check, event) {
    this.faults.push({ check, event });
  }
}
