import type { Context } from '@netlify/functions';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Failure, Page } from '#shared/schemas/common.ts';
import { serviceSupabase as db } from '../service-supabase.ts';
import { admit } from './admit.ts';
import { ApiError } from './api-error.ts';
import { logRequest } from './log.ts';
import type { Access, DeclaredOperation, Operation, PageOf, UseCase } from './operation.ts';
import { countCall } from './rate-limit.ts';
import { readBody, readIdempotencyKey, readParams, readQuery } from './read-request.ts';

export interface Handler {
  (request: Request, context: Pick<Context, 'ip'>): Promise<Response>;
  /** What it answers to, for the API's description. */
  operations: readonly DeclaredOperation[];
}

/** The CDN may answer with what is a few seconds old while it asks for what is new. */
const CDN_KEEPS = 'public, s-maxage=5, stale-while-revalidate=60';

/**
 * Builds a resource of the API from a table of its operations. A row gets routing, the access check, validation, rate limit,
 * idempotency, caching, error rendering, a log line and a place in `/api/openapi.json`; what has no row cannot be reached.
 * Rows with fixed paths come before rows with parameters.
 */
export function resource() {
  const operations: DeclaredOperation[] = [];

  const declare =
    (method: DeclaredOperation['method']) =>
    <Path extends string, Allowed extends Access, Body extends z.ZodType, Query extends z.ZodType>(
      path: Path,
      operation: Operation<Path, Allowed, Body, Query>,
      run: UseCase<Path, Allowed, Body, Query>,
    ) => {
      operations.push({ ...operation, method, path, run });
      return table;
    };

  const table = {
    get: declare('get'),
    post: declare('post'),
    put: declare('put'),
    delete: declare('delete'),
    get handler(): Handler {
      return handlerOf(operations);
    },
  };
  return table;
}

interface Bindings {
  Bindings: { ip: string };
}

function handlerOf(operations: DeclaredOperation[]): Handler {
  const router = new Hono<Bindings>({ strict: false });
  for (const operation of operations) {
    router.on(operation.method, operation.path, (c) =>
      answer(operation, c.req.raw, () => run(operation, c.req.raw, c.env.ip, c.req.param())),
    );
  }
  for (const [path, methods] of Map.groupBy(operations, ({ path }) => path)) {
    const allow = methods.map(({ method }) => method.toUpperCase()).join(', ');
    router.all(path, (c) =>
      answer({ path }, c.req.raw, () => {
        throw new ApiError(405, 'method_not_allowed', `Use ${allow} here`, { headers: { Allow: allow } });
      }),
    );
  }
  router.notFound((c) =>
    answer({ path: '*' }, c.req.raw, () => {
      throw new ApiError(404, 'not_found', 'There is nothing at this address');
    }),
  );

  const handle = async (request: Request, context: Pick<Context, 'ip'>) => router.fetch(request, { ip: context.ip });
  return Object.assign(handle, { operations });
}

/** Everything between a routed request and its answer, in the order that costs least when it is refused. */
async function run(
  operation: DeclaredOperation,
  request: Request,
  address: string,
  given: Record<string, string>,
): Promise<Response> {
  const caller = await admit(db, operation, request);
  const params = readParams(given);
  const query = operation.query ? readQuery(new URL(request.url), operation.query) : undefined;
  const body = operation.body ? await readBody(request, operation.body, operation.incomplete) : undefined;
  const idempotencyKey = operation.idempotent ? readIdempotencyKey(request) : null;
  if (operation.limit) await countCall(db, `${operation.method} ${operation.path}`, address, operation.limit);

  // Put together from what the row declares, which is what `declare` held the use case to.
  const call = { db, body, query, params, idempotencyKey, ...caller };
  const result = await operation.run(call as never);
  return success(operation, result, caller.token === null);
}

function success(operation: DeclaredOperation, result: unknown, anonymous: boolean): Response {
  const body = isPage(operation.returns)
    ? pageBody(operation.returns, result as Page<unknown>)
    : { success: true, data: operation.returns.parse(result) };
  return Response.json(body, { status: operation.status ?? 200, headers: cacheHeaders(operation, anonymous) });
}

function pageBody({ pageOf }: PageOf, { items, pagination }: Page<unknown>) {
  return { success: true, data: z.array(pageOf).parse(items), pagination };
}

export function isPage(returns: z.ZodType | PageOf): returns is PageOf {
  return 'pageOf' in returns;
}

/** Whoever is signed in may be shown more, and wants to see what they just wrote: only the answers to everybody are kept. */
function cacheHeaders({ cacheTag }: DeclaredOperation, anonymous: boolean): Record<string, string> {
  if (!cacheTag) return { 'Cache-Control': 'no-store' };
  if (!anonymous) return { 'Cache-Control': 'no-store', Vary: 'Authorization' };
  return {
    'Cache-Control': 'public, max-age=0, must-revalidate',
    Vary: 'Authorization',
    'Netlify-CDN-Cache-Control': CDN_KEEPS,
    'Netlify-Cache-Tag': cacheTag,
  };
}

/** Runs a request to its end: the one place that catches, renders failures and writes the log line. */
async function answer({ path }: { path: string }, request: Request, work: () => Promise<Response> | never): Promise<Response> {
  const started = performance.now();
  const requestId = crypto.randomUUID();
  let failure: ApiError | undefined;
  let response: Response;
  try {
    response = await work();
  } catch (error) {
    failure =
      error instanceof ApiError
        ? error
        : new ApiError(500, 'internal_error', 'Something went wrong on our side. Please try again.', { cause: error });
    response = render(failure, requestId);
  }
  response.headers.set('X-Request-Id', requestId);
  const line = {
    requestId,
    method: request.method,
    operation: path,
    status: response.status,
    milliseconds: Math.round(performance.now() - started),
  };
  logRequest(failure ? { ...line, code: failure.code } : line, response.status >= 500 ? failure : undefined);
  return response;
}

function render({ status, code, message, errors, details, headers }: ApiError, requestId: string): Response {
  const body: Failure = {
    success: false,
    message,
    code,
    ...(errors ? { errors } : {}),
    ...(details === undefined ? {} : { details }),
    requestId,
  };
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}
