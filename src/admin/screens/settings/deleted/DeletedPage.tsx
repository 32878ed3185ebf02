import RotateCcw from 'virtual:icons/rotate-ccw';
import { useState } from 'react';
import { DataList } from '#admin/kit/DataList.tsx';
import { Moment } from '#admin/kit/Moment.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { StateTabs } from '#admin/kit/StateTabs.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { DELETABLE_KINDS, type DeletableKind, type DeletedRecord, RESTORE_DAYS } from '#domain/deleted/contract.ts';
import { deletedRecords } from './deleted-api.ts';
import { RestoreRecord } from './RestoreRecord.tsx';

const KINDS: Record<DeletableKind, { tab: string; detail: string }> = {
  order: { tab: 'Orders', detail: 'Customer' },
  product: { tab: 'Products', detail: 'Category' },
  purchase_order: { tab: 'Purchase Orders', detail: 'Supplier' },
  shipment: { tab: 'Shipments', detail: 'Order' },
};

/** Recently deleted records, which can be restored. */
export default function DeletedPage() {
  const list = useList(deletedRecords);
  const [wanted, setWanted] = useState<DeletedRecord | null>(null);
  const { kind } = list.filters;

  return (
    <Screen title="Deleted">
      <p className="mb-3 text-sm text-ink-soft">Deleted records can be restored for {RESTORE_DAYS} days.</p>
      <StateTabs
        label="What was deleted"
        tabs={DELETABLE_KINDS.map((other) => ({
          label: KINDS[other].tab,
          href: list.addressWith({ kind: other }),
          isShown: other === kind,
        }))}
      />
      <DataList
        list={list}
        columns={deletedColumns(KINDS[kind].detail, setWanted)}
        noun={`deleted ${KINDS[kind].tab.toLowerCase()}`}
        empty="Nothing was deleted in the last 30 days"
      />
      {wanted && <RestoreRecord record={wanted} onClose={() => setWanted(null)} />}
    </Screen>
  );
}

function deletedColumns(detail: string, onRestore: (record: DeletedRecord) => void): Column<DeletedRecord>[] {
  return [
    { name: 'Name', slot: 'title', className: 'max-w-md', cell: ({ name }) => <span className="break-words">{name}</span> },
    { name: detail, className: 'max-w-xs', cell: (record) => <span className="break-words">{record.detail || '–'}</span> },
    {
      name: 'Deleted',
      className: 'text-sm whitespace-nowrap text-ink-soft',
      cell: ({ deletedAt }) => <Moment of={deletedAt} />,
    },
    {
      name: 'Actions',
      slot: 'actions',
      cell: (record) => (
        <button
          type="button"
          onClick={() => onRestore(record)}
          aria-label={`Restore ${record.name}`}
          className="btn btn-outline px-3"
        >
          <RotateCcw className="size-4" />
          Restore
        </button>
      ),
    },
  ];
}
