/**
 * `npm run bench`: how fast the shop is on this machine, beside its budgets. `npm run bench -- PART` measures one part. Every part starts what
 * it measures and leaves nothing behind; one that fails does not end the others.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import { main, UserError } from '#local/user-error.ts';
import { measureBefore } from './before.ts';
import { measureBuilds } from './builds.ts';
import { measureImport } from './catalogue-import.ts';
import { measureDesk } from './desk.ts';
import { measureHttp } from './http.ts';
import { measureKills } from './kills.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLists } from './lists.ts';
import { measureFaults } from './network-faults.ts';
import { measureOrdersWithCodes } from './orders-with-codes.ts';
import { measurePhotos } from './photos.ts';
import { measureRestore } from './restore.ts';
import { measureScale } from './scale.ts';
import { measureSettlementFiles } from './settlement-files.ts';
import { measureSlow3g } from './slow-3g.ts';
import { soak } from './soak.ts';
import { measureStrangers } from './strangers.ts';

/** A part prints its figures itself or returns rows for a table. */
interface Part {
  title: string;
  measure: () => Promise<unknown>;
}

const PARTS: Record<string, Part> = {
  builds: { title: 'Seconds of waiting for a start, and for an edit to be in its page', measure: measureBuilds },
  http: { title: 'Requests a second and their times', measure: measureHttp },
  scale: { title: 'SQL statements in a large shop', measure: measureScale },
  restore: { title: 'A backup of a large shop, on the parts of a hosted project', measure: measureRestore },
  soak: {
    title:
      '100 clients with shuffled carts, codes, advances, credit and returns for 20 s on a real PostgreSQL (deadlocks and book errors must be none)',
    measure: () => soak({ seconds: 20 }),
  },
  codes: {
    title: 'Orders of 16 clients without and with one code, by turns (none fails, with a code ≥ 90 % of those without)',
    measure: measureOrdersWithCodes,
  },
  lighthouse: {
    title: 'Pages on a phone by Lighthouse, beside an empty page of the same host',
    measure: () => measureLighthouse(),
  },
  slow3g: { title: 'A purchase on slow 3G with a cheap phone', measure: measureSlow3g },
  lists: { title: 'The back office on a slow computer, 10,000 products', measure: measureLists },
  desk: { title: 'The desk, from an answer to the next order', measure: measureDesk },
  import: { title: 'A file of 5,000 rows, checked and imported', measure: measureImport },
  settlements: { title: 'A courier’s file of 10,000 rows, read', measure: measureSettlementFiles },
  photos: { title: 'Heavy and hostile photos, one after the other', measure: measurePhotos },
  strangers: { title: 'What a stranger gets, by where the calls come from', measure: () => measureStrangers() },
  before: { title: 'Orders, carts and lists in the shop of an older commit and in this one', measure: () => measureBefore() },
  ...(process.platform === 'linux' && {
    kills: { title: 'A shop that is killed under fifty shoppers', measure: measureKills },
  }),
  // Last: it runs the functions in this process, and sets its environment for them.
  faults: { title: '20 shoppers buying while the database lets the shop down', measure: measureFaults },
};

await main(async () => {
  const [load = 0] = loadavg();
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${load.toFixed(1)}`,
  );
  const failed: string[] = [];
  for (const [name, { title, measure }] of partsNamed(process.argv.slice(2))) {
    console.log(`\n${title}:`);
    try {
      const rows = await measure();
      if (rows) console.table(rows);
    } catch (error) {
      console.error(error);
      failed.push(name);
    }
  }
  if (failed.length > 0) throw new UserError(`Could not be measured: ${failed.join(', ')}`);
});

/** All parts, or those named. @throws UserError for a name that is none */
function partsNamed(names: string[]): [string, Part][] {
  const unknown = names.find((name) => !(name in PARTS));
  if (unknown) throw new UserError(`There is no part "${unknown}", but ${Object.keys(PARTS).join(', ')}.`);
  return Object.entries(PARTS).filter(([name]) => names.length === 0 || names.includes(name));
}
