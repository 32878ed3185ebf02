import { afterAll, expect, test, vi } from 'vitest';
import { startCollector } from '#tests/setup/doubles/otlp-double.ts';
import { RING } from '#tests/setup/samples/products.ts';

const collector = await startCollector();
Object.assign(process.env, {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret',
  OTEL_SERVICE_NAME: 'naqsh',
});
afterAll(() => collector.stop());
const { testShop } = await import('#tests/setup/stack/test-shop.ts');
const shop = await testShop();

/** The spans of a request, and its line in the log. */
async function traced(work: () => Promise<unknown>) {
  collector.spans.length = 0;
  const lines: string[] = [];
  process.env.SHOP_LOG = 'all';
  const log = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  await work();
  await shop.idle();
  log.mockRestore();
  process.env.SHOP_LOG = 'errors';
  // The tests themselves read the description of the API.
  return {
    spans: collector.spans.filter(({ name }) => !name.includes('openapi')),
    lines: lines.map((line) => JSON.parse(line)).filter(({ operation }) => operation !== '/api/openapi.json'),
  };
}

test('a request becomes a span and a line of the log that know each other, and neither says who asked for what', async () => {
  const { spans, lines } = await traced(() =>
    shop.call('GET', `/api/products/${RING.id}?utm_source=sara`, {
      headers: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'User-Agent': 'Phone of Sara' },
    }),
  );
  expect(collector.refused).toEqual([]);
  expect(new Set(collector.headers)).toEqual(new Set(['secret']));
  const [line] = lines;
  expect(line).toEqual({
    time: expect.any(String),
    level: 'info',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    method: 'GET',
    operation: '/api/products/:id',
    status: 200,
    milliseconds: expect.any(Number),
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  });
  expect(spans).toMatchObject([
    {
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      parentSpanId: '00f067aa0ba902b7',
      name: 'GET /api/products/:id',
      kind: 2,
      resource: [{ key: 'service.name', value: { stringValue: 'naqsh' } }],
      attributes: [
        { key: 'http.request.method', value: { stringValue: 'GET' } },
        { key: 'http.route', value: { stringValue: '/api/products/:id' } },
        { key: 'http.response.status_code', value: { intValue: '200' } },
        { key: 'shop.request_id', value: { stringValue: line.requestId } },
      ],
    },
  ]);
  expect(JSON.stringify([spans, lines])).not.toMatch(new RegExp(`sara|198\\.51|${RING.id}`, 'i'));
});

test('a refusal is no error, and its code stands in the span and in the log', async () => {
  const { spans, lines } = await traced(() =>
    shop.call('POST', '/api/orders/track', { body: { orderNumber: 'ORD-99999', phone: '0300 1234567' } }),
  );
  expect(lines).toMatchObject([{ operation: '/api/orders/track', code: expect.any(String) }]);
  expect(spans[0]?.status).toEqual({});
  expect(spans[0]?.attributes).toContainEqual({ key: 'shop.refusal', value: { stringValue: lines[0].code } });
  expect(JSON.stringify([spans, lines])).not.toMatch(/99999|1234567/);
});

test('a caller who does not keep the trace causes no span', async () => {
  const { spans } = await traced(() =>
    shop.call('GET', '/api/settings', { headers: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00' } }),
  );
  expect(spans).toEqual([]);
});

test('a collector that is gone costs no answer, and the log says so once', async () => {
  await collector.stop();
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  for (let calls = 0; calls < 3; calls += 1) expect((await shop.call('GET', '/api/settings')).status).toBe(200);
  await shop.idle();
  const said = errors.mock.calls.filter(([line]) => String(line).includes('sending spans'));
  errors.mockRestore();
  expect(said).toHaveLength(1);
});
