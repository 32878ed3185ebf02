import { shipments, useShipmentCounts } from '#admin/data/shipments/definition.ts';
import { AskedSums } from '#admin/data/shipments/labels/AskedSums.tsx';
import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { RecordScreen } from '#admin/kit/RecordScreen.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { BulkActions, PasteButtons } from './BulkActions.tsx';
import { CreateShipment } from './CreateShipment.tsx';
import { EditShipment } from './EditShipment.tsx';
import { ShipmentDetails } from './ShipmentDetails.tsx';
import { shipmentColumns, shipmentCsv } from './shipment-columns.tsx';

/** The parcels on their way to shoppers. */
export default function ShipmentsPage() {
  const countOf = useShipmentCounts();
  return (
    <RecordScreen
      record={shipments}
      title="Shipments"
      columns={shipmentColumns}
      csv={shipmentCsv}
      filters={[
        { search: 'orderNumber', label: 'Order number', placeholder: 'Search...' },
        { search: 'trackingNumber', label: 'Tracking number', placeholder: 'Search...' },
        { states: 'status', label: 'Status', all: 'All Statuses', names: textsOf(SHIPMENT_STATUS_LABELS), countOf },
        { from: 'startDate', to: 'endDate' },
      ]}
      dialogs={{ details: ShipmentDetails, edit: EditShipment }}
      deletion={({ shipmentNumber, recipientName, orderNumber }) =>
        `${shipmentNumber} to ${recipientName}. Its order ${orderNumber} stays as it is.`
      }
      above={() => <AskedSums />}
      actions={() => <PasteButtons />}
      bulkActions={(selection) => <BulkActions selection={selection} />}
      create={{ label: 'Create Shipment', short: 'Add Shipment', Form: CreateShipment }}
    />
  );
}
