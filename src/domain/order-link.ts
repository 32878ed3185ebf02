import * as z from 'zod';
import { line } from '#domain/text-fields.ts';

/** What a link of an order says. The key is sent in the body, where no log or history keeps it. */
export const orderLink = z.object({ orderNumber: line(40), key: line(64) });

export type OrderLink = z.infer<typeof orderLink>;
