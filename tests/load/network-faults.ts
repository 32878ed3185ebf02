import { addStock, books, buyInTrouble, ORDERS } from '#tests/setup/buying-through-faults.ts';
import { startEmbeddedShop } from '#tests/setup/embedded-shop.ts';
import { PROJECT_TROUBLES, startTroubledProject, type TroubledProject } from '#tests/setup/network-faults.ts';

/** No shopper waits longer for an answer, whatever is down. */
const MAX_WAIT_MS = 8_000;

/** Twenty shoppers buy while the Supabase project lets the shop down in each of its ways. A row each: how long they waited, and what became of their orders. */
export async function measureTrouble() {
  let project: TroubledProject | undefined;
  const shop = await startEmbeddedShop({
    through: async (supabaseUrl) => {
      project = await startTroubledProject(supabaseUrl);
      return project.url;
    },
  });
  try {
    await addStock(shop);
    const rows = [];
    for (const trouble of PROJECT_TROUBLES) {
      const before = await books(shop);
      const { first } = await buyInTrouble(
        shop,
        () => project?.trouble(trouble),
        () => project?.trouble(null),
      );
      const after = await books(shop);
      const longest = Math.max(...first.map(({ milliseconds }) => milliseconds));
      rows.push({
        trouble,
        'answered at once': first.filter(({ status }) => status === 201).length,
        'told to try again': first.filter(({ status }) => status === 503).length,
        'orders in the end': `${after.orders - before.orders} of ${ORDERS}`,
        'longest wait ms': Math.round(longest),
        'budget ms': MAX_WAIT_MS,
        within: longest <= MAX_WAIT_MS ? 'yes' : 'NO',
      });
    }
    return rows;
  } finally {
    await shop.stop();
    await project?.stop();
  }
}
