interface Listed {
  name: string;
  href: string;
}

/** Entries of a list that search engines are told; the pages themselves say the rest. */
const ENTRIES_TOLD = 30;

/** What a page lists, in the order in which it lists it, for search results. */
export function itemListJsonLd(name: string, entries: Listed[], site: URL | undefined): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    numberOfItems: entries.length,
    itemListElement: entries.slice(0, ENTRIES_TOLD).map((entry, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name: entry.name,
      url: new URL(entry.href, site).href,
    })),
  };
}
