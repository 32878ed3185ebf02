import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import { type Message, type MessageStatus, message, messageQuery } from '#shared/schemas/messages.ts';

export const messageFilters = listFilters(messageQuery);

export type MessageFilters = typeof messageFilters.defaults;

const REFRESH_MS = 60_000;

export function fetchMessages(filters: MessageFilters & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/messages', { query: filters, schema: z.array(message), signal });
}

export function putMessageStatus(id: string, status: MessageStatus): Promise<Message> {
  return callStaffApi('PUT', `/messages/${id}/status`, { body: { status }, schema: message });
}

export function postMessageAnswer(id: string, answer: string): Promise<Message> {
  return callStaffApi('POST', `/messages/${id}/answers`, { body: { answer }, schema: message });
}

/** The number of unread messages, kept current. */
export function useNewMessages(): number {
  const { data } = useQuery({
    queryKey: ['messages', 'new'],
    queryFn: ({ signal }) => fetchMessages({ page: 1, limit: 1, status: 'new' }, signal),
    refetchInterval: REFRESH_MS,
  });
  return data?.pagination.totalItems ?? 0;
}
