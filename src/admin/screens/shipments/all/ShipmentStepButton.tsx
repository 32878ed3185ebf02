import { useStoppedOrders } from '#admin/data/orders/StoppedOrders.tsx';
import { shipments } from '#admin/data/shipments/definition.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { useStatusChange } from '#admin/kit/use-status-change.ts';
import { Link } from '#admin/platform/Link.tsx';
import { navigate } from '#admin/platform/router.ts';
import type { Shipment } from '#domain/shipments/contract.ts';
import { shipmentStep } from './shipment-step.ts';

/** The next step of a shipment as one button; nothing when there is none. It is named as on the order. */
export function ShipmentStepButton({ shipment }: { shipment: Shipment }) {
  const { shipmentNumber, orderNumber } = shipment;
  const step = shipmentStep(shipment);
  const stoppedOrders = useStoppedOrders();
  const change = useStatusChange(shipments, (refusal, retry) => stoppedOrders.ask([refusal], retry));
  const button = (label: string, right: 'send_parcels' | 'receive_returns', onClick: () => void) => (
    <MayButton right={right} onClick={onClick} className="btn btn-primary">
      {label}
      <span className="sr-only"> of shipment {shipmentNumber}</span>
    </MayButton>
  );
  return (
    <>
      {step === 'handOver' && button('Hand over', 'send_parcels', () => change(shipment, 'shipped'))}
      {step === 'deliver' && button('Delivered', 'send_parcels', () => change(shipment, 'delivered'))}
      {step === 'receive' && button('Received back', 'receive_returns', () => navigate(`/admin/receive?code=${shipmentNumber}`))}
      {step === 'decide' && (
        <Link href={`/admin/orders/${orderNumber}`} className="btn btn-primary">
          Open {orderNumber}
        </Link>
      )}
      {stoppedOrders.question}
    </>
  );
}
