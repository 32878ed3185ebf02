import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type Message, type MessageStatus, message, messageQuery } from '#domain/messages/contract.ts';

export const messages = defineList({ plural: 'messages', api: '/messages', schema: message, query: messageQuery });

export function putMessageStatus(id: string, status: MessageStatus): Promise<Message> {
  return callStaffApi('PUT', `/messages/${id}/status`, { body: { status }, schema: message });
}

export function postMessageAnswer(id: string, answer: string): Promise<Message> {
  return callStaffApi('POST', `/messages/${id}/answers`, { body: { answer }, schema: message });
}
