import { buyThroughKills } from '#tests/setup/stack/buying-through-kills.ts';

const KILLS = 6;
/** From the kill until the shop is open again, whoever starts it anew doing so at once. */
const BUDGET_SECONDS = 10;

/** How soon a shop is open again that was killed under fifty shoppers. A row for each kill. @throws Error when an order or a photo was lost */
export async function measureKills() {
  const { kills, errors } = await buyThroughKills({ kills: KILLS, seed: 1 });
  if (errors.length > 0) throw new Error(`Not everything survived: ${errors.slice(0, 5).join('; ')}`);
  return kills.map(({ what, after, seconds }) => ({
    killed: what,
    'after orders': after,
    'open again s': Number(seconds.toFixed(1)),
    'budget s': BUDGET_SECONDS,
    within: seconds <= BUDGET_SECONDS ? 'yes' : 'NO',
  }));
}
