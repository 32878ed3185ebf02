import type { FieldError } from '#domain/failures.ts';
import { type ReorderRow, reorder } from '#domain/purchase-orders/reorder.ts';

/** What was typed in a row, as it was typed. What was not is as the row suggests. */
export interface ReorderDraft {
  quantity?: string;
  supplierName?: string;
  unitCost?: string;
}

/** What is wrong in a row, by its field. */
export type ReorderErrors = Partial<Record<keyof ReorderDraft | 'variantId', string>>;

/** What is sent of the chosen rows. */
export function linesOf(rows: readonly ReorderRow[], drafts: ReadonlyMap<string, ReorderDraft>) {
  return rows.map((row) => {
    const { quantity = String(row.suggested), supplierName = '', unitCost = '' } = drafts.get(row.id) ?? {};
    return {
      variantId: row.id,
      quantity: quantity.trim() === '' ? undefined : Number(quantity),
      ...(supplierName.trim() && { supplierName }),
      ...(unitCost.trim() && { unitCost: Number(unitCost) }),
    };
  });
}

/** Checks lines before they are sent. */
export function checkLines(lines: ReturnType<typeof linesOf>) {
  const { data, error } = reorder.safeParse({ lines });
  return data ? { body: data } : { errors: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) };
}

/** Errors by the row that they are about; `rest` is about no row. */
export function errorsByRow(errors: readonly FieldError[], lines: ReturnType<typeof linesOf>) {
  const byRow = new Map<string, ReorderErrors>();
  const rest: string[] = [];
  for (const { path, message } of errors) {
    const [, index, field] = path.split('.');
    const line = field === undefined ? undefined : lines[Number(index)];
    if (line) byRow.set(line.variantId, { ...byRow.get(line.variantId), [field as string]: message });
    else rest.push(message);
  }
  return { byRow, rest };
}
