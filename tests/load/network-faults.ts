import { addStock, books, buyDuringFault, ORDERS } from '#tests/setup/stack/buying-through-faults.ts';
import { startEmbeddedShop } from '#tests/setup/stack/embedded-shop.ts';
import { type FaultyProject, PROJECT_FAULTS, startFaultyProject } from '#tests/setup/stack/network-faults.ts';

/** No shopper waits longer for an answer, whatever is down. */
const MAX_MS = 8_000;

/** Twenty shoppers buy while the Supabase project lets the shop down in each of its ways. A row each: how long they waited, and what became of their orders. */
export async function measureFaults() {
  let project: FaultyProject | undefined;
  const shop = await startEmbeddedShop({
    through: async (supabaseUrl) => {
      project = await startFaultyProject(supabaseUrl);
      return project.url;
    },
  });
  try {
    await addStock(shop);
    const rows = [];
    for (const fault of PROJECT_FAULTS) {
      const before = await books(shop);
      const { first } = await buyDuringFault(
        shop,
        () => project?.setFault(fault),
        () => project?.setFault(null),
      );
      const after = await books(shop);
      const longest = Math.max(...first.map(({ milliseconds }) => milliseconds));
      rows.push({
        fault,
        'answered at once': first.filter(({ status }) => status === 201).length,
        'told to try again': first.filter(({ status }) => status === 503).length,
        'orders in the end': `${after.orders - before.orders} of ${ORDERS}`,
        'longest wait ms': Math.round(longest),
        'budget ms': MAX_MS,
        within: longest <= MAX_MS ? 'yes' : 'NO',
      });
    }
    return rows;
  } finally {
    await shop.stop();
    await project?.stop();
  }
}
