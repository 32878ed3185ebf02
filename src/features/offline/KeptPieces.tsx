import { useEffect, useState } from 'react';
import { loadCatalog } from '#features/product-cards/catalog-index.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { GrowingGrid } from '#features/product-cards/GrowingGrid.tsx';

/** The pieces whose pages this device keeps, as the kept index shows them, and the piece that was asked for. */
export function KeptPieces() {
  const [items, setItems] = useState<CatalogItem[]>([]);
  useEffect(() => void keptItems().then(setItems).catch(console.warn), []);
  if (items.length === 0) return null;
  return (
    <>
      <h2 className="mb-6 text-center text-3xl">Pieces you have looked at</h2>
      <GrowingGrid items={items} />
    </>
  );
}

/** The product of this address first: its card is all that is known of it here. */
async function keptItems(): Promise<CatalogItem[]> {
  const paths = [location.pathname, ...(await keptPaths())];
  const { items } = await loadCatalog();
  const rank = ({ id }: CatalogItem) => paths.indexOf(`/product/${id}`);
  return items.filter((item) => rank(item) >= 0).sort((one, other) => rank(one) - rank(other));
}

/** Paths of the pages that the worker keeps, last kept first. Plain http has no caches. */
async function keptPaths(): Promise<string[]> {
  if (!('caches' in window)) return [];
  const names = (await caches.keys()).filter((name) => name.startsWith('shop-pages'));
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return requests
    .flat()
    .map(({ url }) => new URL(url).pathname)
    .reverse();
}
