import { formatCount } from '#admin/kit/formats.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { type CourierChoice, type DispatchRow, ENOUGH_PARCELS } from '#domain/couriers/dispatch.ts';
import { countJobs, type Run } from './booking-run.ts';

/** What a courier's own record in a city says: `2 of 40 came back (5 %), usually 2 days`. */
export function recordText({ ended, delivered, days }: Pick<CourierChoice, 'ended' | 'delivered' | 'days'>): string {
  if (ended === 0) return 'No parcels there yet';
  if (ended < ENOUGH_PARCELS) return `${countText('parcel', ended)} there: too few to say`;
  const back = ended - delivered;
  const came = `${formatCount(back)} of ${formatCount(ended)} came back (${Math.round((100 * back) / ended)} %)`;
  return days === null ? came : `${came}, usually ${daysText(days)}`;
}

function daysText(days: number): string {
  if (days < 1) return 'the same day';
  const shown = Math.round(days);
  return `${shown} ${shown === 1 ? 'day' : 'days'}`;
}

/** How a run ended: `48 booked in 51 s · 2 not booked`. */
export function runText(run: Run): string {
  const { booked, filed, unclear, failed, waiting } = countJobs(run);
  const seconds = Math.round((run.tookMs ?? 0) / 1_000);
  const parts = [
    booked > 0 && `${formatCount(booked)} booked in ${seconds} s`,
    filed > 0 && `${formatCount(filed)} ready for the portal`,
    failed > 0 && `${formatCount(failed)} not booked`,
    unclear > 0 && `${formatCount(unclear)} unclear`,
    waiting > 0 && `${formatCount(waiting)} left`,
  ].filter(Boolean);
  return parts.join(' · ');
}

/** Kilograms for people: `2.4 kg`, `640 g`. */
export function weightText(grams: number): string {
  return grams < 1_000 ? `${formatCount(grams)} g` : `${(grams / 1_000).toFixed(1)} kg`;
}

/** Parcels by what their courier is called, in order of the names. */
export function byCourier(rows: DispatchRow[]): { courier: string; rows: DispatchRow[] }[] {
  const groups = new Map<string, DispatchRow[]>();
  for (const row of rows) {
    const courier = row.booking?.state === 'failed' || !row.booking ? (row.shipment?.carrier ?? '') : row.booking.courier;
    groups.set(courier, [...(groups.get(courier) ?? []), row]);
  }
  return [...groups].map(([courier, rows]) => ({ courier, rows })).sort((one, other) => one.courier.localeCompare(other.courier));
}
