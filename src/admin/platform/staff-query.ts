import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import type { CallOptions } from '#browser/api.ts';
import { callStaffApi } from './staff-api.ts';

/** A GET of the API for `useQuery`. Its key follows from the path and the query. */
export function staffQuery<Data>(path: string, schema: z.ZodType<Data>, query: NonNullable<CallOptions['query']> = {}) {
  return queryOptions({
    queryKey: [path, query] as QueryKey,
    queryFn: ({ signal }) => callStaffApi('GET', path, { schema, query, signal }),
  });
}
