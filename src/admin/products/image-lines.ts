/** The addresses in a text, one per line. Blank lines are skipped. */
export function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** React keys that stay with an address when the images are sorted, even if it occurs twice. */
export function keysOf(addresses: string[]): string[] {
  const seen = new Map<string, number>();
  return addresses.map((address) => {
    const times = seen.get(address) ?? 0;
    seen.set(address, times + 1);
    return `${times} ${address}`;
  });
}

/** The last part of an address. */
export function fileNameOf(address: string): string {
  return /([^/?#]+)(?:[?#].*)?$/.exec(address)?.[1] ?? address;
}
