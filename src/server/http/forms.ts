import type * as z from 'zod';
import type { ShopDatabase } from '#server/database/client.ts';
import { READ_MS, withinDeadline } from '#server/database/deadline.ts';
import { serviceSupabase as db } from '#server/database/service-client.ts';
import { ApiError } from '#server/errors.ts';
import { html } from '#server/html.ts';
import { logFailure } from '#server/log.ts';
import { answer } from './answer.ts';
import type { Effects } from './effects.ts';
import { type FormPage, renderFormPage } from './form-page.ts';
import { type HandlerContext, handlerContextOf, type NetlifyContext } from './handler-context.ts';
import type { RateLimit } from './operation.ts';
import { countCall } from './rate-limit.ts';
import { readForm, readQuery, urlOf } from './read-request.ts';

/** A form of the shop's pages, for browsers without script. */
interface Form<Body extends z.ZodType> {
  /** The page with the form. */
  page: string;
  body: Body;
  /** The message when a required field is missing. */
  incomplete?: string;
  /** How often one network may send it, counted together with the API's operation. */
  limit: RateLimit & { with: string };
  /** It puts mails into the outbox, which are sent after the answer. */
  sendsMail?: true;
  /** It writes nothing, and waits as briefly as other reads. */
  reads?: true;
}

type Content = Omit<FormPage, 'back'>;

/** One request to a path of the table. */
interface Row {
  page: string;
  milliseconds: number;
  run(request: Request, context: HandlerContext): Promise<Content> | Content;
}

/** How long a form that writes waits for Supabase in all, its answer in words included. */
const WRITE_MS = 8_000;

/**
 * The shop's forms without script: sent by POST, so that nothing typed gets into an address, and answered with a page. A row gets
 * a rate limit, which counts before anything is read, validation and a log line, and calls the use case of the API's operation. Every other form is answered with `otherwise`.
 */
export function formsWith(effects: Effects, otherwise: Content) {
  const rows = new Map<string, Row>();
  const schemas: z.ZodType[] = [];
  const table = {
    /** The form that a mail links to. Opening it does nothing, because mail programs open links on their own. */
    get<Query extends z.ZodType>(path: string, query: Query, content: (query: z.output<Query>) => Content) {
      schemas.push(query);
      const run = (request: Request) => content(readQuery(urlOf(request), query));
      rows.set(`GET ${path}`, { page: '/', milliseconds: READ_MS, run });
      return table;
    },
    /**
     * What the button of such a page does, and what mail programs do that show a button of their own: all it takes is in its address, and whatever is sent
     * along is left unread (RFC 8058).
     */
    oneClick<Query extends z.ZodType>(
      path: string,
      query: Query,
      limit: RateLimit,
      content: (db: ShopDatabase, query: z.output<Query>) => Promise<Content>,
    ) {
      schemas.push(query);
      const run = async (request: Request, context: HandlerContext) => {
        assertOwn(request);
        await countCall(db, `post ${path}`, context.network, limit);
        return content(db, readQuery(urlOf(request), query));
      };
      rows.set(`POST ${path}`, { page: '/', milliseconds: WRITE_MS, run });
      return table;
    },
    post<Body extends z.ZodType>(
      path: string,
      { page, body, incomplete, limit, sendsMail, reads }: Form<Body>,
      content: (db: ShopDatabase, body: z.output<Body>) => Promise<Content>,
    ) {
      schemas.push(body);
      const run = async (request: Request, context: HandlerContext) => {
        assertOwn(request);
        await countCall(db, limit.with, context.network, limit);
        const answered = await content(db, await readForm(request, body, incomplete));
        if (sendsMail) later(context, path, effects.sendMessages(db));
        return answered;
      };
      rows.set(`POST ${path}`, { page, milliseconds: reads ? READ_MS : WRITE_MS, run });
      return table;
    },
    get handler() {
      const handle = async (request: Request, context: NetlifyContext) => {
        const path = new URL(request.url).pathname;
        const row = rows.get(`${request.method} ${path}`);
        if (row) return answerRow(effects, row, path, request, handlerContextOf(context));
        if (request.method === 'POST')
          return answerRow(
            effects,
            { page: '/', milliseconds: READ_MS, run: () => otherwise },
            path,
            request,
            handlerContextOf(context),
          );
        // A reloaded answer leads back to the form.
        return redirect(request, rows.get(`POST ${path}`)?.page ?? '/');
      };
      return Object.assign(handle, { schemas });
    },
  };
  return table;
}

function later(context: HandlerContext, path: string, work: Promise<unknown>): void {
  context.waitUntil(work.catch((failure: unknown) => logFailure(`after POST ${path}`, failure)));
}

function answerRow(effects: Effects, { page, milliseconds, run }: Row, path: string, request: Request, context: HandlerContext) {
  return withinDeadline(milliseconds, () =>
    answer(
      { path },
      request,
      async () => renderFormPage(db, { ...(await run(request, context)), back: HOME }),
      (failure) => renderFormPage(db, failurePage(failure, page), failure.status, failure.headers),
      {
        countFailure: (code, requestId) => effects.countFailure(db, path, code, requestId),
        waitUntil: (work) => later(context, path, work),
      },
    ),
  );
}

/**
 * Refuses forms on other sites' pages. Browsers name the page's site in `Sec-Fetch-Site`, older ones in `Origin`; programs that send neither
 * carry no session, and these forms read none. @throws ApiError `foreign_form`
 */
function assertOwn(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const isOwn = site ? site === 'same-origin' : !origin || hostOf(origin) === new URL(request.url).host;
  if (!isOwn) throw new ApiError('foreign_form');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function redirect(request: Request, page: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: new URL(page, request.url).pathname, 'Cache-Control': 'no-store' },
  });
}

const HOME = { href: '/', text: 'Back to the shop' };

const FIELD_NAMES: Record<string, string> = {
  email: 'E-mail',
  firstName: 'First name',
  lastName: 'Last name',
  subject: 'Subject',
  message: 'Message',
  orderNumber: 'Order number',
  phone: 'Phone',
  remark: 'Hidden field',
  token: 'Link',
};

/** An error as a page. Browsers keep what was typed for their Back button. */
function failurePage({ message, errors = [] }: ApiError, page: string): FormPage {
  const items = errors.map(({ path, message }) => html`<li>${FIELD_NAMES[path] ?? path}: ${message}</li>`);
  return {
    title: 'That did not work',
    content: html`<p>${message}</p><ul>${items}</ul><p>Your browser's Back button leads to what you typed.</p>`,
    back: { href: page, text: 'Back to the form' },
  };
}
