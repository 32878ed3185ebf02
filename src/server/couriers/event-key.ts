import { createHash } from 'node:crypto';
import type { CourierEvent } from './port.ts';

/** What makes an event the same when it comes again: couriers give none an id. */
export function eventKey({ trackingNumber, label, code, reason, station, happenedAt }: CourierEvent): string {
  return createHash('sha256')
    .update(JSON.stringify([trackingNumber, label, code, reason, station, happenedAt]))
    .digest('hex')
    .slice(0, 40);
}
