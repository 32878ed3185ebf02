import { existsSync } from 'node:fs';
import type { Rolldown } from 'vite';

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** Features whose islands know the shopper. What only these share is no use to islands that list products. */
const SHOPPER_FEATURES = ['account', 'cart', 'checkout', 'offline', 'orders'];

for (const feature of SHOPPER_FEATURES)
  if (!existsSync(`src/features/${feature}`)) throw new Error(`script-files.ts: there is no feature “${feature}” any more`);

/**
 * Modules that pages share go into four files, because each file costs a request:
 *
 * - `core`: what the pages' own scripts share. Every page loads it.
 * - `shopper`: what only the islands of `SHOPPER_FEATURES` share, of two of them at least.
 * - `catalog`: what suggestions below a search box share with islands: they do without React.
 * - `islands`: React, what other islands share, and what the back office shares with any. Loaded with the first island that wakes.
 *
 * Who imports a module decides where it goes; the rest is left to the bundler, and so is what is large and few islands need.
 */
export const scriptFiles = {
  groups: (['core', 'catalog', 'islands', 'shopper'] as const).map((file) => ({
    debugName: file,
    name: (id: string, graph: ModuleGraph) => (fileOf(id, graph) === file ? file : null),
  })),
};

/** Every spelling of every city, 8 KB that cards, filters and reviews do without, and an order as it stands, which cart and checkout do without. */
const LARGE =
  /\/src\/(domain\/(places\/(cities|city-table)|orders\/what-comes-next)\.ts|features\/orders\/(TrackedOrderView|StatusTimeline)\.tsx)$/;

/** A few lines that the back office or a part that is loaded later has, too: on their own they would be a request each. */
const SMALL: [RegExp, 'islands' | 'shopper'][] = [
  [/\/src\/domain\/(confirmations\/by-whatsapp|orders\/website-note|whatsapp\/link)\.ts$/, 'islands'],
  [/\/src\/built\/door\.ts$/, 'islands'],
  // For the profile, sign-in and links of mails.
  [/\/src\/features\/account\/account-links\.ts$/, 'shopper'],
  // For the profile, and for whoever leaves the checkout.
  [/\/src\/features\/shopper\/sign-out\.ts$/, 'shopper'],
  [/\/src\/domain\/places\/delivery-days\.ts$/, 'islands'],
  // What only the React hooks of nanostores ask for; its index imports it for everybody.
  [/\/node_modules\/nanostores\/(listen-keys|deep-map)\//, 'islands'],
];

const SUGGESTIONS = '/src/features/search/suggestions.ts';

if (!existsSync(`.${SUGGESTIONS}`)) throw new Error(`script-files.ts: there is no ${SUGGESTIONS} any more`);

function fileOf(id: string, graph: ModuleGraph): 'core' | 'catalog' | 'islands' | 'shopper' | undefined {
  if (LARGE.test(id)) return undefined;
  const small = SMALL.find(([pattern]) => pattern.test(id));
  if (small) return small[1];
  const importers = importersOf(id, graph);
  const entries = entriesOf(id, graph, importers);
  const islands = entries.flatMap((entry) => /\/src\/features\/([\w-]+)\/[^?]*$/.exec(entry)?.[1] ?? []);
  const scripts = entries.filter((entry) => entry.includes('?astro&type=script'));
  const isRenderer = entries.some((entry) => entry.endsWith('/src/browser/island-boundary.tsx'));
  if (scripts.length > 0) return scripts.length + islands.length > 1 ? 'core' : undefined;
  if (islands.length > 0 && importers.some((importer) => importer.endsWith(SUGGESTIONS))) return 'catalog';
  if (isRenderer) return 'islands';
  if (islands.length < 2) return undefined;
  const isForShoppers = islands.every((feature) => SHOPPER_FEATURES.includes(feature));
  // What only the islands of one feature share is no use to the others.
  if (isForShoppers && new Set(islands).size === 1) return undefined;
  return isForShoppers && !importers.some((importer) => importer.includes('/src/admin/')) ? 'shopper' : 'islands';
}

/** A module and all that leads to it. */
function importersOf(id: string, graph: ModuleGraph): string[] {
  const found = new Set([id]);
  for (const module of found) for (const importer of graph.getModuleInfo(module)?.importers ?? []) found.add(importer);
  return [...found];
}

/** What is loaded on its own and brings a module along: page scripts and islands. Entries themselves stay where they are. */
function entriesOf(id: string, graph: ModuleGraph, importers: string[]): string[] {
  const entries = importers.filter((module) => graph.getModuleInfo(module)?.isEntry);
  return entries.includes(id) ? [] : entries;
}
