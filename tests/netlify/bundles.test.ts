import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { ROOT } from '#local/settings.ts';

const { log, config, functions, unpacked, environment } = inject('netlify');

const MB = 1_000_000;

/** They fetch or take photos and draw them anew. */
const DRAWING = ['categories', 'packing', 'products', 'share-pictures', 'upload'];

/** What neither a page nor a function may hold. */
const SECRETS = [
  'SUPABASE_SECRET_KEY',
  'SECOND_FACTOR_KEY',
  'SUPABASE_DB_URL',
  'NETLIFY_BUILD_HOOK',
  'RESEND_API_KEY',
  'VAPID_PRIVATE_KEY',
];

const filesOf = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
};

/** The files of a folder that hold one of the texts, and which. */
async function holdersOf(folder: string, texts: Record<string, string>): Promise<string[]> {
  const holders: string[] = [];
  for (const file of await filesOf(folder)) {
    const content = await readFile(join(folder, file));
    for (const [name, text] of Object.entries(texts)) if (content.includes(text)) holders.push(`${file}: ${name}`);
  }
  return holders;
}

test('Netlify builds the shop without warnings', () => {
  expect(log).toContain('Netlify Build Complete');
  expect(log.match(/.*\b(warn(ing)?|deprecated|invalid|unsupported|ignor(ed|ing)|fail(ed)?|skipp(ed|ing))\b.*/gi)).toBeNull();
});

test('every file of functions/ becomes a function, for the Node version that the shop is tested with', async () => {
  const files = (await readdir(join(ROOT, 'functions'))).map((file) => file.replace(/\.ts$/, ''));
  expect(functions.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'local/node/package.json'), 'utf8'));
  expect(dependencies.node).toMatch(new RegExp(`^${config.build.environment['NODE_VERSION']}\\.`));
  const [major] = process.versions.node.split('.');
  expect(new Set(functions.map(({ runtimeVersion }) => runtimeVersion))).toEqual(new Set([`nodejs${major}.x`]));
});

test('a function is at most 5 MB, with the image library 15 MB', async () => {
  for (const { name, path } of functions) {
    const { size } = await stat(path);
    expect(size, name).toBeLessThan((DRAWING.includes(name) ? 15 : 5) * MB);
  }
});

test('only functions that process photos contain the image library', async () => {
  const holding = [];
  for (const { name } of functions) {
    const files = await filesOf(join(unpacked, name));
    if (files.some((file) => /^node_modules\/(sharp|@img)\//.test(file))) holding.push(name);
  }
  expect(holding.toSorted()).toEqual(DRAWING);
});

test('a function contains its code, packages and fonts, but not the Node that `npm start` installs', async () => {
  for (const { name } of functions) {
    const files = await filesOf(join(unpacked, name));
    const foreign = files.filter(
      (file) =>
        !/^(functions\/[\w-]+\.mjs|node_modules\/(?!\.bin\/).+|package\.json|src\/server\/share-pictures\/fonts\/\w+\.ttf|___netlify-[\w-]+\.(mjs|json))$/.test(
          file,
        ),
    );
    expect(foreign, name).toEqual([]);
  }
});

test('no page or function contains a secret of the build environment', async () => {
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, environment[name] ?? '']));
  for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(20);
  expect(await holdersOf(unpacked, secrets)).toEqual([]);
  // What is looked for with does find: pages may show photos of the project, and say so.
  const { SUPABASE_URL = '' } = environment;
  const found = await holdersOf(join(ROOT, 'dist'), { ...secrets, SUPABASE_URL });
  expect(found).toContain('index.html: SUPABASE_URL');
  expect(found.filter((holder) => !holder.endsWith('SUPABASE_URL'))).toEqual([]);
});
