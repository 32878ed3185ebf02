import { expect, test } from 'vitest';
import { exporterOf, spanRequest, traceContext } from './tracing.ts';

test('without an address of a collector, or switched off, nothing is traced', () => {
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.test' };
  for (const environment of [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'no address' },
    { ...on, OTEL_SDK_DISABLED: 'TRUE' },
    { ...on, OTEL_TRACES_EXPORTER: 'none' },
  ])
    expect(exporterOf(environment)).toBeNull();
});

test('the standard variables say where spans go, with which headers, and what the shop is called', () => {
  expect(
    exporterOf({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.test/otlp/',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key%3D, tenant=shop',
      OTEL_SERVICE_NAME: 'naqsh',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=ignored,deployment.environment.name=production',
    }),
  ).toEqual({
    url: 'https://collector.test/otlp/v1/traces',
    headers: { 'api-key': 'a key=', tenant: 'shop' },
    resource: [
      { key: 'service.name', value: { stringValue: 'naqsh' } },
      { key: 'deployment.environment.name', value: { stringValue: 'production' } },
    ],
    timeoutMs: 10_000,
  });
  expect(exporterOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://other.test/t' })?.url).toBe('https://other.test/t');
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test('a trace goes on where the caller has one, and begins anew where it is nonsense', () => {
  expect(traceContext(`00-${TRACE}-${PARENT}-01`)).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, isSampled: true });
  expect(traceContext(`00-${TRACE}-${PARENT}-00`)).toMatchObject({ traceId: TRACE, isSampled: false });
  for (const nonsense of [
    null,
    '',
    'x',
    `00-${TRACE}-${PARENT}`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
  ]) {
    const { traceId, spanId, parentSpanId, isSampled } = traceContext(nonsense);
    expect([/^[0-9a-f]{32}$/.test(traceId), /^[0-9a-f]{16}$/.test(spanId), parentSpanId, isSampled]).toEqual([
      true,
      true,
      undefined,
      true,
    ]);
    expect(traceId).not.toBe(TRACE);
  }
});

test('a span says how long it took to the microsecond, and only what the shop is at fault for is an error', () => {
  const request = { method: 'GET', route: '/api/products/:id', requestId: 'r', startedAt: 1_700_000_000_000, milliseconds: 12.5 };
  const spanOf = (more: { status: number; code?: string }) =>
    JSON.parse(JSON.stringify(spanRequest([], traceContext(null), { ...request, ...more }))).resourceSpans[0].scopeSpans[0]
      .spans[0];
  expect(spanOf({ status: 200 })).toMatchObject({
    name: 'GET /api/products/:id',
    kind: 2,
    startTimeUnixNano: '1700000000000000000',
    endTimeUnixNano: '1700000000012500000',
    status: {},
  });
  expect(spanOf({ status: 404, code: 'product_not_found' })).toMatchObject({ status: {} });
  const failed = spanOf({ status: 500, code: 'internal_error' });
  expect(failed.status).toEqual({ code: 2 });
  expect(failed.attributes).toContainEqual({ key: 'error.type', value: { stringValue: 'internal_error' } });
});
