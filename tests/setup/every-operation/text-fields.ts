import * as z from 'zod';

/** Where a field of text stands in what an operation takes: `items.0.selectedColor`. */
export type FieldPath = readonly (string | number)[];

export interface TextField {
  path: FieldPath;
  /** The longest text that its schema says it takes. */
  longest: number | undefined;
}

interface JsonSchema {
  type?: string;
  enum?: unknown;
  const?: unknown;
  format?: string;
  maxLength?: number;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** Every field of a schema in which text may be typed, whatever it must look like; the first entry stands for a list. */
export function textFields(schema: z.ZodType): TextField[] {
  return within(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, []);
}

function within(schema: JsonSchema, path: FieldPath): TextField[] {
  if (schema.anyOf) {
    const found = schema.anyOf.flatMap((either) => within(either, path));
    return found.length > 0 ? [found.reduce((one, other) => ((other.longest ?? 0) > (one.longest ?? 0) ? other : one))] : [];
  }
  if (schema.properties) return Object.entries(schema.properties).flatMap(([name, field]) => within(field, [...path, name]));
  if (schema.items) return within(schema.items, [...path, 0]);
  const isTyped = schema.type === 'string' && !schema.enum && schema.const === undefined && schema.format !== 'binary';
  return isTyped ? [{ path, longest: schema.maxLength }] : [];
}

/** A copy of a body with other values in some of its fields. @throws Error when the body has no place for one */
export function withFields(body: unknown, values: readonly (readonly [FieldPath, unknown])[]): unknown {
  const copy = structuredClone(body);
  for (const [path, value] of values) {
    const parent = path.slice(0, -1).reduce<unknown>((node, key) => Reflect.get(Object(node), key), copy);
    if (typeof parent !== 'object' || parent === null) throw new Error(`The body has no place for ${path.join('.')}`);
    Reflect.set(parent, path.at(-1) ?? '', value);
  }
  return copy;
}

/** Every text in a value, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
