import { expect, test } from 'vitest';
import { buyThroughKills } from '#tests/setup/stack/buying-through-kills.ts';

/** Three take half a minute of `npm test`; `npm run test:crash` kills the shop twenty times. */
const KILLS = Number(process.env.SHOP_KILLS ?? 3);
const SEED = Number(process.env.SHOP_KILLS_SEED ?? 11);

const isLinux = process.platform === 'linux';
if (!isLinux) console.log('Left out: killing the shop under its shoppers, which finds the database’s process in /proc.');

test.runIf(isLinux)(
  `a shop killed ${KILLS} times under fifty shoppers keeps every acknowledged order once and complete, and every photo`,
  async () => {
    const { kills, orders, photos, errors } = await buyThroughKills({ kills: KILLS, seed: SEED });
    const slowest = Math.max(...kills.map(({ seconds }) => seconds));
    console.log(`${KILLS} kills, ${orders} orders, ${photos} photos; open again after ${slowest.toFixed(1)} s at most`);
    expect(errors).toEqual([]);
    expect(kills).toHaveLength(KILLS);
    expect(orders).toBeGreaterThan(KILLS);
  },
  KILLS * 60_000 + 240_000,
);
