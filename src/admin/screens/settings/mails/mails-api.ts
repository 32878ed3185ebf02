import * as z from 'zod';
import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { unsentMail, unsentMailQuery } from '#domain/mail/contract.ts';

export const unsentMails = defineList({ plural: 'mails', api: '/mails', schema: unsentMail, query: unsentMailQuery });

export function sendMailNow(id: string): Promise<null> {
  return callStaffApi('PUT', `/mails/${id}/sent`, { schema: z.null() });
}

export function dropMail(id: string): Promise<null> {
  return callStaffApi('DELETE', `/mails/${id}`, { schema: z.null() });
}
