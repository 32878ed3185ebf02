/** `npm run bench`: how fast the shop is on this machine, beside its budgets. Every part starts what it measures; nothing is left behind. */
import { cpus, loadavg, totalmem } from 'node:os';
import { measureBuilds } from './builds.ts';
import { measureImport } from './catalogue-import.ts';
import { measureDesk } from './desk.ts';
import { measureHttp } from './http.ts';
import { measureKills } from './kills.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLists } from './lists.ts';
import { measureFaults } from './network-faults.ts';
import { measurePhotos } from './photos.ts';
import { measureRestore } from './restore.ts';
import { measureScale } from './scale.ts';
import { measureSlow3g } from './slow-3g.ts';
import { soak } from './soak.ts';
import { measureStrangers } from './strangers.ts';

const [load = 0] = loadavg();
console.log(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${load.toFixed(1)}`,
);

console.log('\nSeconds of waiting for a start, and for an edit to be in its page:');
await measureBuilds();
await measureHttp();
await measureScale();

console.log('\nA backup of a large shop, on the parts of a hosted project:');
await measureRestore();

console.log('\n100 clients with shuffled carts for 20 s on a real PostgreSQL (deadlocks and book errors must be none):');
console.table(await soak({ seconds: 20 }));

console.log('\nPages on a phone by Lighthouse, beside an empty page of the same host:');
console.table(await measureLighthouse());

console.log('\nA purchase on slow 3G with a cheap phone:');
console.table(await measureSlow3g());

console.log('\nThe back office on a slow computer, 10,000 products:');
console.table(await measureLists());

console.log('\nThe desk, from an answer to the next order:');
console.table(await measureDesk());

console.log('\nA file of 5,000 rows, checked and imported:');
console.table(await measureImport());

console.log('\nHeavy and hostile photos, one after the other:');
console.table(await measurePhotos());

console.log('\nWhat a stranger gets, by where the calls come from:');
console.table(await measureStrangers());

if (process.platform === 'linux') {
  console.log('\nA shop that is killed under fifty shoppers:');
  console.table(await measureKills());
}

// Last: it runs the functions in this process, and sets its environment for them.
console.log('\n20 shoppers buying while the database lets the shop down:');
console.table(await measureFaults());
