import * as z from 'zod';
import { type Meanings, meaningsOf } from '#domain/product-search/meanings.ts';
import { wordList } from '#domain/product-search/shipped-words.ts';
import { type Understood, understand, type Vocabulary, vocabularyOf } from '#domain/product-search/understand.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { inTime, READ_MS, withinDeadline } from '#server/database/deadline.ts';
import { currentSettings } from '#server/settings/settings.ts';

const shopWords = z.object({ pieces: z.array(z.string()), looks: z.array(z.string()) });

/** The words of a product that was written meanwhile are found as typed all the same. */
const CACHE_MS = 60_000;

let cached: { vocabulary: Promise<Vocabulary>; until: number } | undefined;

let meant: { words: string; meanings: Meanings } | undefined;

/** What a search may mean, by the words that products have now or had a minute ago. */
export async function understandSearch(db: ShopDatabase, typed: string): Promise<Understood[]> {
  const [vocabulary, { search }] = await Promise.all([searchVocabulary(db), currentSettings(db)]);
  if (meant?.words !== search.words) meant = { words: search.words, meanings: meaningsOf(wordList(search.words)) };
  return understand(typed, vocabulary, meant.meanings);
}

/** The words of the products on sale. */
export function searchVocabulary(db: ShopDatabase): Promise<Vocabulary> {
  if (!cached || Date.now() > cached.until) {
    cached = { vocabulary: withinDeadline(READ_MS, () => readVocabulary(db)), until: Date.now() + CACHE_MS };
    cached.vocabulary.catch(() => {
      cached = undefined;
    });
  }
  return inTime(cached.vocabulary);
}

async function readVocabulary(db: ShopDatabase): Promise<Vocabulary> {
  return vocabularyOf(await callFunction(db, 'search_vocabulary', {}, shopWords));
}
