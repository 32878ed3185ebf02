/** `npm run demo:clear`: makes the demo an empty shop that is ready to open with. Asks before it deletes anything that people added. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { READY_FILES } from '#local/demo/ready-file.ts';
import { readSettings } from '#local/settings.ts';
import { forgetTeam, readTeam } from '#local/staff/demo-team.ts';
import { main, UserError } from '#local/user-error.ts';
import { type DatabaseAdmin, openDatabaseAdmin } from '#scripts/backup/database-admin.ts';
import { ask } from '#scripts/prompt.ts';
import { clearShop, countContents } from './clear-shop.ts';

const KEEP_CATEGORIES = '--keep-categories';
const DROP_CATEGORIES = '--drop-categories';

await main(async () => {
  const flags = process.argv.slice(2);
  const unknown = flags.find((flag) => ![KEEP_CATEGORIES, DROP_CATEGORIES].includes(flag));
  if (unknown) throw new UserError(`npm run demo:clear takes ${KEEP_CATEGORIES} or ${DROP_CATEGORIES}, not "${unknown}".`);
  const settings = readSettings();
  const admin = await openDatabaseAdmin(settings);
  try {
    const keepCategories = await confirm(admin, flags);
    const isHosted = Boolean(process.env.SUPABASE_URL);
    await clearShop(admin, { keepCategories, team: isHosted ? [] : await readTeam(settings.data) });
    // The pages of the demo would stay online until the first product, and nobody knows the parcels of its courier's file.
    if (!isHosted) {
      for (const folder of ['site', READY_FILES]) await rm(join(settings.data, folder), { recursive: true, force: true });
      await forgetTeam(settings.data);
    }
    console.log(
      `The shop is empty: ${keepCategories ? 'categories, ' : ''}settings and your staff are as they were, and the first order will be ORD-10001.`,
    );
  } finally {
    await admin.close();
  }
});

/** Asks what the flags leave open. Returns whether to keep the categories. @throws UserError when the person declines */
async function confirm(admin: DatabaseAdmin, flags: string[]): Promise<boolean> {
  const { products, orders, ownProducts, ownOrders } = await countContents(admin);
  const isDemo = !process.env.SUPABASE_URL && ownProducts === 0 && ownOrders === 0;
  const isChosen = flags.length > 0;
  const questions = [
    ...(isDemo
      ? []
      : [
          {
            text: `${admin.name} is not just the demo. Its ${products} products and ${orders} orders (${ownProducts} and ${ownOrders} not the demo's) will be deleted for good.\nType "delete ${orders} orders" to go on: `,
          },
        ]),
    ...(isChosen ? [] : [{ text: 'Keep the categories? (yes/no) ' }]),
  ];
  const answers = (await ask(questions)).map((answer) => answer.trim().toLowerCase());
  if (!isDemo && answers.shift() !== `delete ${orders} orders`) throw new UserError('Nothing was changed.');
  if (isChosen) return flags.includes(KEEP_CATEGORIES);
  const [answer = ''] = answers;
  if (!/^(y|yes|n|no)$/.test(answer)) throw new UserError('Nothing was changed: please answer yes or no.');
  return answer.startsWith('y');
}
