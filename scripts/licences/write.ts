/** `npm run licences`: writes down under which licences the packages are that the shop is run with. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '#local/settings.ts';
import { main, UserError } from '#local/user-error.ts';
import { isAllowed, licencesPage, runtimePackages } from './licences.ts';

await main(async () => {
  const packages = await runtimePackages();
  await writeFile(join(ROOT, 'docs/licences.md'), licencesPage(packages));
  const refused = packages.filter((one) => !isAllowed(one)).map(({ name, licence }) => `${name} (${licence})`);
  if (refused.length > 0)
    throw new UserError(`Not to be used in the shop: ${refused.join(', ')}. See scripts/licences/licences.ts.`);
  console.log(`docs/licences.md lists ${packages.length} packages.`);
});
