import type { FieldError } from '#shared/schemas/common.ts';
import type { Order, OrderEdit } from '#shared/schemas/order.ts';

/** The parts of an order that staff may correct, as the form names them. */
export type EditableField = keyof OrderEdit & keyof Order;

/** What the form changed, to be sent; null when that is nothing. */
export function changesOf(order: Order, typed: Record<EditableField, string>): OrderEdit | null {
  const changes = Object.entries(typed)
    .map(([field, value]) => [field, field === 'country' ? value.trim().toLowerCase() : value.trim()])
    .filter(([field, value]) => value !== order[field as EditableField]);
  return changes.length === 0 ? null : Object.fromEntries(changes);
}

/** The server's complaints by the field they concern: the first of each, and `rest` for those about no field of the form. */
export function complaintsByField(errors: FieldError[], fields: readonly EditableField[]) {
  const byField: Partial<Record<EditableField, string>> = {};
  const rest: string[] = [];
  for (const { path, message } of errors) {
    const field = fields.find((name) => name === path);
    if (field) byField[field] ??= message;
    else rest.push(message);
  }
  return { byField, rest };
}
