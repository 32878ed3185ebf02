import { Plus } from 'lucide-react';
import { useState } from 'react';
import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import type { Shipment } from '#shared/schemas/shipment.ts';
import { CreateShipment } from './CreateShipment.tsx';
import { DeleteShipment } from './DeleteShipment.tsx';
import { EditShipment } from './EditShipment.tsx';
import { ShipmentDetails } from './ShipmentDetails.tsx';
import { ShipmentFilterBar } from './ShipmentFilterBar.tsx';
import { shipmentColumns, shipmentExport } from './shipment-columns.tsx';
import { fetchShipments, shipmentFilters } from './shipments-api.ts';

type Open = { dialog: 'create' } | { dialog: 'details' | 'edit' | 'delete'; shipment: Shipment };

/** The parcels on their way to shoppers: begun, moved along, corrected. */
export default function ShipmentsPage() {
  const list = useList({
    resource: 'shipments',
    filters: shipmentFilters,
    fetch: fetchShipments,
    failure: 'Failed to load shipments',
  });
  const [open, setOpen] = useState<Open | null>(null);
  // The list may have learned more about an open one.
  const shipment =
    open && open.dialog !== 'create' && (list.page?.items.find(({ id }) => id === open.shipment.id) ?? open.shipment);
  const close = () => setOpen(null);
  const view = (shipment: Shipment) => setOpen({ dialog: 'details', shipment });
  const remove = (shipment: Shipment) => setOpen({ dialog: 'delete', shipment });

  return (
    <Screen
      title="Shipments"
      actions={
        <>
          <ExportButton noun="shipments" columns={shipmentExport} fetchPage={list.fetchPage} />
          <button type="button" onClick={() => setOpen({ dialog: 'create' })} className="btn btn-primary px-4">
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
        columns={shipmentColumns({ onView: view, onDelete: remove })}
        keyOf={({ id }) => id}
        noun="shipments"
        empty="No shipments found"
      />
      {open?.dialog === 'create' && <CreateShipment onClose={close} />}
      {shipment && open.dialog === 'details' && (
        <ShipmentDetails
          shipment={shipment}
          onClose={close}
          onEdit={(current) => setOpen({ dialog: 'edit', shipment: current })}
          onDelete={remove}
        />
      )}
      {shipment && open.dialog === 'edit' && <EditShipment shipment={shipment} onClose={() => view(shipment)} />}
      {shipment && open.dialog === 'delete' && <DeleteShipment shipment={shipment} onClose={close} />}
    </Screen>
  );
}
