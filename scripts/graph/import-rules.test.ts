import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';

/** For each entry of imports.biome.jsonc: a file, what it may import, and what it may not. */
const CASES: Record<string, { file: string; allowed: string; refused: string[] }> = {
  'src/domain/**': { file: 'src/domain/a.ts', allowed: '#domain/b.ts', refused: ['#browser/b.ts', '#server/b.ts', '../b.ts'] },
  'src/domain/**/*.test.ts': { file: 'src/domain/a.test.ts', allowed: '#tests/b.ts', refused: ['#browser/b.ts', '#server/b.ts'] },
  'src/built/**': { file: 'src/built/a.ts', allowed: '#domain/b.ts', refused: ['#browser/b.ts', '#server/b.ts'] },
  'src/components/**': {
    file: 'src/components/a.tsx',
    allowed: '#domain/b.ts',
    refused: ['#features/cart/b.ts', '#browser/b.ts'],
  },
  'src/browser/**': { file: 'src/browser/a.ts', allowed: '#domain/b.ts', refused: ['#components/b.ts', '#features/cart/b.ts'] },
  'src/worker/**': {
    file: 'src/worker/a.ts',
    allowed: '#features/place-order/b.ts',
    refused: ['#features/cart/b.ts', '#server/b.ts'],
  },
  'src/features/**': {
    file: 'src/features/new/a.ts',
    allowed: '#browser/b.ts',
    refused: ['#features/cart/b.ts', '#server/b.ts', '../b.ts'],
  },
  'src/features/cart/**': {
    file: 'src/features/cart/a.ts',
    allowed: '#features/shopper/b.ts',
    refused: ['#features/favorites/b.ts', '#features/checkout/b.ts'],
  },
  'src/features/place-order/**': {
    file: 'src/features/place-order/a.ts',
    allowed: '#browser/b.ts',
    refused: ['#features/cart/b.ts', '#built/settings.ts', '#components/b.ts'],
  },
  'src/features/{categories,favorites,search}/**': {
    file: 'src/features/categories/a.ts',
    allowed: '#features/product-cards/b.ts',
    refused: ['#features/favorites/b.ts', '#features/checkout/b.ts', '#layouts/shop/b.ts'],
  },
  'src/features/home/**': {
    file: 'src/features/home/A.astro',
    allowed: '#features/seo/b.ts',
    refused: ['#features/product/b.ts'],
  },
  'src/features/listing/**': {
    file: 'src/features/listing/a.ts',
    allowed: '#features/search/b.ts',
    refused: ['#features/cart/b.ts', '#features/favorites/b.ts'],
  },
  'src/features/product/**': {
    file: 'src/features/product/a.ts',
    allowed: '#features/seo/b.ts',
    refused: ['#features/cart/b.ts', '#features/favorites/b.ts'],
  },
  'src/features/orders/**': {
    file: 'src/features/orders/a.ts',
    allowed: '#features/shopper/b.ts',
    refused: ['#features/account/b.ts'],
  },
  'src/features/account/**': {
    file: 'src/features/account/a.ts',
    allowed: '#features/orders/b.ts',
    refused: ['#features/checkout/b.ts'],
  },
  'src/features/offline/**': {
    file: 'src/features/offline/a.ts',
    allowed: '#features/cart/b.ts',
    refused: ['#features/checkout/b.ts'],
  },
  'src/features/checkout/**': {
    file: 'src/features/checkout/a.ts',
    allowed: '#features/cart/b.ts',
    refused: ['#features/account/b.ts'],
  },
  'src/features/order-now/**': {
    file: 'src/features/order-now/a.ts',
    allowed: '#features/checkout/b.ts',
    refused: ['#features/account/b.ts'],
  },
  'src/layouts/**': { file: 'src/layouts/shop/A.astro', allowed: '#server/b.ts', refused: ['#admin/b.ts', '#functions/b.ts'] },
  'src/layouts/**/*.ts': { file: 'src/layouts/shop/a.ts', allowed: '#features/cart/b.ts', refused: ['#server/b.ts'] },
  'src/pages/**': { file: 'src/pages/a.astro', allowed: '#server/b.ts', refused: ['#functions/b.ts', '#tests/b.ts'] },
  'src/admin/*': {
    file: 'src/admin/A.tsx',
    allowed: '#admin/screens/orders/all/b.ts',
    refused: ['#features/cart/b.ts', '#server/b.ts'],
  },
  'src/admin/platform/**': {
    file: 'src/admin/platform/a.ts',
    allowed: '#browser/b.ts',
    refused: ['#admin/kit/b.ts', '#components/b.ts'],
  },
  'src/admin/kit/**': {
    file: 'src/admin/kit/a.tsx',
    allowed: '#domain/money.ts',
    refused: ['#domain/orders/b.ts', '#admin/data/orders/b.ts', '#admin/screens/orders/all/b.ts'],
  },
  'src/admin/data/**': {
    file: 'src/admin/data/customers/a.tsx',
    allowed: '#domain/customers/b.ts',
    refused: ['#admin/data/orders/b.ts', '#admin/screens/orders/all/b.ts'],
  },
  'src/admin/data/order-lines/**': {
    file: 'src/admin/data/order-lines/a.tsx',
    allowed: '#admin/data/products/b.ts',
    refused: ['#admin/data/orders/b.ts'],
  },
  'src/admin/data/ready-texts/**': {
    file: 'src/admin/data/ready-texts/a.tsx',
    allowed: '#admin/data/orders/b.ts',
    refused: ['#admin/data/products/b.ts'],
  },
  'src/admin/data/order-events/**': {
    file: 'src/admin/data/order-events/a.tsx',
    allowed: '#admin/data/payments/b.ts',
    refused: ['#admin/data/products/b.ts'],
  },
  'src/admin/data/{payments,shipments}/**': {
    file: 'src/admin/data/shipments/a.tsx',
    allowed: '#admin/data/orders/b.ts',
    refused: ['#admin/data/products/b.ts'],
  },
  'src/admin/{screens,shell}/**': {
    file: 'src/admin/screens/inventory/stock/a.tsx',
    allowed: '#admin/data/products/b.ts',
    refused: ['#admin/shell/b.ts', '#admin/screens/products/catalogue/b.ts', '#features/cart/b.ts'],
  },
  'src/server/*': { file: 'src/server/a.ts', allowed: '#domain/b.ts', refused: ['#server/orders/b.ts', '#built/settings.ts'] },
  'src/server/*/**': {
    file: 'src/server/stock/a.ts',
    allowed: '#server/database/b.ts',
    refused: ['#server/orders/b.ts', '#server/http/b.ts', '#built/settings.ts', '#built/texts.ts', '#components/b.ts'],
  },
  'src/server/accounts/**': {
    file: 'src/server/accounts/a.ts',
    allowed: '#server/settings/b.ts',
    refused: ['#server/orders/b.ts', '#server/http/b.ts', '#built/settings.ts'],
  },
  'src/server/mail/**': {
    file: 'src/server/mail/a.ts',
    allowed: '#server/orders/b.ts',
    refused: ['#server/accounts/b.ts', '#server/http/b.ts', '#built/settings.ts'],
  },
  'src/server/{messages,whatsapp}/**': {
    file: 'src/server/messages/a.ts',
    allowed: '#server/mail/b.ts',
    refused: ['#server/http/b.ts'],
  },
  'src/server/{advances,packing}/**': {
    file: 'src/server/advances/a.ts',
    allowed: '#server/photos/b.ts',
    refused: ['#server/orders/b.ts'],
  },
  'src/server/returns/**': {
    file: 'src/server/returns/a.ts',
    allowed: '#server/settings/b.ts',
    refused: ['#server/orders/b.ts'],
  },
  'src/server/customers/**': {
    file: 'src/server/customers/a.ts',
    allowed: '#server/search/b.ts',
    refused: ['#server/orders/b.ts'],
  },
  'src/server/couriers/**': {
    file: 'src/server/couriers/a.ts',
    allowed: '#server/couriers/b/c.ts',
    refused: ['#server/orders/b.ts'],
  },
  'src/admin/screens/orders/all/**': {
    file: 'src/admin/screens/orders/all/payments/A.tsx',
    allowed: '#admin/screens/orders/all/b.ts',
    refused: ['#admin/screens/orders/new-order/b.ts'],
  },
  'src/server/orders/**': { file: 'src/server/orders/a.ts', allowed: '#server/search/b.ts', refused: ['#server/shipments/b.ts'] },
  'src/server/catalog/**': { file: 'src/server/catalog/a.ts', allowed: '#server/photos/b.ts', refused: ['#server/reviews/b.ts'] },
  'src/server/reviews/**': { file: 'src/server/reviews/a.ts', allowed: '#server/catalog/b.ts', refused: ['#server/orders/b.ts'] },
  'src/server/push/**': { file: 'src/server/push/a.ts', allowed: '#server/mail/b.ts', refused: ['#server/orders/b.ts'] },
  'src/server/http/**': {
    file: 'src/server/http/a.ts',
    allowed: '#server/accounts/b.ts',
    refused: ['#server/mail/b.ts', '#functions/b.ts', '#built/settings.ts'],
  },
  'src/server/api/**': {
    file: 'src/server/api/a.ts',
    allowed: '#server/mail/b.ts',
    refused: ['#functions/b.ts', '#built/settings.ts'],
  },
  'functions/**': {
    file: 'functions/a.ts',
    allowed: '#server/http/b.ts',
    refused: ['#browser/b.ts', '#built/settings.ts', '#functions/b.ts'],
  },
  'local/**': { file: 'local/a.ts', allowed: '#server/b.ts', refused: ['#scripts/b.ts', '#tests/b.ts'] },
};

test('every import rule has a case here', async () => {
  const rules = await readFile(join(ROOT, 'imports.biome.jsonc'), 'utf8');
  const folders = [...rules.matchAll(/"includes": \["([^"]+)"[,\]]/g)].map(([, folder]) => folder);
  expect(Object.keys(CASES).sort()).toEqual(folders.sort());
});

test('every rule refuses what it should and allows the rest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'import-rules-'));
  try {
    await copyFile(join(ROOT, 'imports.biome.jsonc'), join(folder, 'imports.biome.jsonc'));
    await writeFile(join(folder, 'biome.json'), '{ "extends": ["./imports.biome.jsonc"] }');
    for (const { file, allowed, refused } of Object.values(CASES)) {
      const lines = [allowed, './b.ts', ...refused].map((path) => `import '${path}';`).join('\n');
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), file.endsWith('.astro') ? `---\n${lines}\n---\n` : lines);
    }
    expect(refusedImports(folder)).toEqual(
      Object.values(CASES)
        .flatMap(({ file, refused }) => refused.map((path) => `${file} ${path}`))
        .sort(),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** What Biome refuses in a folder, as `file import`, sorted. */
function refusedImports(folder: string): string[] {
  const biome = join(ROOT, 'node_modules/.bin/biome');
  const options = ['--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none'];
  const { stdout } = spawnSync(biome, ['lint', ...options, '.'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { location: { path: string; start: { line: number } } }[] };
  return diagnostics
    .map(({ location: { path, start } }) => {
      const line = readFileSync(join(folder, path), 'utf8').split('\n')[start.line - 1];
      return `${path} ${line?.split("'")[1]}`;
    })
    .sort();
}
