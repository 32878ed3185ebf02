import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import * as z from 'zod';
import { addressLines } from '#admin/data/orders/labels.ts';
import { shipments } from '#admin/data/shipments/definition.ts';
import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { useFieldError } from '#admin/kit/fields.tsx';
import { SearchSelect } from '#admin/kit/SearchSelect.tsx';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { ApiFailure } from '#browser/api.ts';
import { Field } from '#components/Field.tsx';
import { type Order, order } from '#domain/orders/contract.ts';
import { choicesOf, matches, type OrderChoice, orderNumberIn } from './order-choices.ts';

interface Props {
  choice: OrderChoice | null;
  onChoice: (choice: OrderChoice | null) => void;
}

/** The order of a new shipment, in the form around: one in processing, or any other by typing. Shows what the chosen one holds. */
export function OrderField({ choice, onChoice }: Props) {
  const { field } = useController({ name: 'orderId' });

  return (
    <div className="mb-4">
      <Field
        label="Order *"
        error={useFieldError('orderId')}
        hint={choice ? undefined : 'Type an order number, name, phone or e-mail to find any other.'}
      >
        {(control) => (
          <SearchSelect
            {...control}
            label="Order *"
            inputRef={field.ref}
            resource="orders"
            placeholder="Select an order..."
            value={choice}
            onChange={(found) => {
              onChoice(found);
              field.onChange(found?.id ?? '');
            }}
            search={searchOrders}
            failure="Failed to load orders"
          />
        )}
      </Field>
      {choice && <ChosenOrder order={choice.order} />}
    </div>
  );
}

/** Where the order goes, what is in it, and whether it already has a shipment. */
function ChosenOrder({ order: chosen }: { order: Order }) {
  const { orderNumber } = chosen;
  const { data } = useQuery(shipments.queries.list({ ...shipments.filters.defaults, orderNumber, limit: 100 }));
  const sent = data?.items
    // The operation finds parts of numbers, too: ORD-1000 in ORD-10001.
    .filter((other) => other.orderNumber === orderNumber)
    .map(({ shipmentNumber, status }) => `${shipmentNumber} (${SHIPMENT_STATUS_LABELS[status].text})`)
    .join(', ');

  return (
    <div className="mt-2 space-y-1 rounded-md bg-cream px-4 py-3 text-sm break-words text-ink-soft">
      <p>{addressLines(chosen).join(', ')}</p>
      <p>{chosen.items.map(({ productName, quantity }) => `${productName} x ${quantity}`).join(' · ')}</p>
      <p aria-live="polite" className="font-medium text-wine empty:hidden">
        {sent && `Already has a shipment: ${sent}`}
      </p>
    </div>
  );
}

/** The orders that a typed text may mean: those in processing whose number or customer contains it, the one with that number, those that the search of orders finds. */
async function searchOrders(text: string, signal?: AbortSignal): Promise<OrderChoice[]> {
  const number = orderNumberIn(text);
  const [processing, numbered, found] = await Promise.all([
    fetchOrders({ page: 1, limit: 100, status: 'processing' }, signal),
    number ? fetchByNumber(number, signal) : [],
    text ? fetchOrders({ page: 1, limit: 20, search: text }, signal) : [],
  ]);
  return choicesOf([...numbered, ...processing.filter((one) => matches(one, text)), ...found]);
}

function fetchOrders(query: Record<string, string | number>, signal?: AbortSignal): Promise<Order[]> {
  return callStaffApi('GET', '/orders', { query, schema: z.array(order), signal });
}

async function fetchByNumber(number: string, signal?: AbortSignal): Promise<Order[]> {
  try {
    return [await callStaffApi('GET', `/orders/number/${number}`, { schema: order, signal })];
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return [];
    throw error;
  }
}
