import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import { type Subscriber, subscriber, subscriberQuery } from '#shared/schemas/newsletter.ts';

export const subscriberFilters = listFilters(subscriberQuery);

export function fetchSubscribers(filters: typeof subscriberFilters.defaults & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/newsletter', { query: filters, schema: z.array(subscriber), signal });
}

export function deleteSubscriber(id: string): Promise<Subscriber> {
  return callStaffApi('DELETE', `/newsletter/${id}`, { schema: subscriber });
}
