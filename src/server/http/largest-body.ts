import * as z from 'zod';

/**
 * What a body may have at most, whatever its schema takes: orders, products and messages are a few kilobytes. One that says itself how large it may be,
 * such as a courier's file of money, is as large as that.
 */
const MAX_BODY = 256 * 1024;

/** A character as a JSON escape (`\u06af`), or a letter of two bytes in a form (`%DA%AF`). */
const BYTES_PER_CHARACTER = 6;

/** Room for spaces between fields, fields that the schema does not know, and characters that cleaning takes out. */
const ROOM = 4 * 1024;

const KB = 1024;

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  /** How many bytes JSON may have that is taken as it comes. */
  'x-max-bytes'?: number;
}

const known = new WeakMap<z.ZodType, number>();

/** The bytes that a body of this schema may have: what its fields need when each is as long as it may be, in whole kilobytes. */
export function largestBody(schema: z.ZodType): number {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const said = schema.meta()?.['x-max-bytes'];
  const needed = typeof said === 'number' ? said : Math.min(MAX_BODY, bytesOf(schema) + ROOM);
  const largest = Math.ceil(needed / KB) * KB;
  known.set(schema, largest);
  return largest;
}

/** What the fields of a schema need at most; `Infinity` where a text or a list has no end. `where` hears of each that has none. */
export function bytesOf(schema: z.ZodType, where: (path: string) => void = () => {}): number {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return within(root, root, '', where);
}

function within(schema: JsonSchema, root: JsonSchema, path: string, where: (path: string) => void): number {
  const inner = (one: JsonSchema, name = '') => within(one, root, path && name ? `${path}.${name}` : path || name, where);
  if (schema.$ref) return inner(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema['x-max-bytes'] !== undefined) return schema['x-max-bytes'];
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (choices) return Math.max(...choices.map((choice) => JSON.stringify(choice).length));
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return Math.max(...either.map((one) => inner(one)));
  if (schema.allOf) return sum(schema.allOf.map((one) => inner(one)));
  if (Array.isArray(schema.type)) return Math.max(...schema.type.map((type) => inner({ ...schema, type })));
  switch (schema.type) {
    case 'object':
      if (schema.properties)
        return sum(Object.entries(schema.properties).map(([name, field]) => name.length + 4 + inner(field, name)));
      break;
    case 'array':
      if (schema.maxItems !== undefined) return schema.maxItems * (inner(schema.items ?? {}, '0') + 1) + 2;
      break;
    case 'string': {
      // The bytes of a file are counted where it is read.
      if (schema.format === 'binary') return 0;
      const longest = schema.maxLength ?? LENGTHS[schema.format ?? ''];
      if (longest !== undefined) return longest * BYTES_PER_CHARACTER + 2;
      break;
    }
    case 'number':
    case 'integer':
      return 25;
    case 'boolean':
    case 'null':
      return 5;
  }
  where(path);
  return Number.POSITIVE_INFINITY;
}

/** Texts of a fixed form. */
const LENGTHS: Record<string, number> = { uuid: 36, date: 10 };

function sum(sizes: number[]): number {
  return sizes.reduce((all, size) => all + size, 2);
}
