/** What a search asks for beside words (`readWishes`). Nothing asked for: any. */
export interface Wishes {
  /** What is left to search for; empty: everything that the rest allows. */
  text: string;
  /** Rupees, included. */
  minPrice: number | null;
  maxPrice: number | null;
  /** As products write them, with what fits everybody. */
  sizes: string[];
  /** In quotation marks: the words as they stand, and nothing that they may mean. */
  isExact: boolean;
}

/** A search for words alone. */
export function wordsAlone(text: string): Wishes {
  return { text, minPrice: null, maxPrice: null, sizes: [], isExact: false };
}

/** Whether a text may ask for more than words: `readWishes` finds nothing in any other. Browsers load that only then. */
export function mayWish(typed: string): boolean {
  return /[\p{Nd}"“”]|ha?z+a+r|thousand|hundred|\bs(au|o)\b|sizes?|saiz|ہزار|سو|سائز/iu.test(typed);
}

/** Whether a search asks for more than words. */
export function isWishing({ minPrice, maxPrice, sizes }: Pick<Wishes, 'minPrice' | 'maxPrice' | 'sizes'>): boolean {
  return minPrice !== null || maxPrice !== null || sizes.length > 0;
}
