import type { Message, MessageStatus } from '#shared/schemas/messages.ts';

export const messageStatusLabels: Record<MessageStatus, string> = { new: 'New', read: 'Read', done: 'Done' };

export const messageStatusTones: Record<MessageStatus, string> = { new: 'tone-wait', read: 'tone-work', done: 'tone-done' };

/** `Hina Malik` */
export function senderOf({ firstName, lastName }: Message): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}
