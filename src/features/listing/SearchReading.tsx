import { useEffect, useState } from 'react';
import { isInsteadOf, readingText } from '#domain/product-search/reading-text.ts';
import type { Understood } from '#domain/product-search/understand.ts';
import { isWishing, type Wishes } from '#domain/product-search/wishes.ts';
import { loadFinder } from '#features/search/finder.ts';

interface Props {
  search: string;
  /** Searches for something else. */
  onSearch(search: string): void;
}

/** What a search was read as, where that is more or other than its words, and the way back to them. */
export default function SearchReading({ search, onSearch }: Props) {
  const [read, setRead] = useState<{ wishes: Wishes; understood: Understood[] }>();
  useEffect(() => {
    let isCurrent = true;
    setRead(undefined);
    loadFinder(search).then(({ find }) => isCurrent && setRead(find(search)), console.warn);
    return () => {
      isCurrent = false;
    };
  }, [search]);
  if (!read || read.wishes.isExact) return null;
  const { wishes, understood } = read;
  const isInstead = understood.some(isInsteadOf);
  if (!isInstead && !isWishing(wishes)) return null;
  const ways: [text: string, search: string][] = [
    ...(isInstead ? [[`Search for “${wishes.text}” alone`, `"${wishes.text}"`] as [string, string]] : []),
    ...(isWishing(wishes) && wishes.text ? [[waysOf(wishes), wishes.text] as [string, string]] : []),
  ];
  return (
    <p role="status" className="-mt-2 mb-4 flex flex-wrap items-center gap-x-4 text-sm">
      <span className="[overflow-wrap:anywhere]">We looked for {readingText(wishes, understood)}.</span>
      {ways.map(([text, other]) => (
        <button
          key={text}
          type="button"
          className="min-h-9 underline decoration-gold underline-offset-4"
          onClick={() => onSearch(other)}
        >
          {text}
        </button>
      ))}
    </p>
  );
}

/** `At any price`, `In any size and at any price`. */
export function waysOf({ minPrice, maxPrice, sizes }: Wishes): string {
  const hasPrice = minPrice !== null || maxPrice !== null;
  if (sizes.length === 0) return 'At any price';
  return hasPrice ? 'In any size, at any price' : 'In any size';
}
