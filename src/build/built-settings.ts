import type { Plugin } from 'vite';
import { settingsForBrowsers, settingsForDoor, settingsForPages } from '#domain/settings/built-values.ts';
import type { Settings } from '#domain/settings/contract.ts';

/** The modules that a build replaces. */
const MODULE = /\/src\/built\/(settings|texts|door)\.ts(?:\?|$)/;

/** The constants it writes into them. */
const VALUES: Record<string, (settings: Settings) => object> = {
  settings: settingsForBrowsers,
  texts: settingsForPages,
  door: settingsForDoor,
};

/**
 * Compiles the owner's settings into pages and scripts as constants, so that browsers never ask for them.
 * They are read once per build, from the project of the environment unless `readSettings` is given. Without a project (type checks) the defaults stay.
 */
export function settingsPlugin(readSettings = process.env.SUPABASE_URL ? readFromProject : undefined): Plugin {
  process.env.SHOP_READ_AT ??= new Date().toISOString();
  let reading: Promise<Settings> | undefined;
  return {
    name: 'shop-settings',
    enforce: 'pre',
    load: {
      filter: { id: MODULE },
      handler: async (id) => {
        const values = VALUES[MODULE.exec(id)?.[1] ?? ''];
        if (!values || !readSettings) return null;
        reading ??= readSettings();
        const constants = Object.entries(values(await reading));
        return constants.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
      },
    },
  };
}

async function readFromProject(): Promise<Settings> {
  const [{ publicSupabase }, { readSettings }] = await Promise.all([
    import('#server/database/client.ts'),
    import('#server/settings/settings.ts'),
  ]);
  return readSettings(publicSupabase());
}
