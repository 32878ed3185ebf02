/** Items with a key each, for a list of what has no id and may be there twice: its name, and which of that name it is. */
export function withUniqueKeys<Item>(items: readonly Item[], nameOf: (item: Item) => string): { key: string; item: Item }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return { key: `${name}#${before}`, item };
  });
}
