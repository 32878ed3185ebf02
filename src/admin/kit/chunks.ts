/** Splits a list into lists of at most `size`. */
export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const cut: Item[][] = [];
  for (let start = 0; start < items.length; start += size) cut.push(items.slice(start, start + size));
  return cut;
}
