import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CHAPTERS, consequencesOf, withConsequences } from './consequences.ts';
import { CONSEQUENCES_FILE, DRAWINGS, drawGraph, edgesOf, GRAPH_FILE, readImports } from './graph.ts';

const imports = await readImports();

test.each(DRAWINGS)('$title: no folder imports itself through others', (drawing) => {
  const edges = edgesOf(drawing, imports);
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of edges.get(from) ?? []) if (!seen.has(to)) reach(to, seen.add(to));
    return seen;
  };
  expect([...edges.keys()].filter((folder) => reach(folder).has(folder))).toEqual([]);
});

test('docs/import-graph.md shows what the code imports: `npm run graph` draws it', async () => {
  expect(await readFile(GRAPH_FILE, 'utf8')).toBe(drawGraph(imports));
});

test('docs/architecture/consequences.md shows what follows a change of an order or a parcel: `npm run graph` draws it', async () => {
  const page = await readFile(CONSEQUENCES_FILE, 'utf8');
  expect(withConsequences(page)).toBe(page);
  for (const { title } of CHAPTERS) expect(page).toContain(title);
});

test('a list has a line for each call, with its condition, in their order', () => {
  const list = `create function shop.after_change() returns void
as $$
begin
  if tg_op = 'INSERT' then
    if new.is_sold then perform shop.count(null, new); end if;
  end if;
  -- perform shop.no_line();
  perform shop.need_right('refund');
end;
$$;`;
  const counts = '-- Counts an order. Takes it.\ncreate function shop.count(old public.orders)';
  const right = '-- Asks for\n-- a right.\ncreate function shop.need_right(needed text)';
  const schemas = new Map([
    ['schemas/a.sql', counts],
    ['schemas/b.sql', `${right}\n${list}`],
  ]);
  expect(consequencesOf('after_change', schemas)).toEqual([
    { when: 'new.is_sold', calls: 'count', says: 'Counts an order.', file: 'schemas/a.sql' },
    { when: '', calls: "need_right('refund')", says: 'Asks for a right.', file: 'schemas/b.sql' },
  ]);
  expect(() => consequencesOf('after_nothing', schemas)).toThrow('No schema file has a list after_nothing');
});
