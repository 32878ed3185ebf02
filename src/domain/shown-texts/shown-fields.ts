/** The fields of a product that its pages, lists and mails show. */
export const PRODUCT_TEXTS = [
  'name',
  'description',
  'category',
  'material',
  'plating',
  'baseMetal',
  'stones',
  'closure',
  'inTheBox',
  'care',
  'noReturnReason',
  'colors',
  'sizes',
  'photoColors.*.color',
  'variants',
];

/** The groups of settings that pages show. The contact is the owners' alone. */
export const SETTINGS_TEXTS = ['identity', 'door', 'announcement', 'hero', 'about', 'hours', 'claims', 'testimonials'];

/** A text that shoppers will read, and the field of the body it stands in: `hero.first.text`. */
export interface ShownText {
  path: string;
  text: string;
}

/**
 * Every text of a body in the fields that shoppers read, also where its schema moved the fields one level down. `*` in a field stands for each entry of a
 * list: ids and addresses of photos beside it are no texts, though their digits may look like a phone number.
 */
export function shownTexts(body: unknown, shows: readonly string[]): ShownText[] {
  const roots = [body, ...Object.values(Object(body)).filter((each) => typeof each === 'object' && !Array.isArray(each))];
  return shows.flatMap((field) => roots.flatMap((root) => textsAt(root, field.split('.'), '')));
}

function textsAt(value: unknown, [key, ...further]: string[], path: string): ShownText[] {
  if (typeof value === 'string') return key === undefined ? [{ path, text: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  const keys = key === undefined || key === '*' ? Object.keys(value) : [key];
  return keys.flatMap((each) => textsAt(Reflect.get(value, each), further, path ? `${path}.${each}` : each));
}
