import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';
import type { DeclaredOperation } from '#server/http/operation.ts';
import { WHATSAPP } from '#tests/setup/doubles/whatsapp-double.ts';
import { RING } from '#tests/setup/samples/products.ts';
import { STAFF, signInStaff } from '#tests/setup/samples/staff.ts';
import { NO_PAGES } from '#tests/setup/stack/embedded-shop.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const CLIENT = `${ROOT}tests/client/purchase.ts`;

// With everything that a shop can have.
Object.assign(process.env, WHATSAPP, { WHATSAPP_API_URL: NO_PAGES });
const shop = await testShop();
await signInStaff(shop);
const text = await (await shop.ask(new Request('https://shop.test/api/openapi.json'))).text();
const document = JSON.parse(text);
const names = (await readdir(`${ROOT}functions`)).filter((name) => name.endsWith('.ts'));
const handlers = await Promise.all(names.map(async (name) => (await import(`${ROOT}functions/${name}`)).default));
const declared = handlers.flatMap(({ operations = [] }) => operations);

const operationOf = ({ method, path }: DeclaredOperation) => document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method];

test('Redocly finds no fault with the description', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // `/api/orders/status` comes before `/api/orders/{id}`, and no id is called so.
      'no-ambiguous-paths': 'off',
      // Some reads take nothing that could be wrong.
      'operation-4xx-response': 'off',
    },
  });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test('Spectral finds no fault with the description', async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] } as never);
  const problems = await linter.run(document);
  expect(problems.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)).toEqual([]);
});

test('every declared operation is described, with a tag for its resource and its address', () => {
  expect(declared.length).toBeGreaterThan(100);
  expect(declared.filter((operation) => !operationOf(operation)).map(({ path }) => path)).toEqual([]);
  expect(document.tags.filter(({ description }: { description?: string }) => !description)).toEqual([]);
  const parameters = declared.flatMap((operation) => operationOf(operation).parameters);
  expect(parameters.filter(({ $ref, description }) => !$ref && !description).map(({ name }) => name)).toEqual([]);
  expect(document.servers).toMatchObject([{ url: 'https://shop.test' }]);
});

test('every example request is accepted by its operation', () => {
  const refused = declared
    .filter(({ body, upload }) => body && !upload)
    .flatMap((operation) => {
      const { example } = operationOf(operation).requestBody.content['application/json'];
      const { success, error } = operation.body?.safeParse(example) ?? { success: true };
      return success ? [] : [`${operation.method} ${operation.path}: ${error?.message}`];
    });
  expect(refused).toEqual([]);
});

test('operations with an idempotency key, a token or a limit say so', () => {
  const place = document.paths['/api/orders'].post;
  expect(place.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  expect(Object.keys(place.responses)).toEqual(expect.arrayContaining(['201', '409', '413', '415', '422', '429', '500', '503']));
  const conflict = document.components.responses[place.responses[409].$ref.split('/').at(-1)];
  expect(Object.keys(conflict.content['application/json'].examples)).toContain('price_changed');
  expect(document.paths['/api/staff'].get.security).toEqual([{ staff: [] }]);
});

test('a client generated from the description compiles, buys, and shows staff the order', async () => {
  const folder = `${ROOT}test-results/api-client`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/api.d.ts`, astToString(await openapiTypescript(text, { defaultNonNullable: false })));
  expect(complaintsAbout(CLIENT)).toEqual([]);

  const { buyAndLookItUp } = await import(CLIENT);
  const shopper = { name: 'Hina Malik', email: 'hina@example.com', phone: '0300 7654321', address: '12 Mall Road' };
  expect(await buyAndLookItUp(shop.ask, RING.name, shopper, STAFF)).toEqual({
    why: 'price_changed',
    missing: ['customerName'],
    placed: { status: 'pending', total: expect.any(Number) },
    tracked: true,
    listed: [true],
    pages: 1,
    strangers: 'not_signed_in',
  });
});

/** What the compiler says of a file, as strictly as of the project's own. */
function complaintsAbout(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, start = 0, messageText }) => `${file?.fileName}:${start} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}
