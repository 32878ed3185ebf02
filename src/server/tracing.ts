/**
 * A span for each request, to a collector of OpenTelemetry by OTLP/HTTP in JSON, if the standard environment variables name one
 * (https://opentelemetry.io/docs/specs/otel/protocol/exporter/). Nothing of a span says who asked: the path as declared, and never the address.
 */
import { randomBytes } from 'node:crypto';
import { logFailure } from './log.ts';

interface Exporter {
  url: string;
  headers: Record<string, string>;
  resource: Attribute[];
  timeoutMs: number;
}

interface Attribute {
  key: string;
  value: { stringValue: string } | { intValue: string };
}

export interface TracedRequest {
  method: string;
  /** The operation's path as declared. */
  route: string;
  status: number;
  requestId: string;
  code?: string | undefined;
  startedAt: number;
  milliseconds: number;
}

/** Where a span stands: its trace, its own id, the span that asked, and whether whoever asked keeps the trace. */
export interface TraceContext {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  isSampled: boolean;
}

/** The exporter that an environment asks for; null for none. */
export function exporterOf(environment: Record<string, string | undefined>): Exporter | null {
  const base = environment['OTEL_EXPORTER_OTLP_ENDPOINT'];
  const own = environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  const headers = environment['OTEL_EXPORTER_OTLP_TRACES_HEADERS'] || environment['OTEL_EXPORTER_OTLP_HEADERS'];
  const timeout = environment['OTEL_EXPORTER_OTLP_TIMEOUT'];
  const attributes = environment['OTEL_RESOURCE_ATTRIBUTES'];
  const service = environment['OTEL_SERVICE_NAME'];
  const isOff = environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || environment['OTEL_TRACES_EXPORTER'] === 'none';
  const url = own || (base && `${base.replace(/\/$/, '')}/v1/traces`);
  if (isOff || !url || !URL.canParse(url)) return null;
  const resource = { 'service.name': 'shop', ...pairsOf(attributes), ...(service ? { 'service.name': service } : {}) };
  return {
    url,
    headers: pairsOf(headers),
    resource: Object.entries(resource).map(([key, value]) => text(key, value)),
    timeoutMs: Number(timeout) || 10_000,
  };
}

/** `key=value,other=value`, with values as URLs encode them. */
function pairsOf(list = ''): Record<string, string> {
  const pairs = list.split(',').flatMap((pair) => {
    const cut = pair.indexOf('=');
    return cut > 0 ? [[pair.slice(0, cut).trim(), decoded(pair.slice(cut + 1).trim())]] : [];
  });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // was not encoded
  }
}

/** Goes on with the trace of `traceparent` (https://www.w3.org/TR/trace-context/), or begins one. */
export function traceContext(traceparent: string | null): TraceContext {
  const spanId = randomBytes(8).toString('hex');
  const [, traceId = '', parentSpanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? [];
  if (!traceId || /^0+$/.test(traceId) || /^0+$/.test(parentSpanId))
    return { traceId: randomBytes(16).toString('hex'), spanId, isSampled: true };
  return { traceId, spanId, parentSpanId, isSampled: Number.parseInt(flags, 16) % 2 === 1 };
}

/** The request of OTLP with one span. */
export function spanRequest(resource: Attribute[], context: TraceContext, request: TracedRequest): object {
  const { traceId, spanId, parentSpanId } = context;
  const { method, route, status, code, requestId, startedAt, milliseconds } = request;
  const attributes = [
    text('http.request.method', method),
    text('http.route', route),
    { key: 'http.response.status_code', value: { intValue: String(status) } },
    text('shop.request_id', requestId),
    ...(code && status >= 500 ? [text('error.type', code)] : []),
    ...(code && status < 500 ? [text('shop.refusal', code)] : []),
  ];
  const span = {
    traceId,
    spanId,
    ...(parentSpanId ? { parentSpanId } : {}),
    name: `${method} ${route}`,
    // SPAN_KIND_SERVER
    kind: 2,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(startedAt + milliseconds),
    attributes,
    // STATUS_CODE_ERROR for what the shop is at fault for; a refusal is none.
    status: status >= 500 ? { code: 2 } : {},
  };
  return { resourceSpans: [{ resource: { attributes: resource }, scopeSpans: [{ scope: { name: 'shop' }, spans: [span] }] }] };
}

function text(key: string, stringValue: string): Attribute {
  return { key, value: { stringValue } };
}

function nanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n);
}

const exporter = exporterOf(process.env);
let hasFailed = false;

/** Whether requests are traced. */
export const isTracing = exporter !== null;

/** Sends the span of a request that was answered. Never throws; the log says once that the collector does not take them. */
export async function sendSpan(context: TraceContext, request: TracedRequest): Promise<void> {
  if (!exporter || !context.isSampled) return;
  try {
    const response = await fetch(exporter.url, {
      method: 'POST',
      headers: { ...exporter.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(spanRequest(exporter.resource, context, request)),
      signal: AbortSignal.timeout(exporter.timeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The collector answered ${response.status}`);
    hasFailed = false;
  } catch (failure) {
    if (!hasFailed) logFailure('sending spans to OpenTelemetry', failure);
    hasFailed = true;
  }
}
