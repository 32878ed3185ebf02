import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { useFieldError } from '#admin/kit/fields.tsx';
import { SearchSelect } from '#admin/kit/SearchSelect.tsx';
import { Field } from '#components/Field.tsx';
import type { Order } from '#shared/schemas/orders.ts';
import type { OrderChoice } from './order-choices.ts';
import { searchOrders } from './search-orders.ts';
import { SHIPMENT_STATUSES } from './shipment-labels.ts';
import { fetchShipmentsOf } from './shipments-api.ts';

interface Props {
  choice: OrderChoice | null;
  onChoice: (choice: OrderChoice | null) => void;
}

/** The order that a shipment of the form around sends: at first those being processed, by typing any other, and what it holds once it is chosen. */
export function OrderField({ choice, onChoice }: Props) {
  const { field } = useController({ name: 'orderId' });

  return (
    <div className="mb-4">
      <Field
        label="Order *"
        error={useFieldError('orderId')}
        hint={choice ? undefined : 'Type an order number or the customer’s e-mail to find any other.'}
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

/** Where the order goes and what is in it, and whether it has been sent already. */
function ChosenOrder({ order }: { order: Order }) {
  const { data: shipments = [] } = useQuery({
    queryKey: ['shipments', 'of', order.orderNumber],
    queryFn: ({ signal }) => fetchShipmentsOf(order.orderNumber, signal),
  });
  const sent = shipments.map(({ shipmentNumber, status }) => `${shipmentNumber} (${SHIPMENT_STATUSES[status]})`).join(', ');

  return (
    <div className="mt-2 space-y-1 rounded-md bg-cream px-4 py-3 text-sm break-words text-ink-soft">
      <p>{[order.customerAddress, order.city].filter(Boolean).join(', ')}</p>
      <p>{order.items.map(({ productName, quantity }) => `${productName} x ${quantity}`).join(' · ')}</p>
      <p aria-live="polite" className="font-medium text-wine empty:hidden">
        {sent && `Already has a shipment: ${sent}`}
      </p>
    </div>
  );
}
