import { useStore } from '@nanostores/react';
import { use } from 'react';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { DispatchRow } from '#domain/couriers/dispatch.ts';
import { courierOf } from './chosen-courier.ts';
import { CouriersContext } from './couriers-context.ts';
import { recordText } from './dispatch-text.ts';
import { $chosen, choose } from './run-store.ts';
import { StateCell } from './StateCell.tsx';

/** With whom a parcel goes, what it costs, and what that courier's own record in the city is. It says which one is suggested. */
export function CourierCell({ row }: { row: DispatchRow }) {
  const couriers = use(CouriersContext);
  const courierId = courierOf(row, useStore($chosen));
  const choice = row.choices.find((one) => one.courierId === courierId);
  const nameOf = (id: string) => couriers.find((one) => one.id === id)?.name ?? '';
  if (!choice)
    return <p className="text-sm text-danger">No courier serves this city. Settings → Couriers says which cities each serves.</p>;
  return (
    <>
      <select
        aria-label={`Courier of ${row.orderNumber}`}
        value={courierId}
        onChange={({ target }) => choose([row.orderId], target.value)}
        className="field min-h-11 w-full"
      >
        {row.choices.map(({ courierId: id, charge }) => (
          <option key={id} value={id}>
            {nameOf(id)}
            {charge === null ? '' : ` · ${formatPrice(charge)}`}
          </option>
        ))}
      </select>
      <p className="mt-1 text-xs text-muted">
        {choice === row.choices[0] && 'Suggested. '}
        {recordText(choice)}
      </p>
      <StateCell row={row} />
    </>
  );
}
