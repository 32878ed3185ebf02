import { resolve } from 'node:path';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { browserFloor } from './src/build/browser-floor.ts';
import { earlyScript } from './src/build/early-script.ts';
import { intentDirective } from './src/build/intent-directive.ts';
import { olderBrowsers } from './src/build/older-browsers.ts';
import { imageCdn } from './src/server/photos/image-cdn-integration.ts';
import { photoStorageAddress } from './src/server/photos/photo-storage-address.ts';
import { settingsPlugin } from './src/server/settings/settings-plugin.ts';
import { securityHeaders } from './src/server/site-builds/security-headers.ts';

const site = process.env.SITE_URL ?? process.env.URL ?? 'http://localhost:8888';

// The local host builds each version of the shop into a new folder, several shops at a time: nothing of a build may be shared.
const buildFolder = process.env.SHOP_OUT_DIR;
const outDir = resolve(buildFolder ?? 'dist');
const cacheDir = buildFolder ? resolve(outDir, '../astro-cache') : resolve('node_modules/.astro');

/** Photos go through the image CDN on our own origin; staff also look at uploads where the storage serves them. */
const supabaseUrl = process.env.SUPABASE_URL;
const storage = supabaseUrl ? ` ${photoStorageAddress(supabaseUrl)}` : '';

/** What every page's script needs, in one file: as a dozen of small ones it takes a dozen requests. Nothing in it acts by itself. */
const core = {
  name: 'core',
  test: /node_modules\/(@nanostores\/persistent|nanostores)\/|src\/shared\/(built-settings|money|reviews|shop)\.ts|src\/browser\/(announce|hydrate-island|safe-persistent-atom|storage|timeout-signal)\.ts|src\/features\/(cart\/cart-(dialog|line|store)|favorites\/favorites-store|product-cards\/product-snapshot)\.ts|src\/components\/photo\.ts/,
};

/** Who shops here and what this device knows of them: for the cart, the checkout and the account. */
const shopper = {
  name: 'shopper',
  test: /src\/features\/(shopper\/(device-profile|shopper-session)|account\/sign-in|cart\/(fetch-quote|order-attempt)|orders\/device-orders)\.ts|src\/shared\/(order-labels|phone)\.ts/,
};

/** React, what draws with it, calls to the API and the product cards that most islands show, in one file that pages load when their first island wakes. */
const islands = {
  name: 'islands',
  test: /node_modules\/(react|react-dom|scheduler|@nanostores\/react|@astrojs\/react)\/|src\/browser\/(api|product-drafts|island-boundary)\.tsx?|src\/components\/(BrowseBar|Field|Icon|LoadFailure|Medallion|Spinner|Stars|Swatch|ViewToggle|icon-paths|use-hydrated)\.tsx?|src\/features\/cart\/Totals\.tsx|src\/features\/product-cards\/(CardAction|FavoriteButton|GrowingGrid|Price|ProductCard|ProductGrid|SkeletonGrid|catalog-item|catalog-index|category-names|place-in-list|sort-items)\.tsx?|src\/features\/listing\/listing\.ts|src\/shared\/swatch-colors\.ts/,
};

const floor = browserFloor();

/**
 * The year whose JavaScript all of them read; `tests/e2e/browser-floor.spec.ts` compares. Their names would have optional chaining
 * rewritten, too, for a fault of Chrome 90 that nobody meets. Astro builds for the newest browsers whatever its configuration says:
 * this has the last word.
 */
const forOlderBrowsers = {
  name: 'for-older-browsers',
  configEnvironment(name, config) {
    if (name === 'client' && config.build) config.build.target = 'es2021';
  },
};

const islandBoundary = resolve('src/browser/island-boundary.tsx');

/** Every island is hydrated within a boundary. */
const islandBoundaries = {
  name: 'island-boundaries',
  enforce: 'pre',
  resolveId: (id, importer) => (id === '@astrojs/react/client.js' && importer !== islandBoundary ? islandBoundary : undefined),
};

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
    intentDirective(),
    earlyScript(),
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
    plugins: [settingsPlugin(), tailwindcss(), forOlderBrowsers, islandBoundaries],
    css: { postcss: { plugins: [olderBrowsers()] } },
    build: { cssTarget: floor },
    cacheDir: resolve(cacheDir, 'vite'),
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [core, islands, shopper] } } } } },
    },
  },
});
