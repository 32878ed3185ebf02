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
  'photoColors',
  'variants',
];

/** The groups of settings that pages show. The contact is the owners' alone. */
export const SETTINGS_TEXTS = ['identity', 'door', 'announcement', 'hero', 'about', 'claims', 'testimonials'];

/** A text that shoppers will read, and the field of the body it stands in: `hero.first.text`. */
export interface ShownText {
  path: string;
  text: string;
}

/** Every text of a body in the fields that shoppers read, also where its schema moved the fields one level down. */
export function shownTexts(body: unknown, shows: readonly string[]): ShownText[] {
  const roots = [body, ...Object.values(Object(body)).filter((each) => typeof each === 'object' && !Array.isArray(each))];
  const at = (root: unknown, path: string) => path.split('.').reduce<unknown>((node, key) => Object(node)[key], root);
  return shows.flatMap((path) => roots.flatMap((root) => textsBelow(at(root, path), path)));
}

function textsBelow(value: unknown, path: string): ShownText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textsBelow(each, `${path}.${key}`));
}
