import { useQuery } from '@tanstack/react-query';
import { customerOfPhoneQuery } from '#admin/data/customers/definition.ts';
import { useDebouncedValue } from '#admin/kit/use-debounced-value.ts';
import type { CustomerOfPhone } from '#domain/customers/contract.ts';

/** How long a phone stays unchanged before its customer is looked up. */
const LOOK_UP_MS = 300;

/** Who orders with the phone of a draft: null when nobody has yet. */
export type KnownCustomer =
  | { state: 'none' | 'looking' }
  | { state: 'failed'; retry: () => void }
  | { state: 'found'; customer: CustomerOfPhone['customer'] };

/** Looks up the customer of a phone, null while there is none. Never shows what belongs to the phone of before. */
export function useKnownCustomer(phone: string | null): KnownCustomer {
  const typedPhone = useDebouncedValue(phone, phone === null ? 0 : LOOK_UP_MS);
  const { data, isError, isFetching, refetch } = useQuery(customerOfPhoneQuery(typedPhone));
  if (phone === null) return { state: 'none' };
  if (phone !== typedPhone) return { state: 'looking' };
  if (data) return { state: 'found', customer: data.customer };
  return isError && !isFetching ? { state: 'failed', retry: () => void refetch() } : { state: 'looking' };
}
