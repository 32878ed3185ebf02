import { resolve } from 'node:path';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { earlyScript } from './src/build/early-script.ts';
import { islands } from './src/build/islands.ts';
import { olderBrowsers } from './src/build/older-browsers.ts';
import { scriptFiles } from './src/build/script-files.ts';
import { imageCdn } from './src/server/photos/image-cdn-integration.ts';
import { photoStorageAddress } from './src/server/photos/photo-storage-address.ts';
import { settingsPlugin } from './src/server/settings/settings-plugin.ts';
import { securityHeaders } from './src/server/site-builds/security-headers.ts';

const site = process.env.SITE_URL ?? process.env.URL ?? 'http://localhost:8888';

// The local host builds each version of the shop into a new folder, several shops at a time: nothing of a build may be shared.
const buildFolder = process.env.SHOP_OUT_DIR;
const outDir = resolve(buildFolder ?? 'dist');
const cacheDir = buildFolder ? resolve(outDir, '../astro-cache') : resolve('node_modules/.astro');

// Photos go through the image CDN on our own origin; staff also look at uploads where the storage serves them.
const supabaseUrl = process.env.SUPABASE_URL;
const storage = supabaseUrl ? ` ${photoStorageAddress(supabaseUrl)}` : '';

export default defineConfig({
  site,
  output: 'static',
  outDir,
  cacheDir,
  trailingSlash: 'never',
  // A page waits for its file to be written: meanwhile others render.
  build: { format: 'file', inlineStylesheets: 'never', concurrency: 4 },
  devToolbar: { enabled: false },
  // No page is Markdown; the highlighter would only warn of its inline styles.
  markdown: { syntaxHighlight: false },
  integrations: [
    islands(),
    earlyScript(),
    olderBrowsers(),
    // Nothing here streams, and a plain string is several times faster over thousands of pages.
    react({ experimentalDisableStreaming: true }),
    // The local host has an image CDN of its own.
    ...(supabaseUrl && !buildFolder ? [imageCdn(supabaseUrl)] : []),
    securityHeaders(),
  ],
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        `img-src 'self' data: blob:${storage}`,
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-src 'none'",
      ],
    },
  },
  vite: {
    plugins: [settingsPlugin(), tailwindcss()],
    cacheDir: resolve(cacheDir, 'vite'),
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: scriptFiles } } } } },
  },
});
