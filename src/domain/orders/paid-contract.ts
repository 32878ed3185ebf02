import * as z from 'zod';
import { rupees } from '#domain/values.ts';

/** What was paid of an order beside the cash at its door, in rupees; left out where it was nothing, and nothing waits to go back. */
export const paid = z
  .object({
    /** Before delivery, seen by staff. */
    advance: rupees,
    /** Store credit. */
    credit: rupees,
    /** In cash at the door. */
    collected: rupees,
    /** Back to the customer. */
    refunded: rupees,
    /** What the rider asks for at the door. */
    due: rupees,
    /** Received, and not the shop's to keep. */
    toRefund: rupees,
  })
  .nullable()
  .transform((sums) => sums ?? undefined)
  .optional();

export type Paid = NonNullable<z.infer<typeof paid>>;
