import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import type { ListDefinition, ListPage } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type DiscountCode, discountCode, type NewDiscountCode } from '#domain/discounts/contract.ts';
import { type CodeFilters, codeFilters, codesFor, pageOfCodes } from './code-list.ts';

const API = '/discount-codes';
const codes = z.array(discountCode);

export const codesQuery = staffQuery(API, codes);

const fetchPage = async (filters: CodeFilters, signal?: AbortSignal): Promise<ListPage<DiscountCode>> =>
  pageOfCodes(await callStaffApi('GET', API, { schema: codes, signal }), filters);

export const discountCodes: ListDefinition<DiscountCode, CodeFilters> = {
  plural: 'codes',
  filters: codeFilters,
  queries: {
    all: [API],
    list: (filters) =>
      queryOptions({
        queryKey: [API, 'list', filters] as readonly unknown[],
        queryFn: ({ signal }) => fetchPage(filters, signal),
      }),
  },
  fetchPage,
  fetchWhole: async (filters) => codesFor(await callStaffApi('GET', API, { schema: codes }), filters),
};

export function postCode(body: NewDiscountCode): Promise<DiscountCode> {
  return callStaffApi('POST', API, { body, schema: discountCode });
}

/** Takes all fields, and the version they were changed from. */
export function putCode(id: string, body: NewDiscountCode & { updatedAt: string }): Promise<DiscountCode> {
  return callStaffApi('PUT', `${API}/${id}`, { body, schema: discountCode });
}

/** The code as it is now. */
export async function fetchCode(id: string): Promise<DiscountCode> {
  const found = (await callStaffApi('GET', API, { schema: codes })).find((code) => code.id === id);
  if (!found) throw new Error('The code is gone');
  return found;
}
