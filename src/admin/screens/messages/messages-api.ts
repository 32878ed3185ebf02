import { useQuery } from '@tanstack/react-query';
import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type Message, type MessageStatus, message, messageQuery } from '#domain/messages/contract.ts';

export const messages = defineList({ plural: 'messages', api: '/messages', schema: message, query: messageQuery });

const REFRESH_MS = 60_000;

export function putMessageStatus(id: string, status: MessageStatus): Promise<Message> {
  return callStaffApi('PUT', `/messages/${id}/status`, { body: { status }, schema: message });
}

export function postMessageAnswer(id: string, answer: string): Promise<Message> {
  return callStaffApi('POST', `/messages/${id}/answers`, { body: { answer }, schema: message });
}

/** The number of unread messages, kept current. */
export function useNewMessages(): number {
  const { data } = useQuery({
    ...messages.queries.list({ page: 1, limit: 1, status: 'new' }),
    refetchInterval: REFRESH_MS,
  });
  return data?.pagination.totalItems ?? 0;
}
