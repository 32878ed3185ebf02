import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { DataCards } from '#admin/kit/DataCards.tsx';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { singlePage } from '#admin/kit/define-record.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { SelectionContext } from '#admin/kit/SelectBox.tsx';
import { useIsDesktop } from '#admin/kit/use-is-desktop.ts';
import { useListKeys } from '#admin/kit/use-list-keys.ts';
import { type Selection, useSelection } from '#admin/kit/use-selection.ts';
import type { DispatchCourier, DispatchRow } from '#domain/couriers/dispatch.ts';
import { courierOf } from './chosen-courier.ts';
import { CouriersContext } from './couriers-context.ts';
import { dispatchColumns } from './dispatch-columns.tsx';
import { $chosen, $run, choose, isRunning, startRun } from './run-store.ts';

interface Props {
  rows: DispatchRow[];
  couriers: DispatchCourier[];
}

/** Parcels without a booking, each with its courier, and the button that books all of them. */
export function ToBook({ rows, couriers }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const selection = useRowSelection(rows);
  const Rows = useIsDesktop() ? DataTable : DataCards;
  useListKeys(list, {
    onSelect: (key) => {
      const row = rows.find(({ id }) => id === key);
      if (row) selection.toggle(row);
    },
    onClear: selection.clear,
  });
  if (rows.length === 0) return null;
  return (
    <section aria-label="To book" className="mt-6 first-of-type:mt-0">
      <h2 className="mb-3 text-lg">{countText('parcel', rows.length)} to book</h2>
      <CouriersContext value={couriers}>
        <SelectionContext value={selection as unknown as Selection<never>}>
          <div ref={list}>
            <Rows label="Parcels to book" items={rows} columns={dispatchColumns} keyOf={({ id }) => id} selection={selection} />
          </div>
          <BookBar
            rows={selection.count > 0 ? rows.filter(selection.isSelected) : rows}
            couriers={couriers}
            selection={selection}
          />
        </SelectionContext>
      </CouriersContext>
    </section>
  );
}

/** The rows of the list, all of which are on one page. */
function useRowSelection(rows: DispatchRow[]): Selection<DispatchRow> {
  return useSelection(
    {
      filters: { page: 1, limit: rows.length },
      page: singlePage(rows),
      retry: () => {},
      fetchPage: async () => singlePage(rows),
      fetchWhole: async () => rows,
    },
    ({ orderNumber }) => orderNumber,
  );
}

/** Stays in view below the list: with whom, and the button. Acts on the selected parcels, or on all. */
function BookBar({ rows, couriers, selection }: Props & { selection: Selection<DispatchRow> }) {
  const chosen = useStore($chosen);
  const running = isRunning(useStore($run));
  const ready = rows.flatMap((row) => {
    const courierId = courierOf(row, chosen);
    const { id, orderId, orderNumber, shipment } = row;
    return courierId ? [{ id, orderId, orderNumber, shipmentId: shipment?.id ?? null, courierId }] : [];
  });
  const serving = couriers.filter(({ id }) => rows.some(({ choices }) => choices.some(({ courierId }) => courierId === id)));
  const isSome = selection.count > 0;

  function chooseForAll(courierId: string) {
    for (const row of rows) {
      const wanted = courierId === '' ? row.choices[0]?.courierId : courierId;
      if (wanted && row.choices.some((choice) => choice.courierId === wanted)) choose([row.orderId], wanted);
    }
  }

  return (
    <section aria-label="Book parcels" className="selection-bar">
      <p role="status" className="text-sm font-medium whitespace-nowrap empty:absolute max-sm:sr-only">
        {isSome && `${selection.count} selected`}
      </p>
      {serving.length > 0 && (
        <select
          aria-label={isSome ? 'Courier for those selected' : 'Courier for all'}
          value="choose"
          onChange={({ target }) => chooseForAll(target.value)}
          disabled={running}
          className="field min-h-11 w-auto min-w-0 max-sm:max-w-44"
        >
          <option value="choose" disabled hidden>
            {isSome ? 'Courier for these' : 'Courier for all'}
          </option>
          <option value="">As suggested</option>
          {serving.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <button
        type="button"
        disabled={running || ready.length === 0}
        onClick={() => {
          selection.clear();
          void startRun(ready, couriers);
        }}
        className="btn btn-primary ml-auto min-h-11 px-4"
      >
        {running ? 'Booking…' : `${isSome ? 'Book' : 'Book all'} ${ready.length}`}
      </button>
    </section>
  );
}
