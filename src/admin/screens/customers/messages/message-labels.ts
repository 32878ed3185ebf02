import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { Message, MessageStatus } from '#domain/messages/contract.ts';

export const MESSAGE_STATUS_LABELS: Record<MessageStatus, StatusLabel> = {
  new: { text: 'New', tone: 'tone-wait' },
  read: { text: 'Read', tone: 'tone-work' },
  done: { text: 'Done', tone: 'tone-done' },
};

/** `Hina Malik` */
export function senderOf({ firstName, lastName }: Message): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}
