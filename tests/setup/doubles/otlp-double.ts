/** A collector that takes traces as OTLP/HTTP in JSON, and refuses what the protocol's JSON does not allow. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { closeNow, listen } from '#local/loopback.ts';

const attribute = z.strictObject({
  key: z.string().min(1),
  value: z.union([z.strictObject({ stringValue: z.string() }), z.strictObject({ intValue: z.string().regex(/^-?\d+$/) })]),
});
const nanoseconds = z.string().regex(/^\d{19}$/);
/** Ids are hex, and 64-bit numbers are texts (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
const span = z.strictObject({
  traceId: z.string().regex(/^(?!0+$)[0-9a-f]{32}$/),
  spanId: z.string().regex(/^(?!0+$)[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: z.array(attribute),
  status: z.strictObject({ code: z.int().min(0).max(2).optional(), message: z.string().optional() }),
});
const request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.strictObject({ scope: z.strictObject({ name: z.string() }), spans: z.array(span) })),
    }),
  ),
});

export type ReceivedSpan = z.infer<typeof span> & { resource: z.infer<typeof attribute>[] };

export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const refused: unknown[] = [];
  const headers: (string | undefined)[] = [];
  const server = createServer(async (sent, response) => {
    const parsed = request.safeParse(await json(sent));
    headers.push(sent.headers['api-key'] as string | undefined);
    const isRight = sent.method === 'POST' && sent.url === '/v1/traces' && sent.headers['content-type'] === 'application/json';
    if (!parsed.success || !isRight) {
      refused.push(parsed.error ?? sent.url);
      response.writeHead(400).end();
      return;
    }
    for (const { resource, scopeSpans } of parsed.data.resourceSpans)
      for (const scope of scopeSpans) for (const one of scope.spans) spans.push({ ...one, resource: resource.attributes });
    response.setHeader('Content-Type', 'application/json').end('{"partialSuccess":{}}');
  });
  const address = await listen(server);
  return { address, spans, refused, headers, stop: () => closeNow(server) };
}
