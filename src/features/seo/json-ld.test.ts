import { expect, test } from 'vitest';
import { breadcrumbJsonLd, pageJsonLd } from './json-ld.ts';

test('breadcrumbs have absolute addresses', () => {
  expect(breadcrumbJsonLd([{ name: 'Rings', href: '/category/rings' }], 'https://shop.example')).toMatchObject({
    itemListElement: [{ position: 1, name: 'Rings', item: 'https://shop.example/category/rings' }],
  });
});

test('a page names its shop', () => {
  const about = { type: 'AboutPage', name: 'About Us', description: 'Who we are.', url: 'https://shop.example/about' } as const;
  expect(pageJsonLd(about, 'Naqsh')).toMatchObject({
    '@type': 'AboutPage',
    isPartOf: { '@type': 'WebSite', name: 'Naqsh', url: 'https://shop.example/' },
  });
});
