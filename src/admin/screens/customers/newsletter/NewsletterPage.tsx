import Trash from 'virtual:icons/trash';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { Moment } from '#admin/kit/Moment.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useList } from '#admin/kit/use-list.ts';
import { type CsvColumn, spreadsheetMoment } from '#domain/csv.ts';
import type { Subscriber } from '#domain/newsletter/contract.ts';
import { deleteSubscriber, subscribers } from './newsletter-api.ts';

const subscriberCsv: CsvColumn<Subscriber>[] = [
  { name: 'Email', value: ({ email }) => email },
  { name: 'Since', value: ({ createdAt }) => spreadsheetMoment(createdAt) },
];

function subscriberColumns(onRemove: (subscriber: Subscriber) => void): Column<Subscriber>[] {
  return [
    { name: 'Email', slot: 'title', className: 'max-w-lg', cell: ({ email }) => <span className="break-all">{email}</span> },
    { name: 'Since', cell: ({ createdAt }) => <Moment of={createdAt} /> },
    {
      name: 'Actions',
      slot: 'actions',
      cell: (subscriber) => (
        <button
          type="button"
          onClick={() => onRemove(subscriber)}
          aria-label={`Remove ${subscriber.email}`}
          className="btn-icon text-muted hover:text-danger"
        >
          <Trash className="size-5" />
        </button>
      ),
    },
  ];
}

/** Newsletter subscribers: export them for the mailing tool, or remove them. */
export default function NewsletterPage() {
  const list = useList(subscribers);
  const [toRemove, setToRemove] = useState<Subscriber | null>(null);

  return (
    <Screen title="Newsletter" actions={<ExportButton noun="newsletter" columns={subscriberCsv} fetchWhole={list.fetchWhole} />}>
      <DataList list={list} columns={subscriberColumns(setToRemove)} empty="Nobody has subscribed yet" />
      {toRemove && <RemoveSubscriber subscriber={toRemove} onClose={() => setToRemove(null)} />}
    </Screen>
  );
}

function RemoveSubscriber({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: () => deleteSubscriber(subscriber.id),
    onSuccess: () => toast(`${subscriber.email} was removed`),
  });
  return (
    <ConfirmDialog
      question="Take this address off the newsletter?"
      detail={subscriber.email}
      action="Remove"
      busyAction="Removing…"
      failure="Failed to remove the address"
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
