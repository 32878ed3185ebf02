import { Plus } from 'lucide-react';
import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { RecordMissing } from '#admin/kit/RecordMissing.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { useRecordRoute } from '#admin/kit/use-record-route.ts';
import { CreateShipment } from './CreateShipment.tsx';
import { DeleteShipment } from './DeleteShipment.tsx';
import { EditShipment } from './EditShipment.tsx';
import { ShipmentDetails } from './ShipmentDetails.tsx';
import { ShipmentFilterBar } from './ShipmentFilterBar.tsx';
import { shipmentColumns, shipmentExport } from './shipment-columns.tsx';
import { fetchShipmentByKey, fetchShipments, shipmentFilters } from './shipments-api.ts';

const DIALOGS = ['details', 'edit', 'delete'];

/** The parcels on their way to shoppers: begun, moved along, corrected. */
export default function ShipmentsPage() {
  const list = useList({
    resource: 'shipments',
    filters: shipmentFilters,
    fetch: fetchShipments,
    failure: 'Failed to load shipments',
  });
  const route = useRecordRoute({
    screen: '/admin/shipments',
    resource: 'shipments',
    items: list.page?.items,
    keyOf: ({ shipmentNumber }) => shipmentNumber,
    titleOf: ({ shipmentNumber }) => shipmentNumber,
    fetch: fetchShipmentByKey,
    dialogs: ['new'],
  });
  const { record: shipment, dialog, open, close, back } = route;

  return (
    <Screen
      title="Shipments"
      actions={
        <>
          <ExportButton noun="shipments" columns={shipmentExport} fetchPage={list.fetchPage} />
          <button type="button" onClick={() => route.openDialog('new')} className="btn btn-primary px-4">
            <Plus aria-hidden className="size-4" />
            <span className="sm:hidden">Add Shipment</span>
            <span className="max-sm:hidden">Create Shipment</span>
          </button>
        </>
      }
    >
      <ShipmentFilterBar list={list} />
      <DataList
        list={list}
        columns={shipmentColumns({ onView: (shipment) => open(shipment), onDelete: (shipment) => open(shipment, 'delete') })}
        keyOf={({ id }) => id}
        hrefOf={route.hrefOf}
        noun="shipments"
        empty="No shipments found"
      />
      <RecordMissing route={route} noun="shipment" dialogs={DIALOGS} />
      {dialog === 'new' && <CreateShipment onClose={close} />}
      {shipment && dialog === 'details' && (
        <ShipmentDetails
          shipment={shipment}
          onClose={close}
          onEdit={(current) => open(current, 'edit')}
          onDelete={(current) => open(current, 'delete')}
        />
      )}
      {shipment && dialog === 'edit' && <EditShipment shipment={shipment} onClose={back} />}
      {shipment && dialog === 'delete' && <DeleteShipment shipment={shipment} onClose={close} />}
    </Screen>
  );
}
