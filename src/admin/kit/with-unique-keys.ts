/** Gives each item a React key, for lists whose items have no id and may repeat: its name and a counter. */
export function withUniqueKeys<Item>(items: readonly Item[], nameOf: (item: Item) => string): { key: string; item: Item }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return { key: `${name}#${before}`, item };
  });
}
