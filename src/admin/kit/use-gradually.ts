import { startTransition, useEffect, useState } from 'react';

/** A browser draws this many new rows at once without being felt. */
const NEW_ROWS = 10;

/** The items, of which at most 10 are new: with every picture 10 more follow, so that a long page keeps nobody waiting. */
export function useGradually<Item>(items: Item[], keyOf: (item: Item) => string): Item[] {
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set());
  let fresh = 0;
  const shown = items.filter((item) => drawn.has(keyOf(item)) || fresh++ < NEW_ROWS);
  useEffect(() => {
    if (shown.length < items.length) startTransition(() => setDrawn(new Set(shown.map(keyOf))));
  });
  return shown;
}
