/** `npm start`: the whole shop on this machine. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Backend, loginLine, openBackend, printHistory, reserveMachine } from './backend.ts';
import type { Settings } from './settings.ts';
import { main } from './user-error.ts';

await main(async () => {
  const settings = await reserveMachine('the shop');
  // The database takes longest, and has a process of its own: meanwhile this one loads the rest.
  const shop = import('./shop.ts').then(({ prepareShop }) => prepareShop(settings));
  const [backend, open] = await Promise.all([openBackend(settings), shop]);
  const { history, rebuild } = await open(backend);
  await printAccess(settings, backend);
  if (!history) return;
  await printHistory(history);
  await rebuild();
});

/** Prints the addresses and the login, and writes them to access.json for tests and other programs. */
async function printAccess({ url, data }: Settings, { project, demo }: Backend): Promise<void> {
  const { url: supabaseUrl, publishableKey, secretKey } = project;
  const staff = demo?.staff ?? null;
  await writeFile(join(data, 'access.json'), JSON.stringify({ url, staff, supabaseUrl, publishableKey, secretKey }, null, 2), {
    mode: 0o600,
  });
  console.log(`
  Shop        ${url}
  Back office ${url}/admin${demo ? `\n  Staff login ${loginLine(demo)}` : ''}
  API         ${url}/api/openapi.json
  Database    ${supabaseUrl}${project.embedded ? ' (embedded)' : ''}

  Ctrl-C stops all of it; the data stays in ${data}
`);
}
