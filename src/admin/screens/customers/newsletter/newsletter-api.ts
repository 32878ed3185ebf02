import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type Subscriber, subscriber, subscriberQuery } from '#domain/newsletter/contract.ts';

export const subscribers = defineList({
  plural: 'subscribers',
  api: '/newsletter',
  schema: subscriber,
  query: subscriberQuery,
});

export function deleteSubscriber(id: string): Promise<Subscriber> {
  return callStaffApi('DELETE', `/newsletter/${id}`, { schema: subscriber });
}
