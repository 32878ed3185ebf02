import { readingText } from '#domain/product-search/reading-text.ts';
import { OCCASION_LABELS, OCCASIONS } from '#domain/products/occasions.ts';
import { priceBorders, priceLabel } from '#domain/products/price-ranges.ts';
import { type Finder, nearestOf } from './finder.ts';
import { lastSearches } from './last-searches.ts';
import { allOption, productOption, searchedOption, waysGroup } from './search-options.ts';

/** Products offered: on a phone as many as stand above the keyboard. */
const SHOWN = { phone: 4, elsewhere: 6 };

/** What is offered for what stands in the box: options, and groups of them. */
export interface Offer {
  title: string;
  parts: HTMLElement[];
  /** Whether there are last searches, which can be cleared. */
  isHistory?: boolean;
}

/** What to offer for what was typed; without a finder, the last searches alone. */
export function offerFor(typed: string, finder: Finder | undefined): Offer {
  const term = typed.trim();
  if (!term) return beforeTyping(finder);
  if (!finder) return { title: '', parts: [] };
  const { items, understood, wishes } = finder.find(term);
  if (items.length > 0) {
    const count = items.length === 1 ? '1 piece' : `${items.length} pieces`;
    const title = wishes.text
      ? `${count} for ${readingText(wishes, understood)}`
      : `${count}: ${readingText(wishes, understood)}`;
    return { title, parts: [...items.slice(0, shown()).map(productOption), allOption(term, 'See all results')] };
  }
  const nearest = nearestOf(understood).flatMap((word) => finder.find(word).items);
  const [missing] = understood.filter(({ as }) => as === 'missing');
  const title = missing ? `We have no “${missing.typed}”` : `Nothing found for “${term}”`;
  return {
    title: nearest.length > 0 ? `${title}. Nearest to it:` : title,
    parts: [...new Set(nearest)].slice(0, shown()).map(productOption).concat(allOption(term, 'Search all products')),
  };
}

/** The last searches, and ways in: occasions, categories and budgets that the shop has. */
function beforeTyping(finder: Finder | undefined): Offer {
  const last = lastSearches();
  const items = finder?.items ?? [];
  const occasions = OCCASIONS.filter((occasion) => items.some((item) => item.occasions.includes(occasion)));
  const categories = new Map(items.map(({ category, categoryName }) => [category, categoryName]));
  const ways: [label: string, ways: [href: string, text: string][]][] = [
    ['Occasions', occasions.map((occasion) => [`/products?occasion=${occasion}`, OCCASION_LABELS[occasion]])],
    ['Categories', [...categories].map(([slug, name]) => [`/category/${slug}`, name])],
    [
      'Budgets',
      priceBorders(items.map(({ price }) => price)).map((maxPrice) => [
        `/products?maxPrice=${maxPrice}`,
        priceLabel({ minPrice: null, maxPrice }),
      ]),
    ],
  ];
  const groups = ways.filter(([, { length }]) => length > 0).map(([label, links]) => waysGroup(label, links));
  const title = last.length > 0 ? 'Your last searches' : 'Type a word, an occasion or a budget, or choose';
  return {
    title: last.length + groups.length > 0 ? title : '',
    parts: [...last.map(searchedOption), ...groups],
    isHistory: last.length > 0,
  };
}

function shown(): number {
  return innerWidth < 768 ? SHOWN.phone : SHOWN.elsewhere;
}
