/** What checkout writes as the note of each order. */
export const WEBSITE_NOTE = 'Order placed via website';

/** What somebody wrote about an order; empty where checkout alone did, which tells nobody anything. */
export function noteOf({ notes }: { notes: string }): string {
  return notes.trim() === WEBSITE_NOTE ? '' : notes;
}
