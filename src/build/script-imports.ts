import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const found = new Map<string, string[]>();

/**
 * Scripts and all that they import at once, so that a browser can ask for all of them together: otherwise only a script tells what it imports.
 * Read once per process.
 *
 * @param folder where the built files lie
 * @param scripts addresses, as `/_astro/shop.abc.js`
 */
export function withImports(folder: string, scripts: string[]): string[] {
  const files = new Set(scripts);
  for (const script of files) for (const file of importsOf(folder, script)) files.add(file);
  return [...files];
}

function importsOf(folder: string, script: string): string[] {
  const path = join(folder, script);
  const known = found.get(path);
  if (known) return known;
  const imports = readFileSync(path, 'utf8').matchAll(/(?:^|[;\n])import(?:[^;"']*? ?from)?["']\.\/([^"']+)["']/g);
  const files = Array.from(imports, ([, file]) => `/_astro/${file}`);
  found.set(path, files);
  return files;
}
