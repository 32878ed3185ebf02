import Check from 'virtual:icons/check';
import Trash from 'virtual:icons/trash';
import { Moment } from '#admin/kit/Moment.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { StatusLabel } from '#admin/kit/status-labels.ts';
import { isMasked } from '#domain/masked.ts';
import type { NoticeStatus, StockNotice } from '#domain/stock-notices/contract.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { whatsappLink } from '#domain/whatsapp/link.ts';

export const NOTICE_STATUS_LABELS: Record<NoticeStatus, StatusLabel> = {
  back: { text: 'Back: tell by phone', tone: 'tone-wait' },
  waiting: { text: 'Sold out', tone: 'tone-plain' },
  told: { text: 'Told', tone: 'tone-done' },
};

function statusOf({ backAt, toldAt }: StockNotice): NoticeStatus {
  if (toldAt) return 'told';
  return backAt ? 'back' : 'waiting';
}

export function contactOf({ email, phone }: StockNotice): string {
  return email ?? phone ?? '';
}

interface Actions {
  onNotified: (notice: StockNotice) => void;
  onRemove: (notice: StockNotice) => void;
}

export function noticeColumns({ onNotified, onRemove }: Actions): Column<StockNotice>[] {
  return [
    {
      name: 'Waits for',
      slot: 'title',
      className: 'max-w-sm',
      cell: (notice) => <span className="break-words">{pieceName(notice.productName, notice)}</span>,
    },
    { name: 'Contact', className: 'max-w-xs', cell: (notice) => <Contact notice={notice} /> },
    { name: 'Status', slot: 'corner', cell: (notice) => <StatusBadge label={NOTICE_STATUS_LABELS[statusOf(notice)]} /> },
    {
      name: 'Asked',
      className: 'text-sm whitespace-nowrap text-ink-soft',
      cell: ({ createdAt }) => <Moment of={createdAt} />,
    },
    {
      name: 'Actions',
      slot: 'actions',
      cell: (notice) => (
        <>
          {statusOf(notice) === 'back' && (
            <button
              type="button"
              onClick={() => onNotified(notice)}
              aria-label={`${contactOf(notice)} was told`}
              className="btn-icon"
            >
              <Check className="size-5" />
            </button>
          )}
          <button
            type="button"
            onClick={() => onRemove(notice)}
            aria-label={`Remove ${contactOf(notice)}`}
            className="btn-icon text-muted hover:text-danger"
          >
            <Trash className="size-5" />
          </button>
        </>
      ),
    },
  ];
}

/** An address, which has its mail already, or a number to write to: with the news, once there is some. */
function Contact({ notice }: { notice: StockNotice }) {
  const { phone, backAt } = notice;
  if (!phone || isMasked(phone)) return <span className="break-all">{contactOf(notice)}</span>;
  const news = backAt ? `${pieceName(notice.productName, notice)} is back in our shop.` : '';
  return (
    <a
      href={whatsappLink(phone, news)}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-9 items-center underline underline-offset-4"
    >
      WhatsApp {phone}
    </a>
  );
}
