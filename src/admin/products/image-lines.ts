/** Image addresses as typed, one per line; blank lines count for nothing. */
export function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** A key for each address that stays with it while they change places, also when one is there twice. */
export function keysOf(addresses: string[]): string[] {
  const seen = new Map<string, number>();
  return addresses.map((address) => {
    const times = seen.get(address) ?? 0;
    seen.set(address, times + 1);
    return `${times} ${address}`;
  });
}

/** What staff know an image by: the last part of its address. */
export function fileNameOf(address: string): string {
  return /([^/?#]+)(?:[?#].*)?$/.exec(address)?.[1] ?? address;
}
