import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import type { ChatOrder } from '#domain/chats/read-chat.ts';
import { type OrderDraft, phonesOf } from './order-draft.ts';
import type { Doubt } from './other-customer.ts';
import type { ChatAnswer } from './use-chat.ts';

interface Props {
  doubt: Doubt;
  chat: ChatOrder;
  draft: OrderDraft;
  onAnswer: (answer: ChatAnswer) => void;
}

/** Asks whether a chat begins another order, before two customers become one. */
export function ChatQuestion({ doubt, chat, draft, onAnswer }: Props) {
  return (
    <ConfirmDialog
      question="Start a new order?"
      detail={`${chatText(doubt, chat)} ${draftText(doubt, draft)}`}
      action="Start New Order"
      tone="plain"
      onConfirm={() => onAnswer('new')}
      alternative={{ action: 'Add to This Order', onChoose: () => onAnswer('add') }}
      onClose={() => onAnswer('keep')}
    >
      <ul className="mt-3 list-disc space-y-1 pl-5 text-sm text-muted">
        <li>A new order discards what was typed and picked for this one.</li>
        <li>
          {doubt === 'phone'
            ? `Add it only if ${chat.phone} is a second phone of the same customer.`
            : 'Add it only if both are the same customer.'}
        </li>
      </ul>
    </ConfirmDialog>
  );
}

function chatText(doubt: Doubt, { phone, name, address, city }: ChatOrder): string {
  if (doubt === 'phone') return `The chat is from ${phone}.`;
  const said = listed([name, phone, address, city]);
  return said ? `The chat says ${said}.` : 'The chat does not say who wrote it.';
}

function draftText(doubt: Doubt, { person, lines, changedAt }: OrderDraft): string {
  const [phone = ''] = phonesOf(person);
  const { customerName, customerAddress, city } = person;
  const who = listed(doubt === 'phone' ? [customerName, phone] : [customerName, phone, customerAddress, city]);
  const units = lines.reduce((count, { quantity }) => count + quantity, 0);
  const what = who || (units > 0 ? `${units} ${units === 1 ? 'piece' : 'pieces'} of nobody yet` : 'nobody yet');
  const since = doubt === 'old' && changedAt > 0 ? `, last changed ${formatMoment(new Date(changedAt).toISOString())}` : '';
  return `The draft is for ${what}${since}.`;
}

function listed(parts: string[]): string {
  return parts.filter((part) => part.trim()).join(', ');
}
