import { useState } from 'react';
import { ShipmentForm } from '#admin/data/shipments/ShipmentForm.tsx';
import { OrderField } from './OrderField.tsx';
import type { OrderChoice } from './order-choices.ts';

/** Creates a shipment of an order that is chosen first. */
export function CreateShipment({ onClose }: { onClose: () => void }) {
  const [choice, setChoice] = useState<OrderChoice | null>(null);
  return (
    <ShipmentForm title="Create Shipment" orderId="" isAnother={Boolean(choice?.order.shipments.length)} onClose={onClose}>
      <OrderField choice={choice} onChoice={setChoice} />
    </ShipmentForm>
  );
}
