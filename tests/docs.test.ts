/** Holds the docs to what is there: links, paths, commands, environment variables. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';
import { COURIER_ADAPTERS, type CourierWithApi } from '#server/couriers/courier-adapters.ts';
import { hintVariableOf, urlVariableOf } from '#server/couriers/courier-apis.ts';
import { BEGINNERS, type Press } from './e2e/tasks.ts';

const PAGES = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const exists = (path: string) => existsSync(join(ROOT, path));
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** What a pattern finds in each page and a check does not accept, as `page: found`. */
const wrongIn = (pattern: RegExp, isRight: (found: string, page: string) => boolean) =>
  PAGES.flatMap((page) =>
    findAll(read(page), pattern)
      .filter((found) => !isRight(found, page))
      .map((found) => `${page}: ${found}`),
  );

/** A page's headings as GitHub turns them into anchors. */
const anchorsOf = (page: string) =>
  findAll(read(page), /^#+ (.+)$/gm).map((title) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

test('every link leads to a file and one of its headings', () => {
  const broken = wrongIn(/\]\((?!https?:|mailto:)([^)]+)\)/g, (link, page) => {
    const [path, anchor] = link.split('#');
    const target = path ? normalize(join(dirname(page), path)) : page;
    return exists(target) && (!anchor || anchorsOf(target).includes(anchor));
  });
  expect(broken).toEqual([]);
});

test('every path in backticks exists', () => {
  // Names with a placeholder (`src/server/<noun>`) stand for many files.
  const path = /`((?:docs|functions|local|public|scripts|src|supabase|tests)\/[^`\s<…]+?)\/?`/g;
  expect(wrongIn(path, (found) => exists(found) || globSync(found, { cwd: ROOT }).length > 0)).toEqual([]);
});

test('every file that is named without its folder exists', () => {
  const names = globSync('{functions,local,scripts,src,supabase,tests}/**/*.*', { cwd: ROOT }).map((path) => basename(path));
  const known = new Set([...names, ...globSync('*', { cwd: ROOT })]);
  expect(wrongIn(/`([\w-][\w.-]*\.(?:astro|css|sql|tsx?))`/g, (name) => known.has(name))).toEqual([]);
});

test('every file that a comment names exists', () => {
  const sources = globSync(
    ['*.grit', '{functions,local,scripts,src,tests}/**/*.{astro,css,js,ts,tsx}', 'supabase/schemas/**/*.sql'],
    { cwd: ROOT },
  ).filter((path) => !path.includes('node_modules'));
  const names = new Set(
    globSync('{docs,functions,local,public,scripts,src,supabase,tests}/**/*.*', { cwd: ROOT }).map((path) => basename(path)),
  );
  const isThere = (found: string) =>
    /^(?:docs|functions|local|public|scripts|src|supabase|tests)\//.test(found) ? exists(found) : names.has(basename(found));
  const missing = sources.flatMap((path) => {
    const comments = read(path).match(/(?:^|[\s{])\/\*[\s\S]*?\*\/|(?:^|\s)(?:\/\/|--).*/gm) ?? [];
    const named = findAll(comments.join('\n'), /(?<![\w:/.$}-])(\w[\w./-]*\.(?:astro|css|md|sql|tsx?))\b(?![\w(])/g);
    return named.filter((found) => !isThere(found) && !exists(found)).map((found) => `${path}: ${found}`);
  });
  expect(missing).toEqual([]);
});

test('every npm command exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(wrongIn(/npm run ([a-z0-9:]+)/g, (name) => name in scripts)).toEqual([]);
});

test('the table of reasons has those that make up a score, with their points', () => {
  const numbers = (text: string) => findAll(text, /(\d+)/g).toSorted().join(' ');
  const [inSql = ''] = findAll(
    read('supabase/schemas/orders/confirmation_rules.sql'),
    /from \(values\n([\s\S]+?)\) as r \(code, text, points\)/g,
  );
  const reasons = inSql.split(/\n +(?=\('\w+', )/).map((reason) => {
    const points = findAll(reason, /\bthen (.+?)(?= when | end\b)/g);
    return `${/'(\w+)'/.exec(reason)?.[1]}: ${numbers(points.join(' '))}`;
  });
  const [table = ''] = findAll(read('docs/operations/confirming-orders.md'), /\n\| reason .+\n\| -.+\n((?:\|.+\n)+)/g);
  const rows = table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()));
  expect(reasons.length).toBeGreaterThan(10);
  expect(rows.map(([, code, , points = '']) => `${code}: ${numbers(points)}`)).toEqual(reasons);
});

test('the tables of where things are have the forty tasks whose ways a browser walks, each with at most two presses beside the phone’s menu', () => {
  const wayOf = (presses: readonly Press[]) =>
    presses.map((press) => `_${typeof press === 'string' ? press : Object.values(press)[0]}_`).join(', ') || 'there already';
  const page = read('docs/operations/finding-things.md');
  const tasks = BEGINNERS.flatMap((beginner) => beginner.tasks);
  const rows = findAll(page, /^\|(.+)\|$/gm).map((row) => row.split('|').map((cell) => cell.trim()));
  expect(rows.filter(([wish = '']) => !/^(Question|-+)$/.test(wish))).toEqual(
    tasks.map(({ wish, atDesk, onPhone, finds: [, ...names] }) => [wish, wayOf(atDesk), wayOf(onPhone), `_${names.join(': ')}_`]),
  );
  expect(findAll(page, /^## .+, from _(.+)_$/gm)).toEqual(BEGINNERS.map(({ first: [title] }) => title));
  expect(tasks).toHaveLength(40);
  const withoutMenu = tasks.flatMap(({ atDesk, onPhone }) => [atDesk, onPhone.filter((press) => press !== 'Menu')]);
  expect(withoutMenu.filter((presses) => presses.length > 2)).toEqual([]);
});

test('the index of decisions names each page by its title', () => {
  const listed = findAll(read('docs/decisions/README.md'), /^- (\[.+\]\(.+\))$/gm);
  const pages = PAGES.filter((page) => /decisions\/(\w+\/)?\d/.test(page)).map((page) => {
    const [title = ''] = findAll(read(page), /^# (.+)$/gm);
    return `[${title.replace('. ', ' ')}](${page.replace('docs/decisions/', '')})`;
  });
  expect(listed.toSorted()).toEqual(pages.toSorted());
});

test('.env.example has every variable that the code reads, and no other', () => {
  const paths = globSync(['astro.config.mjs', '{functions,local,scripts,src,tests}/**/*.{ts,tsx,js}'], { cwd: ROOT });
  const code = paths.map(read);
  const direct = code.flatMap((text) => findAll(text, /\b(?:process\.env|environment)(?:\.|\[')([A-Z][A-Z_]+)/g));
  const parsed = code.filter((text) => text.includes('parseEnv(')).flatMap((text) => findAll(text, /\b([A-Z][A-Z_]+): \w/g));
  const named = code.flatMap((text) => findAll(text, /\bvariableIn\(\w+(?:\.env)?, '([A-Z_]+)'/g));
  const couriers = (Object.keys(COURIER_ADAPTERS) as CourierWithApi[]).flatMap((courier) => [
    ...COURIER_ADAPTERS[courier].secrets,
    urlVariableOf(courier),
    hintVariableOf(courier),
  ]);
  // Read by Resend's library and by glibc.
  const known = new Set([
    ...direct,
    ...parsed,
    ...named,
    ...couriers,
    'RESEND_BASE_URL',
    'MALLOC_ARENA_MAX',
    'NODE_COMPILE_CACHE',
  ]);
  // Every process has a PATH; NODE_VERSION is netlify.toml's.
  known.delete('PATH');
  known.delete('NODE_VERSION');
  expect(findAll(read('.env.example'), /^#([A-Z_]+)=/gm).toSorted()).toEqual([...known].toSorted());
});
