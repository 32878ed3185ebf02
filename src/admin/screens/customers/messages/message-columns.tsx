import MailOpen from 'virtual:icons/mail-open';
import { Moment } from '#admin/kit/Moment.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { Message } from '#domain/messages/contract.ts';
import { MESSAGE_STATUS_LABELS, senderOf } from './message-labels.ts';

/** The columns of the list. */
export function messageColumns({ onOpen }: { onOpen: (message: Message) => void }): Column<Message>[] {
  return [
    {
      name: 'From',
      slot: 'title',
      className: 'max-w-56',
      cell: (message) => (
        <button
          type="button"
          onClick={() => onOpen(message)}
          className="min-h-9 max-w-full text-left break-words hover:underline"
        >
          {senderOf(message)}
        </button>
      ),
    },
    {
      name: 'Message',
      isWide: true,
      className: 'max-w-lg',
      cell: ({ subject, message }) => (
        <>
          {subject && (
            <p dir="auto" className="truncate font-medium">
              {subject}
            </p>
          )}
          <p dir="auto" className="line-clamp-2 max-lg:line-clamp-3 text-sm break-words text-ink-soft">
            {message}
          </p>
        </>
      ),
    },
    {
      name: 'Status',
      slot: 'corner',
      cell: ({ status }) => <StatusBadge label={MESSAGE_STATUS_LABELS[status]} />,
    },
    {
      name: 'Date',
      className: 'text-sm whitespace-nowrap text-ink-soft',
      cell: ({ createdAt }) => <Moment of={createdAt} />,
    },
    {
      name: 'Actions',
      slot: 'actions',
      cell: (message) => (
        <button
          type="button"
          onClick={() => onOpen(message)}
          aria-label={`Open the message of ${senderOf(message)}`}
          className="btn-icon"
        >
          <MailOpen className="size-5" />
        </button>
      ),
    },
  ];
}
