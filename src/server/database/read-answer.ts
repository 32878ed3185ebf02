import * as z from 'zod';

/**
 * Reads what the database answered as a schema describes it: columns get the names of the schema's fields (`order_number` becomes `orderNumber`, and `_id`
 * is the row's `id`), then the schema checks them. Keys of a record are data and stay as they are.
 * @throws ZodError when the answer does not fit
 */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const read = schema.parse(named(schema, answer));
  if (isObject(read)) readAs.set(read, schema);
  return read;
}

/** An answer with the names of a schema's fields, unchecked. */
export function named(schema: z.ZodType, answer: unknown): unknown {
  const name = namingOf(schema);
  return name ? name(answer) : answer;
}

/** What each answer was read as, so that one that a use case only passes on is not checked twice. */
const readAs = new WeakMap<object, z.ZodType>();

/** A result as a schema promises it, with nothing else in it. @throws ZodError when it does not fit */
export function asPromised<Schema extends z.ZodType>(schema: Schema, result: unknown): z.output<Schema> {
  const known = isObject(result) ? readAs.get(result) : undefined;
  return known && isSame(known, schema) ? (result as z.output<Schema>) : schema.parse(result);
}

/** Lists of the same rows are the same: rows of a table and use cases each write `z.array(order)`. */
function isSame(one: z.ZodType, other: z.ZodType): boolean {
  return one === other || (one instanceof z.ZodArray && other instanceof z.ZodArray && one.element === other.element);
}

type Naming = (answer: unknown) => unknown;

const namings = new WeakMap<z.core.$ZodType, { name: Naming | undefined }>();

/** How answers get a schema's names; undefined for a schema that names nothing. Made once for each schema. */
function namingOf(schema: z.core.$ZodType): Naming | undefined {
  const made = namings.get(schema) ?? { name: makeNaming(schema) };
  namings.set(schema, made);
  return made.name;
}

function makeNaming(schema: z.core.$ZodType): Naming | undefined {
  if (schema instanceof z.ZodObject) return objectNaming(schema);
  if (schema instanceof z.ZodArray) {
    const name = namingOf(schema.element);
    return name && ((answer) => (Array.isArray(answer) ? answer.map((each) => name(each)) : answer));
  }
  if (schema instanceof z.ZodRecord) {
    const name = namingOf(schema.valueType);
    return name && ((answer) => (isObject(answer) ? mapped(answer, ([key, value]) => [key, name(value)]) : answer));
  }
  if (schema instanceof z.ZodPipe) return namingOf(schema.in);
  if (schema instanceof z.ZodUnion && schema.options.some(namingOf)) throw new Error('Answers have no unions of objects');
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType && namingOf(innerType);
}

function objectNaming(schema: z.ZodObject): Naming {
  const fields = Object.entries(schema.shape).map(([name, field]) => ({
    name,
    column: toColumn(name),
    otherwise: name === '_id' ? 'id' : name,
    nameIn: namingOf(field),
  }));
  const isLoose = schema.def.catchall instanceof z.ZodUnknown;
  return (answer) => {
    if (!isObject(answer)) return answer;
    const row = answer as Record<string, unknown>;
    const entity: Record<string, unknown> = isLoose ? (fieldNames(row) as Record<string, unknown>) : {};
    for (const { name, column, otherwise, nameIn } of fields) {
      const value = row[column] === undefined ? row[otherwise] : row[column];
      if (value !== undefined) entity[name] = nameIn ? nameIn(value) : value;
    }
    return entity;
  };
}

/** A loose object holds fields of rows, whichever they are. */
function fieldNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fieldNames);
  return isObject(value) ? mapped(value, ([column, content]) => [toField(column), fieldNames(content)]) : value;
}

function mapped(object: object, change: (entry: [string, unknown]) => [string, unknown]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(change));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** `customerName` is the column `customer_name`. */
export function toColumn(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toField(column: string): string {
  return column.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
