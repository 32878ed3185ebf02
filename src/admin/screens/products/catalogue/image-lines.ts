/** The addresses in a text, one per line. Blank lines are skipped. */
export function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The last part of an address. */
export function fileNameOf(address: string): string {
  return /([^/?#]+)(?:[?#].*)?$/.exec(address)?.[1] ?? address;
}
