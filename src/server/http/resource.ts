import { Hono } from 'hono';
import * as z from 'zod';
import type { Page, Pagination } from '#domain/lists.ts';
import type { Right } from '#domain/rights/rights.ts';
import { type ShownText, shownTexts } from '#domain/shown-texts/shown-fields.ts';
import { type Acting, actingAs } from '#server/database/acting.ts';
import { EXPORT_MS, READ_MS, withinDeadline } from '#server/database/deadline.ts';
import { asPromised } from '#server/database/read-answer.ts';
import { serviceSupabase as db } from '#server/database/service-client.ts';
import { ApiError } from '#server/errors.ts';
import { logFailure } from '#server/log.ts';
import { checkShownTexts } from '#server/settings/shown-contacts.ts';
import { answer } from './answer.ts';
import { assertRight, authenticate, type Caller } from './authenticate.ts';
import { cacheHeaders, refuseKeyOfOnesOwn } from './caching.ts';
import { clientOf } from './client.ts';
import type { Effects } from './effects.ts';
import { exported } from './exported.ts';
import { type HandlerContext, handlerContextOf, type NetlifyContext } from './handler-context.ts';
import { hidesSomething, masked, maskedFailure } from './masking.ts';
import { noteRefusal, noteRequest } from './note-activity.ts';
import { type Access, type Adapter, type DeclaredOperation, type Operation, type PageOf, whenProved } from './operation.ts';
import { assertProved, readWithProof } from './proof.ts';
import { countCall } from './rate-limit.ts';
import { check, readBody, readDevice, readIdempotencyKey, readParams, readQuery, readSignedBody, urlOf } from './read-request.ts';
import { readUpload } from './read-upload.ts';
import { API_HEADERS, renderError } from './responses.ts';

export interface Handler {
  (request: Request, context: NetlifyContext): Promise<Response>;
  /** For the API's description: what the resource is, in a sentence, and its operations. */
  about: string;
  operations: readonly DeclaredOperation[];
}

/**
 * Builds a resource of the API from a table of its operations; `about` is what the description says of it, in a sentence. A row gets routing, the
 * access check, validation, rate limit, idempotency, caching, error rendering, a log line and a place in `/api/openapi.json`; what has no row cannot
 * be reached. Rows with fixed paths come before rows with parameters.
 */
export function resourceWith(effects: Effects, about: string) {
  const operations: DeclaredOperation[] = [];

  const declare =
    (method: DeclaredOperation['method']) =>
    <
      Path extends string,
      Allowed extends Access,
      Body extends z.ZodType,
      Query extends z.ZodType,
      Returns extends z.ZodType | PageOf,
    >(
      path: Path,
      operation: Operation<Path, Allowed, Body, Query, Returns>,
      run: Adapter<Path, Allowed, Body, Query, Returns>,
    ) => {
      if (operation.access === 'signed' && !(operation.body && operation.signature))
        throw new Error(`${path} has no signed body`);
      operations.push({ ...operation, method, path, run });
      return table;
    };

  const table = {
    get: declare('get'),
    post: declare('post'),
    put: declare('put'),
    delete: declare('delete'),
    get handler(): Handler {
      return handlerOf(about, operations, effects);
    },
  };
  return table;
}

interface Bindings {
  Bindings: HandlerContext;
}

/** A routed request, the parameters of its path, and what may follow it. */
type Given = [effects: Effects, request: Request, context: HandlerContext, params: Record<string, string>, requestId: string];

function handlerOf(about: string, operations: DeclaredOperation[], effects: Effects): Handler {
  const router = new Hono<Bindings>({ strict: false });
  for (const operation of operations) {
    router.on(operation.method, operation.path, (c) =>
      answer(
        operation,
        c.req.raw,
        (requestId) => answerInTime(operation, effects, c.req.raw, c.env, c.req.param(), requestId),
        renderError,
        {
          countFailure: (code, requestId) => effects.countFailure(db, operation.path, code, requestId),
          waitUntil: waitUntilOf(operation, c.env),
        },
      ),
    );
  }
  for (const [path, methods] of Map.groupBy(operations, ({ path }) => path)) {
    const allow = methods.map(({ method }) => method.toUpperCase()).join(', ');
    router.all(path, (c) =>
      answer(
        { path },
        c.req.raw,
        () => {
          throw new ApiError('method_not_allowed', { message: `Use ${allow} here`, headers: { Allow: allow } });
        },
        renderError,
      ),
    );
  }
  router.notFound((c) =>
    answer(
      { path: '*' },
      c.req.raw,
      () => {
        throw new ApiError('not_found');
      },
      renderError,
    ),
  );

  const handle = async (request: Request, context: NetlifyContext) => router.fetch(request, handlerContextOf(context));
  return Object.assign(handle, { about, operations });
}

function answerInTime(operation: DeclaredOperation, ...given: Given): Promise<Response> {
  const isRead = operation.method === 'get' || operation.reads;
  const ms = operation.isExport ? EXPORT_MS : READ_MS;
  return isRead ? withinDeadline(ms, () => run(operation, ...given)) : run(operation, ...given);
}

/** Answers a routed request, and has it noted when somebody on the staff had not the right to it. */
async function run(operation: DeclaredOperation, ...given: Given): Promise<Response> {
  const [, request, , params, requestId] = given;
  const caller = await authenticate(db, operation, request);
  const acting = actorOf(operation, caller, requestId);
  try {
    assertRight(operation, caller);
    return await answerTo(operation, caller, acting, ...given);
  } catch (failure) {
    if (acting) await actingAs(acting, () => noteRefusal(db, operation, params, failure));
    throw failure instanceof ApiError && caller.staff ? maskedFailure(failure, caller.staff.rights) : failure;
  }
}

/**
 * A call is counted before anything of it is read, so that refused ones count, too, and cost nothing when there are too many. The checks that follow are
 * ordered by cost.
 */
async function answerTo(
  operation: DeclaredOperation,
  caller: Caller,
  acting: Acting | null,
  ...[effects, request, context, given]: Given
): Promise<Response> {
  if (operation.limit)
    await countCall(db, operation.limit.with ?? `${operation.method} ${operation.path}`, context.network, operation.limit);
  const params = readParams(given);
  const url = urlOf(request);
  refuseKeyOfOnesOwn(operation, url);
  const query = operation.query ? readQuery(url, operation.query) : undefined;
  if (caller.staff) refuseExport(operation, query, caller.staff.rights);
  const { sent, proof: typedProof } = await sentBody(operation, request);
  const idempotencyKey = operation.idempotent ? readIdempotencyKey(request) : null;

  // `declare` has checked that the adapter takes what the row declares.
  const device = readDevice(request);
  const client = clientOf(request, context.network);
  const call = {
    db,
    body: sent,
    query,
    params,
    idempotencyKey,
    device,
    client,
    waitUntil: waitUntilOf(operation, context),
    ...caller,
  };
  const result = await actingAs(acting, async () => {
    const shown = caller.staff ? await shownBy(operation, call) : [];
    const proof = await assertProved(operation, call, { proof: typedProof, shown });
    if (caller.staff) await checkShownTexts(db, caller.staff, shown, proof !== null);
    const answered = await operation.run({ ...call, proof } as never);
    if (acting) await noteRequest(db, operation, params);
    return answered;
  });
  const [promised, body] = bodyFor(operation, result, caller.staff?.rights);
  if (operation.sendsMail) call.waitUntil(effects.sendMessages(db));
  if (operation.purges) call.waitUntil(effects.publish(db, operation.purges(promised as never)));
  const headers = { ...API_HEADERS, ...cacheHeaders(operation, promised, caller.token === null), ...client.headers };
  if (operation.answersText)
    return new Response(String(body.data), { headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' } });
  if (operation.isExport) return exported(request, body, headers);
  return Response.json(body, { status: operation.status ?? 200, headers });
}

/** What a call puts before shoppers. */
async function shownBy({ shows = [] }: DeclaredOperation, call: { body: unknown }): Promise<ShownText[]> {
  return 'texts' in shows ? shows.texts(call as never) : shownTexts(call.body, shows);
}

function actorOf({ method, path }: DeclaredOperation, { staff }: Caller, requestId: string): Acting | null {
  return staff && { staffId: staff.id, sessionId: staff.sessionId, operation: `${method.toUpperCase()} ${path}`, requestId };
}

/** How far staff without the right `export` page through a list of people or money: enough to work with, too little to carry it away. */
const WITHOUT_EXPORT = 1000;

function refuseExport({ returns }: DeclaredOperation, query: unknown, rights: readonly Right[]): void {
  if (!isPage(returns) || rights.includes('export') || !hidesSomething(returns.pageOf)) return;
  const { page = 1, limit = 1 } = query as { page?: number; limit?: number };
  if (page * limit <= WITHOUT_EXPORT) return;
  const message = `For your role lists end after ${WITHOUT_EXPORT.toLocaleString('en')} entries. Filter the list, or ask an owner of the shop.`;
  throw new ApiError('not_allowed', { message, details: { right: 'export' } });
}

/** What came in the body, validated, and the proof beside it. */
async function sentBody(operation: DeclaredOperation, request: Request): Promise<{ sent?: unknown; proof?: string | undefined }> {
  const { body, upload, signature, incomplete } = operation;
  if (whenProved(operation)) return readWithProof(operation, request);
  if (!body) return {};
  if (signature) return { sent: await readSignedBody(request, body, signature) };
  const sent = upload
    ? readUpload(request, upload, body, incomplete)
    : readBody(request, body).then((json) => check(body, json, incomplete));
  return { sent: await sent };
}

function waitUntilOf({ method, path }: DeclaredOperation, context: HandlerContext) {
  return (work: Promise<unknown>) =>
    context.waitUntil(work.catch((failure: unknown) => logFailure(`after ${method.toUpperCase()} ${path}`, failure)));
}

export interface Body {
  success: boolean;
  data: unknown;
  pagination?: Pagination;
}

/** What the row promises of a result, with nothing else in it, and what the staff member who asks may see of that, in its envelope. */
function bodyFor({ returns }: DeclaredOperation, result: unknown, rights: readonly Right[] | undefined): [unknown, Body] {
  const { items, pagination } = isPage(returns) ? (result as Page<unknown>) : { items: result };
  const schema = isPage(returns) ? z.array(returns.pageOf) : returns;
  const promised = asPromised(schema, items);
  const data = rights ? masked(schema, promised, rights) : promised;
  return [promised, { success: true, data, ...(pagination && { pagination }) }];
}

export function isPage(returns: z.ZodType | PageOf): returns is PageOf {
  return 'pageOf' in returns;
}
