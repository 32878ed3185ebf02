import { useEffect, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { SHOP } from '#built/settings.ts';
import { Icon } from '#components/Icon.tsx';
import { Medallion } from '#components/Medallion.tsx';
import { nearestWords } from '#domain/product-search/nearest-words.ts';
import { readingText } from '#domain/product-search/reading-text.ts';
import type { Understood } from '#domain/product-search/understand.ts';
import { isWishing, type Wishes } from '#domain/product-search/wishes.ts';
import { whatsappLink } from '#domain/whatsapp/link.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { OtherWays } from '#features/product-cards/OtherWays.tsx';
import { ProductGrid } from '#features/product-cards/ProductGrid.tsx';
import { loadFinder, nearestOf } from '#features/search/finder.ts';
import { waysOf } from './SearchReading.tsx';

/** Whoever has not typed on for so long has typed what they look for. */
const TYPED_MS = 2000;

/** Searches that this page has reported, so that each is counted once. */
const reported = new Set<string>();

/** A row of the widest grid. */
const SHOWN = 4;

interface Ideas {
  understood: Understood[];
  wishes: Wishes;
  /** How many products the words find, at any price and in any size. */
  unlimited: number;
  /** Words of the shop like those that nobody knows. */
  alike: string[];
  nearest: CatalogItem[];
  /** How many products the search finds without the filters. */
  unfiltered: number;
}

interface Props {
  search: string;
  /** Whether filters may be the reason. */
  isFiltered: boolean;
  /** Searches for something else without filters; for nothing: shows everything. */
  onSearch(search: string): void;
}

/** What a search without result was understood as, and ways on from it. Works without the catalogue, with fewer of them. */
export default function NothingFound({ search, isFiltered, onSearch }: Props) {
  const [ideas, setIdeas] = useState<Ideas>();
  useEffect(() => {
    let isCurrent = true;
    ideasFor(search).then((found) => isCurrent && setIdeas(found), console.warn);
    return () => {
      isCurrent = false;
    };
  }, [search]);
  // That nothing is so cheap, or comes in a size, says nothing about the words.
  const isMissed = ideas?.unfiltered === 0 && ideas.unlimited === 0;
  useEffect(() => {
    if (!isMissed || reported.has(search)) return undefined;
    const timer = setTimeout(() => {
      reported.add(search);
      callApi('POST', '/missed-searches', { body: { search } }).catch(console.warn);
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [search, isMissed]);

  const question = `Assalam-o-alaikum! I looked for “${search}” in your shop and found nothing. Do you have it?`;
  return (
    <div className="pt-8 pb-16 text-center">
      <Medallion icon="search" />
      <p className="mt-6 text-lg">No products available at the moment</p>
      {ideas && <Reasons ideas={ideas} />}
      {isFiltered && ideas && ideas.unfiltered > 0 && (
        <button type="button" className="btn btn-outline mt-6" onClick={() => onSearch(search)}>
          {`Show the ${ideas.unfiltered} without filters`}
        </button>
      )}
      {ideas && ideas.unfiltered === 0 && ideas.unlimited > 0 && (
        <button type="button" className="btn btn-outline mt-6" onClick={() => onSearch(ideas.wishes.text)}>
          {ideas.wishes.isExact
            ? `Show the ${ideas.unlimited} nearest to it`
            : `${waysOf(ideas.wishes)}: show the ${ideas.unlimited} of “${ideas.wishes.text}”`}
        </button>
      )}
      {ideas && ideas.alike.length > 0 && (
        <p className="mt-4 flex flex-wrap items-center justify-center gap-x-4">
          Did you mean
          {ideas.alike.map((word) => (
            <button
              key={word}
              type="button"
              className="min-h-11 underline decoration-gold underline-offset-4"
              onClick={() => onSearch(word)}
            >
              {word}
            </button>
          ))}
        </p>
      )}
      <p className="mt-6 flex flex-wrap justify-center gap-3">
        <a className="btn btn-primary" href={whatsappLink(SHOP.whatsapp, question)}>
          <Icon name="whatsapp" className="size-5" />
          Ask on WhatsApp
        </a>
        <button type="button" className="btn btn-outline" onClick={() => onSearch('')}>
          Show All Products
        </button>
      </p>
      {ideas && ideas.nearest.length > 0 && (
        <section aria-labelledby="nearest-title" className="mt-12 text-left">
          <h2 id="nearest-title" className="mb-6 text-center text-3xl">
            Nearest to it
          </h2>
          <ProductGrid items={ideas.nearest} columns={4} />
        </section>
      )}
      <OtherWays hasSearch />
    </div>
  );
}

/** In a sentence each: what the shop has not, what nobody knows, and what the other words were taken for. */
function Reasons({ ideas: { understood, wishes } }: { ideas: Ideas }) {
  if (wishes.isExact) return <p className="mt-2 text-ink-soft">{`No piece is called “${wishes.text}”.`}</p>;
  return (
    <ul className="mt-2 text-ink-soft">
      {isWishing(wishes) && <li>{`We looked for ${readingText(wishes, [])}.`}</li>}
      {understood.map(({ typed, as, words }) => (
        <li key={typed}>
          {as === 'missing' && `We do not sell “${typed}”.`}
          {as === 'unknown' && `We don’t know “${typed}”.`}
          {words.length > 0 && words[0] !== typed && `We looked for “${typed}” as ${words.join(' or ')}.`}
        </li>
      ))}
    </ul>
  );
}

async function ideasFor(search: string): Promise<Ideas> {
  const { find, vocabulary } = await loadFinder(search);
  const { items, understood, wishes } = find(search);
  const unknown = understood.filter(({ as }) => as === 'unknown');
  return {
    understood,
    wishes,
    unlimited: wishes.text && (wishes.isExact || isWishing(wishes)) ? find(wishes.text).items.length : 0,
    alike: unknown.flatMap(({ typed }) => nearestWords(typed, vocabulary)),
    nearest: [...new Set(nearestOf(understood).flatMap((word) => find(word).items))]
      .filter(({ stockQuantity }) => stockQuantity > 0)
      .slice(0, SHOWN),
    unfiltered: items.length,
  };
}
