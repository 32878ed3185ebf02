import { expect, test } from 'vitest';
import type { Category } from '#domain/categories/contract.ts';
import type { Product } from '#domain/products/contract.ts';
import { listedPages, sitemapEntries, sitemapIndex, sitemapPart } from './sitemap.ts';

const site = new URL('https://shop.example');
const rings = { slug: 'rings', updatedAt: '2026-01-01T00:00:00.000Z' } as Category;
const ring = { id: '68f0a1000000000000000213', category: 'rings', updatedAt: '2026-03-01T00:00:00.000Z' } as Product;
const older = { id: '68f0a1000000000000000214', category: 'rings', updatedAt: '2026-02-01T00:00:00.000Z' } as Product;

test('a page’s date is that of the latest change in its content', () => {
  expect(sitemapEntries(['index', 'about', 'products'], [ring, older], [rings])).toEqual([
    { path: '/', changedAt: ring.updatedAt },
    { path: '/about', changedAt: undefined },
    { path: '/products', changedAt: ring.updatedAt },
    { path: '/category/rings', changedAt: ring.updatedAt },
    { path: `/product/${ring.id}`, changedAt: ring.updatedAt },
    { path: `/product/${older.id}`, changedAt: older.updatedAt },
  ]);
});

test('a page whose head says noindex is not listed', () => {
  const sources = {
    './about.astro': "const head = { title: 'About', description: 'Who we are.' };",
    './offline.astro': "const head = { title: 'Offline', noindex: true };",
    './admin.astro': '<AdminLayout title="Admin" robots="noindex, nofollow">',
  };
  expect(listedPages(sources)).toEqual(['about']);
});

test('addresses are absolute, and a page without a known change has no date', () => {
  expect(sitemapPart([{ path: '/about' }, { path: '/', changedAt: ring.updatedAt }], site)).toContain(
    `<url><loc>https://shop.example/about</loc></url><url><loc>https://shop.example/</loc><lastmod>${ring.updatedAt}</lastmod></url>`,
  );
  expect(sitemapIndex(2, site)).toContain('<loc>https://shop.example/sitemap-1.xml</loc>');
});
