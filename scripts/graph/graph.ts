/** `npm run graph`: draws docs/import-graph.md, which shows which folder imports which, and in docs/architecture/consequences.md what follows a change of an order. */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { ROOT } from '#local/settings.ts';
import { withConsequences } from './consequences.ts';

export const GRAPH_FILE = join(ROOT, 'docs/import-graph.md');
export const CONSEQUENCES_FILE = join(ROOT, 'docs/architecture/consequences.md');

export interface Drawing {
  title: string;
  note: string;
  /** The node that a file belongs to; undefined for files that are not drawn. */
  nodeOf(path: string): string | undefined;
}

export const DRAWINGS: Drawing[] = [
  {
    title: 'The house',
    note: 'Folders of `src`, and `functions`.',
    nodeOf: (path) => /^(?:src\/)?([\w-]+)\//.exec(path)?.[1],
  },
  {
    title: 'The shop',
    note: 'Features. All of them may import `components`, `browser`, `built` and `domain`.',
    nodeOf: (path) => /^src\/features\/([\w-]+)\//.exec(path)?.[1],
  },
  {
    title: 'The back office',
    note: '`data` has a folder per noun, `screens` one per screen.',
    nodeOf: (path) => {
      const [, folder, file] = /^src\/admin\/(?:([\w-]+)\/|(\w+))/.exec(path) ?? [];
      return file ? 'AdminApp' : folder;
    },
  },
  {
    title: 'The nouns',
    note: 'Folders of `src/domain`. All of them may import the files beside them, and statuses, which import nothing.',
    nodeOf: (path) => /^src\/domain\/([\w-]+)\/(?!status\.ts)/.exec(path)?.[1],
  },
  {
    title: 'The server',
    note: 'Nouns. All of them may import `database` and the files beside them.',
    nodeOf: (path) => /^src\/server\/(?!database\/)([\w-]+)\//.exec(path)?.[1],
  },
];

/** Imports of one file by another, tests left out. */
export type Import = [from: string, to: string];

export async function readImports(): Promise<Import[]> {
  const paths = await Array.fromAsync(glob('{src,functions}/**/*.{ts,tsx,astro}', { cwd: ROOT }));
  const sources = paths.filter((path) => !/\.test\.tsx?$/.test(path));
  const imports = await Promise.all(
    sources.map(async (path) => importsOf(path, await readFile(join(ROOT, path), 'utf8')).map((to): Import => [path, to])),
  );
  return imports.flat();
}

/** Paths of the project's own files that a file imports, types included. */
function importsOf(path: string, text: string): string[] {
  const code = path.endsWith('.astro') ? astroCode(text) : text;
  return ts.preProcessFile(code).importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('.')) return [posix.join(posix.dirname(path), fileName)];
    return fileName.startsWith('#') ? [fileName.startsWith('#functions/') ? fileName.slice(1) : `src/${fileName.slice(1)}`] : [];
  });
}

/** The frontmatter and the scripts of an Astro file. */
function astroCode(text: string): string {
  const frontmatter = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
  return [frontmatter, ...scripts].join('\n');
}

/** The nodes that each node imports, sorted, so that the drawing changes only with the imports. */
export function edgesOf({ nodeOf }: Drawing, imports: Import[]): Map<string, string[]> {
  const edges = new Map<string, Set<string>>();
  for (const [from, to] of imports.map(([from, to]) => [nodeOf(from), nodeOf(to)])) {
    if (!from || !to || from === to) continue;
    edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }
  return new Map([...edges].sort().map(([from, to]) => [from, [...to].sort()]));
}

/** The whole page. */
export function drawGraph(imports: Import[]): string {
  const drawings = DRAWINGS.map((drawing) => {
    const arrows = [...edgesOf(drawing, imports)].map(([from, to]) => `  ${from} --> ${to.join(' & ')}`);
    return `## ${drawing.title}\n\n${drawing.note}\n\n\`\`\`mermaid\nflowchart TD\n${arrows.join('\n')}\n\`\`\`\n`;
  });
  return `# Who imports whom\n\nDrawn from the code by \`npm run graph\`. What is allowed stands in \`imports.biome.jsonc\`.\n\n${drawings.join('\n')}`;
}

if (import.meta.main) {
  await writeFile(GRAPH_FILE, drawGraph(await readImports()));
  await writeFile(CONSEQUENCES_FILE, withConsequences(await readFile(CONSEQUENCES_FILE, 'utf8')));
  console.log(`Written: ${GRAPH_FILE}, ${CONSEQUENCES_FILE}`);
}
