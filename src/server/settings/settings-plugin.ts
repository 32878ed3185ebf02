import type { Plugin } from 'vite';
import type { Settings } from '#shared/schemas/settings.ts';
import { settingsForBrowsers, settingsForPages } from '#shared/settings-values.ts';

/** The modules that a build replaces, and the constants it writes into them. */
const MODULES: Record<string, (settings: Settings) => object> = {
  'src/shared/built-settings.ts': settingsForBrowsers,
  'src/shared/built-texts.ts': settingsForPages,
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
    async load(id) {
      const values = Object.entries(MODULES).find(([path]) => id.split('?')[0]?.endsWith(`/${path}`))?.[1];
      if (!values || !readSettings) return null;
      reading ??= readSettings();
      const constants = Object.entries(values(await reading));
      return constants.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
    },
  };
}

async function readFromProject(): Promise<Settings> {
  const [{ publicSupabase }, { readSettings }] = await Promise.all([
    import('#server/database/client.ts'),
    import('./settings.ts'),
  ]);
  return readSettings(publicSupabase());
}
