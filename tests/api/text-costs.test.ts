import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import type { DeclaredOperation } from '#server/http/operation.ts';
import { type FieldPath, textFields } from '#tests/setup/every-operation/text-fields.ts';
import { COSTLY_TEXTS, lengthsOf, problemOf } from '#tests/setup/samples/processor-time.ts';
import { RING } from '#tests/setup/samples/products.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const FUNCTIONS = new URL('../../functions/', import.meta.url);

const shop = await testShop();
// Read by what the shop has started with.
const { bytesOf, largestBody } = await import('#server/http/largest-body.ts');
const names = (await readdir(FUNCTIONS)).filter((name) => name.endsWith('.ts'));
const handlers: { operations?: DeclaredOperation[]; schemas?: z.ZodType[] }[] = await Promise.all(
  names.map(async (name) => (await import(/* @vite-ignore */ new URL(name, FUNCTIONS).href)).default),
);
const operations = handlers.flatMap(({ operations = [] }) => operations);
const { json: description } = await shop.call('GET', '/api/openapi.json');

/** What whoever calls may fill in, by where: bodies, queries, forms. What another service signs is cut where it is read. */
const schemas = new Map<z.ZodType, string>([
  ...operations.flatMap(({ method, path, access, body, query }): [z.ZodType, string][] => [
    ...(body && access !== 'signed' ? ([[body, `body of ${method} ${path}`]] as [z.ZodType, string][]) : []),
    ...(query ? ([[query, `query of ${method} ${path}`]] as [z.ZodType, string][]) : []),
  ]),
  ...handlers.flatMap(({ schemas: own = [] }) => own.map((schema): [z.ZodType, string] => [schema, 'form'])),
]);

test('every text and every list that an operation takes has an end', () => {
  const endless: string[] = [];
  for (const [schema, where] of schemas) bytesOf(schema, (path) => endless.push(`${where}: ${path}`));
  expect(endless).toEqual([]);
  expect(schemas.size).toBeGreaterThan(150);
});

test('so has every parameter of a path and every header', () => {
  const shared = Object.values<{ schema: object; name: string }>(description.components.parameters);
  const own = Object.values<Record<string, { parameters: { schema: object; name: string; in?: string }[] }>>(
    description.paths,
  ).flatMap((methods) => Object.values(methods).flatMap(({ parameters }) => parameters.filter((one) => one.in === 'path')));
  const endless = [...shared, ...own].filter(({ schema }) => !('maxLength' in schema)).map(({ name }) => name);
  expect(endless).toEqual([]);
  expect(own.length).toBeGreaterThan(50);
});

/** A value with a text in one of its fields and nothing else: each field is read, whatever is missing beside it. */
function withOnly(path: FieldPath, text: string): unknown {
  return path.reduceRight<unknown>((value, key) => (typeof key === 'number' ? [value] : { [key]: value }), text);
}

test('no text costs an operation more time than in proportion to its length', () => {
  const kinds = Object.entries(COSTLY_TEXTS).map(([kind, make]) => ({ kind, texts: lengthsOf(make) }));
  const problems: string[] = [];
  let fields = 0;
  for (const [schema, where] of schemas) {
    for (const { path } of textFields(schema)) {
      fields += 1;
      for (const { kind, texts } of kinds) {
        const problem = problemOf((text) => schema.safeParse(withOnly(path, text)), texts);
        if (problem) problems.push(`${where}, ${path.join('.')}, ${kind}: ${problem}`);
        // One is enough to look at.
        if (problems.length > 10) break;
      }
    }
  }
  expect(problems).toEqual([]);
  expect(fields).toBeGreaterThan(300);
});

test('a body that is larger than its fields need is refused before it is read', async () => {
  const open = operations.filter(
    ({ access, body, upload }) => body && !upload && (access === 'anyone' || access === 'anyone or staff'),
  );
  const answers = await Promise.all(
    open.map(async ({ method, path, body }) => {
      const at = path.replace(/:\w+/g, RING.id);
      const { status } = await shop.call(method.toUpperCase(), at, { body: ' '.repeat(largestBody(body as z.ZodType) + 1) });
      return { operation: `${method} ${path}`, status };
    }),
  );
  expect(answers.filter(({ status }) => status !== 413)).toEqual([]);
  expect(open.length).toBeGreaterThan(25);
});

test('an order of fifty lines in Urdu, and a message as long as it may be, are not too large', () => {
  const of = (path: string) => operations.find((one) => one.method === 'post' && one.path === path)?.body as z.ZodType;
  const line = { productId: RING.id, quantity: 100, selectedColor: 'سنہری اور چاندی'.repeat(3), selectedSize: 'درمیانہ' };
  const order = {
    customerName: 'ع'.repeat(120),
    customerAddress: 'گ'.repeat(500),
    items: Array.from({ length: 50 }, () => line),
  };
  const escaped = JSON.stringify(order).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  expect(escaped.length).toBeLessThan(largestBody(of('/api/orders')));
  const message = new URLSearchParams({ firstName: 'ع'.repeat(60), email: 'hina@example.com', message: 'گ'.repeat(2_000) });
  expect(message.toString().length).toBeLessThan(largestBody(of('/api/contact')));
});

test('an address that is longer than any list needs is refused', async () => {
  const { status, json } = await shop.call('GET', `/api/products?search=${'x'.repeat(9_000)}`);
  expect([status, json.code]).toEqual([414, 'url_too_long']);
  const part = await shop.call('GET', `/api/products/${'x'.repeat(201)}`);
  expect([part.status, part.json.errors]).toEqual([422, [{ path: 'id', message: 'At most 200 characters' }]]);
});
