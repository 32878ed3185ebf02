/** A list cut into lists of at most so many: what one request may carry. */
export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const cut: Item[][] = [];
  for (let start = 0; start < items.length; start += size) cut.push(items.slice(start, start + size));
  return cut;
}
