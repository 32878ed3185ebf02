import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { settingsPlugin } from './src/build/built-settings.ts';
import { earlyScript } from './src/build/early-script.ts';
import { imageCdn } from './src/build/image-cdn.ts';
import { islands } from './src/build/islands.ts';
import { lineIcons } from './src/build/line-icons.ts';
import { olderBrowsers } from './src/build/older-browsers.ts';
import { pageHeaders } from './src/build/page-headers.ts';
import { preloadHelper } from './src/build/preload-helper.ts';
import { scriptFiles } from './src/build/script-files.ts';
import { shopAddresses } from './src/build/shop-addresses.ts';
import { withoutJsonSchemas } from './src/build/without-json-schemas.ts';
import { workerScript } from './src/build/worker-script.ts';

const { site, policy } = shopAddresses();
const supabaseUrl = process.env.SUPABASE_URL;

export default defineConfig({
  site,
  output: 'static',
  trailingSlash: 'never',
  // A page waits for its file to be written: meanwhile others render.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 4 },
  devToolbar: { enabled: false },
  // No page is Markdown; the highlighter would only warn of its inline styles.
  markdown: { syntaxHighlight: false },
  integrations: [
    islands(),
    earlyScript(),
    olderBrowsers(),
    workerScript(),
    // Nothing here streams, and a plain string is several times faster over thousands of pages.
    react({ experimentalDisableStreaming: true }),
    ...(supabaseUrl ? [imageCdn(supabaseUrl)] : []),
    pageHeaders(),
  ],
  security: { csp: { directives: [...policy] } },
  vite: {
    plugins: [settingsPlugin(), tailwindcss(), lineIcons(), preloadHelper(), withoutJsonSchemas()],
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: scriptFiles } } } } },
  },
});
