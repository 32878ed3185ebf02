import * as z from 'zod';
import { rupees } from '#domain/values.ts';

/** What was paid of an order, in rupees; left out where it is the cash of its delivery alone, or nothing yet. */
export const paid = z
  .object({
    /** Before delivery, seen by staff. */
    advance: rupees,
    /** Store credit. */
    credit: rupees,
    /** In cash at the door, by those of its parcels that were delivered. */
    collected: rupees,
    /** Back to the customer. */
    refunded: rupees,
    /** What the rider asks for at the door. */
    due: rupees,
    /** Received, and not the shop's to keep. */
    toRefund: rupees,
    /** What parcels that came back did not collect, and nobody owes; left out where it is nothing. */
    cameBack: rupees.optional(),
  })
  .nullable()
  .transform((sums) => sums ?? undefined)
  .optional();

export type Paid = NonNullable<z.infer<typeof paid>>;
