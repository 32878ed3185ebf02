import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DRAWINGS, drawGraph, edgesOf, GRAPH_FILE, readImports } from './graph.ts';

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
