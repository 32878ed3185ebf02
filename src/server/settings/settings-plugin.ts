import type { Plugin } from 'vite';
import type { Settings } from '#shared/schemas/settings.ts';
import { settingsForBrowsers, settingsForPages } from '#shared/settings-values.ts';

/** The modules that a build replaces, and the constants it writes into them. */
const MODULES: Record<string, (settings: Settings, readAt: string) => object> = {
  'src/shared/built-settings.ts': (settings, readAt) => ({ ...settingsForBrowsers(settings), SETTINGS_READ_AT: readAt }),
  'src/shared/built-texts.ts': settingsForPages,
};

/**
 * Compiles the owner's settings into pages and scripts as constants, so that browsers never ask for them.
 * They are read once per build. Without a database (type checks) the defaults stay.
 */
export function settingsPlugin(): Plugin {
  const readAt = new Date().toISOString();
  let reading: Promise<Settings> | undefined;
  return {
    name: 'shop-settings',
    enforce: 'pre',
    async load(id) {
      const values = Object.entries(MODULES).find(([path]) => id.split('?')[0]?.endsWith(`/${path}`))?.[1];
      if (!values || !process.env.SUPABASE_URL) return null;
      reading ??= readFromProject();
      const constants = Object.entries(values(await reading, readAt));
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
