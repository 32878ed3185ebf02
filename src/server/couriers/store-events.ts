import * as z from 'zod';
import type { Adapter } from '#domain/couriers/adapters.ts';
import { MEANINGS } from '#domain/couriers/parcel-status.ts';
import { callFunction, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { labelKey, readLabel } from './courier-labels.ts';
import { eventKey } from './event-key.ts';
import type { CourierEvent } from './port.ts';

const taughtLabel = z.object({ labelKey: z.string(), meaning: z.enum(MEANINGS) });

const kept = z.object({ stored: z.int(), refused: z.int() });

/**
 * Keeps what a courier told, each event once; a label that nobody understands becomes a row for staff. Returns how many events were new, and how many were refused
 * because their parcel has as many as are kept.
 */
export async function storeEvents(
  db: ShopDatabase,
  courier: { id: string; adapter: Adapter },
  told: CourierEvent[],
): Promise<z.infer<typeof kept>> {
  const rows = db.from('courier_labels').select('label_key, meaning').eq('courier_id', courier.id).not('meaning', 'is', null);
  const taught = Object.fromEntries((await read(rows, taughtLabel.array())).map(({ labelKey, meaning }) => [labelKey, meaning]));
  const events = told.map((event) => ({
    tracking_number: event.trackingNumber,
    event_key: eventKey(event),
    label: event.label,
    label_key: labelKey(event.label),
    code: event.code,
    reason: event.reason,
    station: event.station,
    happened_at: event.happenedAt,
    meaning: readLabel(courier.adapter, event, taught),
  }));
  return callFunction(db, 'store_courier_events', { courier_id: courier.id, events }, kept);
}
