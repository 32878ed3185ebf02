import { readdir } from 'node:fs/promises';
import { ROOT } from '#local/settings.ts';
import type { DeclaredOperation } from '#server/http/operation.ts';
import type { EmbeddedShop } from '#tests/setup/stack/embedded-shop.ts';
import type { ExampleRequest, exampleRequests } from './example-requests.ts';
import { MORE_PATHS, variantsOf } from './more-reads.ts';

/** An operation that staff call, by its name in the description: `GET /api/orders/{id}`. */
export type StaffOperation = DeclaredOperation & { name: string };

/** Papers on a parcel say who it is for and what it costs, to whoever prints them; what is revealed is counted. */
export const PAPERS = [
  'POST /api/shipments/labels',
  'POST /api/shipments/load-sheet',
  'POST /api/couriers/{id}/portal-file',
  'POST /api/orders/{id}/contact',
];

/** The rows of the API's tables that staff call, and which of them read and write. */
export async function staffOperations(): Promise<Record<'operations' | 'reads' | 'writes', StaffOperation[]>> {
  const files = (await readdir(new URL('functions/', `file://${ROOT}`))).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((name) => import(new URL(`functions/${name}`, `file://${ROOT}`).href)));
  const operations = modules
    .flatMap((module): DeclaredOperation[] => module.default?.operations ?? [])
    .filter(({ access }) => access.endsWith('staff'))
    .map((operation) => ({
      ...operation,
      name: `${operation.method.toUpperCase()} ${operation.path.replace(/:(\w+)/g, '{$1}')}`,
    }));
  const reads = operations.filter(({ method, reads }) => method === 'get' || reads);
  const writes = operations.filter((operation) => !reads.includes(operation) && !operation.path.startsWith('/api/auth'));
  return { operations, reads, writes };
}

export interface Read {
  name: string;
  request: ExampleRequest;
}

/** Reads with their choices, of records that are there. Takes what makes a new number for each example. */
export async function everyRead(
  shop: EmbeddedShop,
  reads: StaffOperation[],
  examples: ReturnType<typeof exampleRequests>,
  nextNumber: () => number,
): Promise<Read[]> {
  const found: Read[] = [];
  for (const { name, query } of reads) {
    const example = (await examples[name]?.(nextNumber())) ?? { path: '' };
    const more = MORE_PATHS[name] ? await shop.rows(MORE_PATHS[name]) : [];
    for (const request of [...variantsOf(example, query), ...more]) found.push({ name, request });
  }
  return found;
}
