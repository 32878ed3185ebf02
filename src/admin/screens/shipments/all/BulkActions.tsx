import ClipboardList from 'virtual:icons/clipboard-list';
import ClipboardPaste from 'virtual:icons/clipboard-paste';
import PackageCheck from 'virtual:icons/package-check';
import Printer from 'virtual:icons/printer';
import { useState } from 'react';
import { LoadSheet } from '#admin/data/shipments/labels/LoadSheet.tsx';
import { ParcelLabels } from '#admin/data/shipments/labels/ParcelLabels.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import type { Selection } from '#admin/kit/use-selection.ts';
import type { Shipment } from '#domain/shipments/contract.ts';
import { PasteStatus } from './PasteStatus.tsx';
import { PasteTracking } from './PasteTracking.tsx';
import { shipmentCsv } from './shipment-columns.tsx';

interface DialogProps {
  selected: Shipment[];
  onClose: () => void;
}

const idsOf = (selected: Shipment[]) => selected.map(({ id }) => id);

const DIALOGS = {
  tracking: PasteTracking,
  status: PasteStatus,
  labels: ({ selected, onClose }: DialogProps) => <ParcelLabels shipmentIds={idsOf(selected)} onClose={onClose} />,
  load: ({ selected, onClose }: DialogProps) => <LoadSheet shipmentIds={idsOf(selected)} onClose={onClose} />,
};

interface Open {
  dialog: keyof typeof DIALOGS;
  selected: Shipment[];
}

/** The dialogs of many parcels, opened with those that are selected. */
function useDialogs(selected: Shipment[] = []) {
  const [open, setOpen] = useState<Open | null>(null);
  const Dialog = open && DIALOGS[open.dialog];
  return {
    begin: (dialog: Open['dialog']) => setOpen({ dialog, selected }),
    dialog: Dialog && <Dialog selected={open.selected} onClose={() => setOpen(null)} />,
  };
}

/** Tracking numbers and statuses for parcels that a courier lists, whether the list here shows them or not. */
export function PasteButtons() {
  const { begin, dialog } = useDialogs();
  return (
    <>
      <MayButton right="send_parcels" onClick={() => begin('tracking')} className="btn btn-outline px-4">
        <ClipboardPaste className="size-4" />
        <span className="sm:hidden">Tracking</span>
        <span className="max-sm:hidden">Paste tracking numbers</span>
      </MayButton>
      <MayButton right="send_parcels" onClick={() => begin('status')} className="btn btn-outline px-4">
        <PackageCheck className="size-4" />
        <span className="sm:hidden">Delivered</span>
        <span className="max-sm:hidden">Delivered or returned</span>
      </MayButton>
      {dialog}
    </>
  );
}

const BUTTON = 'btn btn-outline min-h-11 shrink-0 px-3';

/** What can be done with all selected shipments at once. */
export function BulkActions({ selection }: { selection: Selection<Shipment> }) {
  const { begin, dialog } = useDialogs(selection.items);
  return (
    <>
      <MayButton right="send_parcels" onClick={() => begin('labels')} className={BUTTON}>
        <Printer className="size-4" />
        Print parcel labels
      </MayButton>
      <MayButton right="send_parcels" onClick={() => begin('load')} className={BUTTON}>
        <ClipboardList className="size-4" />
        Load sheet
      </MayButton>
      <MayButton right="send_parcels" onClick={() => begin('tracking')} className={BUTTON}>
        <ClipboardPaste className="size-4" />
        Tracking numbers
      </MayButton>
      <MayButton right="send_parcels" onClick={() => begin('status')} className={BUTTON}>
        <PackageCheck className="size-4" />
        Set status
      </MayButton>
      <ExportButton noun="shipments" label="Export selected" columns={shipmentCsv} fetchWhole={selection.fetchWhole} />
      {dialog}
    </>
  );
}
