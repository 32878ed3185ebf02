import * as z from 'zod';
import { searchText } from '#domain/text-fields.ts';
import { day } from '#domain/values.ts';

/** A search that found nothing, as it was typed. */
export const missedSearchReport = z.object({ search: searchText(200) });

/** A term of the last thirty days that the shop does not understand, or does not sell. */
export const missedSearch = z.object({
  term: z.string(),
  searches: z.int(),
  lastDay: day,
  /** Words of the shop that look like it. */
  alike: z.array(z.string()),
});

export type MissedSearch = z.infer<typeof missedSearch>;
