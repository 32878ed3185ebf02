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
import { readForm, readQuery } from './read-request.ts';

/** One row of the table: a form of the shop's pages, for browsers without script. */
interface Form<Body extends z.ZodType> {
  /** The page with the form. */
  page: string;
  /** Without one, nothing that was sent is read. */
  body?: Body;
  /** The message when a required field is missing. */
  incomplete?: string;
  /** How often one network may send it, counted together with the API's operation. */
  limit?: RateLimit & { with: string };
  /** It puts mails into the outbox, which are sent after the answer. */
  sendsMail?: true;
  /** It writes nothing, and waits as briefly as other reads. */
  reads?: true;
}

/** A validated form. */
interface FormCall<Body> {
  db: ShopDatabase;
  body: Body;
}

type Content = Omit<FormPage, 'back'>;

type FormAnswer<Body> = (call: FormCall<Body>) => Promise<Content> | Content;

/** A page with a form of its own. */
interface Question {
  query: z.ZodType;
  content: (query: never) => Content;
}

interface Row extends Form<z.ZodType> {
  answer: FormAnswer<never>;
}

/**
 * The shop's forms without script: sent by POST, so that nothing typed gets into an address, and answered with a page. A row gets
 * validation, a rate limit and a log line, and calls the use case of the API's operation; other paths redirect home.
 */
export function formsWith(effects: Effects) {
  const rows = new Map<string, Row>();
  const questions = new Map<string, Question>();
  const table = {
    /** The form that a mail links to. Opening it does nothing, because mail programs open links on their own. */
    get<Query extends z.ZodType>(path: string, query: Query, content: (query: z.output<Query>) => Content) {
      questions.set(path, { query, content });
      return table;
    },
    post<Body extends z.ZodType>(path: string, form: Form<Body>, answer: FormAnswer<z.output<Body>>) {
      rows.set(path, { ...form, answer });
      return table;
    },
    get handler() {
      return (request: Request, context: NetlifyContext) => handle(rows, questions, effects, request, handlerContextOf(context));
    },
  };
  return table;
}

/** How long a form that writes waits for Supabase in all, its answer in words included. */
const WRITE_MS = 8_000;

async function handle(
  rows: Map<string, Row>,
  questions: Map<string, Question>,
  effects: Effects,
  request: Request,
  context: HandlerContext,
): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname;
  const row = rows.get(path);
  const question = request.method === 'GET' ? questions.get(path) : undefined;
  if (question) {
    return withinDeadline(READ_MS, () =>
      answer(
        { path },
        request,
        async () => renderFormPage(db, { ...question.content(readQuery(url, question.query) as never), back: HOME }),
        (failure) => renderFormPage(db, { ...failurePage(failure, '/'), back: HOME }, failure.status, failure.headers),
      ),
    );
  }
  // A reloaded answer leads back to the form.
  if (request.method !== 'POST' || !row) return redirect(request, row?.page ?? '/');
  return withinDeadline(row.reads ? READ_MS : WRITE_MS, () =>
    answer(
      { path },
      request,
      async () => renderFormPage(db, { ...(await run(row, path, effects, request, context)), back: HOME }),
      (failure) => renderFormPage(db, failurePage(failure, row.page), failure.status, failure.headers),
    ),
  );
}

async function run(row: Row, path: string, effects: Effects, request: Request, context: HandlerContext) {
  assertOwn(request);
  const body = row.body ? await readForm(request, row.body, row.incomplete) : undefined;
  if (row.limit) await countCall(db, row.limit.with, context.network, row.limit);
  const content = await row.answer({ db, body: body as never });
  if (row.sendsMail) {
    context.waitUntil(effects.sendMessages(db).catch((failure: unknown) => logFailure(`after POST ${path}`, failure)));
  }
  return content;
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
