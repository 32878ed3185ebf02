/** A field that two people changed: the value the other one saved, and the one typed here. */
export interface FieldConflict {
  name: string;
  theirs: unknown;
  mine: unknown;
}

type Values = Record<string, unknown>;

/** The fields that both changed since `before`, to different values. Takes the saved values of the other one, and those of the form. */
export function findConflicts(before: Values, theirs: Values, mine: Values): FieldConflict[] {
  return Object.keys(theirs)
    .filter(
      (name) => !isSame(before[name], theirs[name]) && !isSame(before[name], mine[name]) && !isSame(theirs[name], mine[name]),
    )
    .map((name) => ({ name, theirs: theirs[name], mine: mine[name] }));
}

/** True for equal form values: text, numbers, or lists and objects of them. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** `estimatedDeliveryDate` as people read it: `Estimated delivery date`; `contact.phone` is `Contact: phone`. */
export function fieldLabel(name: string): string {
  const words = name.replaceAll('.', ': ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A field's value in a line of text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length > 0 ? value.map(itemText).join(', ') : 'nothing';
  return itemText(value);
}

/** An item of a list: text, or an item of a purchase order. */
function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  if ('productName' in item && 'quantity' in item) return `${item.productName} x ${item.quantity}`;
  return Object.values(item).join(' ');
}
