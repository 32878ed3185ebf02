import type { PageType, Step } from './page-head.ts';

interface Listed {
  name: string;
  href: string;
}

/** List entries in structured data. */
const MAX_ENTRIES = 30;

/** The list on a page as schema.org ItemList. */
export function itemListJsonLd(name: string, entries: Listed[], site: URL | undefined): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    numberOfItems: entries.length,
    itemListElement: entries.slice(0, MAX_ENTRIES).map((entry, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: entry.name,
      url: new URL(entry.href, site).href,
    })),
  };
}

interface Page {
  type: PageType;
  name: string;
  description: string;
  /** Absolute address. */
  url: string;
}

/** A page as schema.org WebPage, part of the shop's WebSite. */
export function pageJsonLd({ type, name, description, url }: Page, shop: string): object {
  const website = { '@type': 'WebSite', name: shop, url: new URL('/', url).href };
  return { '@context': 'https://schema.org', '@type': type, name, description, url, inLanguage: 'en', isPartOf: website };
}

/** Breadcrumbs as schema.org BreadcrumbList. */
export function breadcrumbJsonLd(steps: Step[], site: URL | string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(href, site).href,
    })),
  };
}
