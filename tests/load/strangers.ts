/**
 * What a stranger can take from the shop, from one IPv4 address, from one IPv6 /64 and from fifty networks, within a few seconds: pieces, mails, charged
 * messages, guesses, stars, builds. Also by itself: `node tests/load/strangers.ts [ATTACK]`. Traffic goes to functions in a process of its own, bounded.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startMailReceiver } from '#tests/setup/doubles/mail-receiver.ts';
import { startWhatsappDouble, WHATSAPP } from '#tests/setup/doubles/whatsapp-double.ts';
import { type EmbeddedShop, NO_PAGES, startEmbeddedShop } from '#tests/setup/stack/embedded-shop.ts';
import { type FaultyProject, startFaultyProject } from '#tests/setup/stack/network-faults.ts';
import { ON_ACCESS } from './strangers-access.ts';
import { ON_CODES } from './strangers-codes.ts';
import { ON_LABELS } from './strangers-labels.ts';
import { ON_LIMITS } from './strangers-limits.ts';
import { ON_RACES } from './strangers-races.ts';
import { ON_TEXTS } from './strangers-texts.ts';

const ATTACKS = { ...ON_LIMITS, ...ON_ACCESS, ...ON_CODES, ...ON_LABELS, ...ON_RACES, ...ON_TEXTS };

/** The address of the n-th call. */
const VANTAGES = {
  'one IPv4': () => '203.0.113.9',
  'one /64': (call: number) => `2001:db8:51:7::${(call + 1).toString(16)}`,
  '50 networks': (call: number) => `198.18.${call % 50}.7`,
} satisfies Record<string, (call: number) => string>;

type Vantage = keyof typeof VANTAGES;

/** What does not depend on where a call comes from is tried from one place. */
const FROM_ANYWHERE = /^(A7|A8|A9|B2|B4|C1|C2|K1|K2|K3|L1|L3|R2|R3)/;

/** Makes one attack on a new shop and returns what it got. */
async function attack(name: string, vantage: Vantage): Promise<string> {
  const begin = ATTACKS[name];
  if (!begin) throw new Error(`There is no attack called ${name}, but ${Object.keys(ATTACKS).join(', ')}.`);
  const [receiver, meta] = await Promise.all([startMailReceiver(), startWhatsappDouble()]);
  Object.assign(process.env, { URL: NO_PAGES, RESEND_API_KEY: 're_test', RESEND_BASE_URL: receiver.url });
  if (name.includes('WhatsApp')) Object.assign(process.env, WHATSAPP, { WHATSAPP_API_URL: meta.url });
  let project: FaultyProject | undefined;
  const shop = await startEmbeddedShop({
    rateLimits: 'on',
    through: async (url) => {
      project = await startFaultyProject(url);
      return project.url;
    },
  });
  let calls = 0;
  const call: EmbeddedShop['call'] = (method, path, sent = {}) =>
    shop.call(method, path, { ...sent, ip: VANTAGES[vantage](calls++) });
  try {
    return await begin({ shop, call, receiver, meta, project: project as unknown as FaultyProject });
  } finally {
    await project?.setFault(null);
    await shop.stop();
    await Promise.all([project?.stop(), receiver.stop(), meta.stop()]);
  }
}

/** Makes the attacks, each on a new shop in a process of its own. A row each, a column for each place the stranger calls from. */
export async function measureStrangers(only = '') {
  const rows = [];
  for (const name of Object.keys(ATTACKS).filter((each) => each.includes(only))) {
    const row: Record<string, string> = { attack: name };
    for (const vantage of Object.keys(VANTAGES)) {
      if (FROM_ANYWHERE.test(name) && vantage !== 'one IPv4') {
        row[vantage] = '=';
        continue;
      }
      const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), name, vantage]).catch(
        (error: Error) => ({ stdout: `failed: ${error.message.slice(0, 300)}` }),
      );
      row[vantage] = stdout.trim();
    }
    rows.push(row);
  }
  return rows;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , name = '', vantage] = process.argv;
  if (vantage) {
    console.log(await attack(name, vantage as Vantage));
    process.exit();
  }
  for (const { attack: title, ...figures } of await measureStrangers(name)) {
    console.log(`\n${title}`);
    for (const [from, figure] of Object.entries(figures)) console.log(`  ${from.padEnd(12)} ${figure}`);
  }
}
