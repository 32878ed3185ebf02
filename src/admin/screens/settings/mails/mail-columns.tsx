import Trash from 'virtual:icons/trash';
import { Moment } from '#admin/kit/Moment.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { UnsentMail, UnsentMailStatus } from '#domain/mail/contract.ts';

export const MAIL_STATUS_LABELS: Record<UnsentMailStatus, StatusLabel> = {
  held_back: { text: 'Held back', tone: 'tone-wait' },
  failed: { text: 'Not sent', tone: 'tone-plain' },
};

/** Kinds of mail, as staff call them; others are named by their kind. */
const KINDS: Record<string, string> = {
  order_confirmation: 'Order',
  contact_message: 'Message to the shop',
  message_answer: 'Answer to a message',
  staff_invitation: 'Invitation to the staff',
  back_in_stock: 'Back in stock',
  review_request: 'Asking for reviews',
  shop_status: 'Status of the shop',
  bank_account: 'Bank account',
  delivery_attempt: 'Failed delivery',
  order_link: 'Link to an order’s page',
};

const REASONS = {
  recipient: 'This address has had its mails for the day',
  shop: 'The shop’s mails for the day are used up',
};

/** `Order: ORD-10012` */
export function titleOf({ kind, about }: UnsentMail): string {
  const name = KINDS[kind] ?? kind.replaceAll('_', ' ');
  return about ? `${name}: ${about}` : name;
}

interface Actions {
  onSend: (mail: UnsentMail) => void;
  onDrop: (mail: UnsentMail) => void;
}

export function mailColumns({ onSend, onDrop }: Actions): Column<UnsentMail>[] {
  return [
    {
      name: 'Mail',
      slot: 'title',
      className: 'max-w-xs min-w-40',
      cell: (mail) => <span className="break-words">{titleOf(mail)}</span>,
    },
    { name: 'To', isWide: true, className: 'max-w-xs', cell: ({ recipient }) => <span className="break-all">{recipient}</span> },
    { name: 'Status', slot: 'corner', cell: ({ status }) => <StatusBadge label={MAIL_STATUS_LABELS[status]} /> },
    {
      name: 'Why',
      isWide: true,
      className: 'max-w-sm text-sm',
      cell: (mail) => <span className="break-words">{reasonOf(mail)}</span>,
    },
    {
      name: 'Written',
      className: 'text-sm whitespace-nowrap text-ink-soft',
      cell: ({ createdAt }) => <Moment of={createdAt} />,
    },
    {
      name: 'Actions',
      slot: 'actions',
      cell: (mail) => (
        <div className="flex items-center justify-end gap-1">
          <button type="button" onClick={() => onSend(mail)} className="btn btn-outline px-3 whitespace-nowrap">
            Send now<span className="sr-only">: {titleOf(mail)}</span>
          </button>
          <button
            type="button"
            onClick={() => onDrop(mail)}
            aria-label={`Drop ${titleOf(mail)}`}
            className="btn-icon text-muted hover:text-danger"
          >
            <Trash className="size-5" />
          </button>
        </div>
      ),
    },
  ];
}

function reasonOf({ status, because, error }: UnsentMail): string {
  if (status === 'held_back' && because) return `${REASONS[because]}. It goes on another day.`;
  return error ?? '';
}
