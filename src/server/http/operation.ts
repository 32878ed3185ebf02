import type * as z from 'zod';
import type { Proof } from '#domain/accounts/proof.ts';
import type { Page } from '#domain/lists.ts';
import type { NeededRight } from '#domain/rights/needed.ts';
import type { Right } from '#domain/rights/rights.ts';
import type { ShownText } from '#domain/shown-texts/shown-fields.ts';
import type { Client } from '#server/accounts/throttle-sign-in.ts';
import type { Shopper, SignedInStaff } from '#server/accounts/tokens.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import type { ErrorCode } from '#server/errors.ts';

/**
 * Who may call an operation. An operation without access does not compile. `staff` is for those who have its right.
 * `anyone or staff` shows or allows more to staff. `author or staff` takes the edit token of a review, which the use case checks, or a staff token.
 * `signed` takes a body that is signed with a secret which another service shares with the shop.
 */
export type Access = 'anyone' | 'shopper' | 'staff' | 'anyone or staff' | 'author or staff' | 'signed';

/** How a body is signed. */
export interface Signature {
  /** Where the signature stands. */
  header: string;
  maxBytes: number;
  /** Takes the body as it arrived. Has to take the same time whatever of the signature is wrong. */
  isRight(body: Uint8Array, signature: string): boolean;
}

/**
 * How often one network may call. Mobile carriers put thousands of phones behind one IPv4 address: a limit of what shoppers do is a brake on
 * programs, far above what a few dozen people do at once. What must be tight is counted by phone, device or order, too.
 */
export interface RateLimit {
  hits: number;
  seconds: number;
  /** Counted together with another operation: `post /api/orders/track`. */
  with?: string;
}

export function perMinute(hits: number): RateLimit {
  return { hits, seconds: 60 };
}

/** A page of a list; `page(order)` answers with `data: order[]` and `pagination`. */
export interface PageOf<Item extends z.ZodType = z.ZodType> {
  pageOf: Item;
}

export function page<Item extends z.ZodType>(item: Item): PageOf<Item> {
  return { pageOf: item };
}

type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParams<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** A validated request. */
export interface Call<Body = unknown, Query = unknown, Params = unknown> {
  db: ShopDatabase;
  body: Body;
  query: Query;
  params: Params;
  /** The key of this attempt, if the caller sent one and the operation is `idempotent`. */
  idempotencyKey: string | null;
  /** The browser that calls, as a hash, if it says which one it is. */
  device: string | null;
  /** The shopper whose token came with the request, where the operation reads shoppers' tokens. */
  shopper: Shopper | null;
  /** The bearer token that came with the request. */
  token: string | null;
  client: Client;
  /** Continues after the answer; failures are logged. */
  waitUntil(work: Promise<unknown>): void;
}

/** What a call puts before shoppers without having it in its body. */
export interface ShownBy<ValidCall = never> {
  texts(call: ValidCall): Promise<ShownText[]>;
}

/** When an operation needs proof, where it does not always. */
interface ProofRule<ValidCall = never> {
  /** In words, after “when”; SECURITY.md says the same. */
  when: string;
  isNeeded(call: ValidCall): boolean | Promise<boolean>;
}

/** The data of an answer. */
type Answered<Returns extends z.ZodType | PageOf> =
  Returns extends PageOf<infer Item> ? z.output<Item>[] : Returns extends z.ZodType ? z.output<Returns> : never;

/** The CDN tags for what a row answers with. */
type TagsOf<Returns extends z.ZodType | PageOf> = (data: Answered<Returns>) => string[];

/**
 * An operation for staff says which right it needs, by its effect; no other has one. Where one of a list is enough, the database asks for the one that the
 * effect needs.
 */
type RightOf<Allowed extends Access> = Allowed extends `${string}staff` ? { right: NeededRight } : { right?: never };

/** One row of a resource's table. */
export type Operation<
  Path extends string,
  Allowed extends Access,
  Body extends z.ZodType,
  Query extends z.ZodType,
  Returns extends z.ZodType | PageOf,
> = Row<Path, Allowed, Body, Query, Returns> & RightOf<Allowed>;

interface Row<
  Path extends string = string,
  Allowed extends Access = Access,
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Returns extends z.ZodType | PageOf = z.ZodType | PageOf,
> {
  access: Allowed;
  /**
   * Whoever calls proves once more that it is them, by what stands as `proof` beside the fields of the body: an unlocked browser or a stolen session is not
   * enough. Checked last, before the use case.
   */
  proof?: true | ProofRule<Call<z.output<Body>, z.output<Query>, PathParams<Path>> & CallersOf[Allowed]>;
  /** One line for the API's description. */
  summary: string;
  body?: Body;
  /**
   * The fields of the body that shoppers read, each with all below it: `['name', 'hero.first', 'lines.*.text']`, or the texts themselves where the call names
   * what has them. Only owners may put another phone, account, link or address into them than the shop has, and they prove who they are.
   */
  shows?: readonly string[] | ShownBy<Call<z.output<Body>, z.output<Query>, PathParams<Path>> & CallersOf[Allowed]>;
  /** The body is a form with one `file`, or with a list of `files`, instead of JSON. */
  upload?: 'file' | 'files';
  /** With access `signed`: nothing of the body is looked at before. */
  signature?: Signature;
  query?: Query;
  /** The message when a required field of the body is missing, instead of the general one. */
  incomplete?: string;
  /** The message of an internal error, instead of the general one: 'Failed to create product'. */
  failure?: string;
  returns: Returns;
  /**
   * A list as a whole for a file, from one statement, and therefore as it was at one moment. It is sent while it is written, has more time than other
   * reads, and is refused where the list is longer than lists are paged through.
   */
  isExport?: true;
  /** What staff need to be allowed besides `right`. */
  besides?: NeededRight;
  /** Answers with the bare text that it returns, where a service asks for that. */
  answersText?: true;
  /** 201 for operations that create; 200 otherwise. */
  status?: 200 | 201;
  idempotent?: true;
  limit?: RateLimit;
  /** Errors besides those that follow from the rest of the row. The API tests check every error they meet. */
  errors?: readonly ErrorCode[];
  /** The CDN may keep the answer for everybody, under these tags. */
  cacheTags?: TagsOf<Returns>;
  /** A write that shoppers see: purges these tags from the CDN, and requests a build of the pages. */
  purges?: TagsOf<Returns>;
  /** A POST that only reads: it has the time of a read. */
  reads?: true;
  /** It puts mails or notifications into their outboxes, which are sent after the answer. */
  sendsMail?: true;
  /** Still works, but the description says that there is something better. */
  deprecated?: true;
  /** Also for staff who must switch on a second factor before anything else. */
  beforeEnrolling?: true;
  /** `optional`: a shopper's token is read if there is one. */
  shopper?: 'optional';
  readonly path?: Path;
}

/** What the builder adds to a call, by access. */
interface CallersOf {
  anyone: unknown;
  shopper: { shopper: Shopper; token: string };
  /** `proof`: what was proved where the row asks for it. */
  staff: { staff: SignedInStaff; proof: Proof | null };
  'anyone or staff': { staff: SignedInStaff | null };
  'author or staff': { staff: SignedInStaff | null; editToken: string | null };
  signed: unknown;
}

/** What the row's `returns` reads. */
type Result<Returns extends z.ZodType | PageOf> =
  Returns extends PageOf<infer Item> ? Page<z.input<Item>> : Returns extends z.ZodType ? z.input<Returns> : never;

/** Calls a use case with what it needs of the call. */
export type Adapter<
  Path extends string,
  Allowed extends Access,
  Body extends z.ZodType,
  Query extends z.ZodType,
  Returns extends z.ZodType | PageOf,
> = (
  call: Call<z.output<Body>, z.output<Query>, PathParams<Path>> & CallersOf[Allowed],
) => Promise<Result<Returns>> | Result<Returns>;

/** An operation as the router and the API's description know it. */
export interface DeclaredOperation extends Omit<Row, 'cacheTags' | 'purges'> {
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  right?: NeededRight;
  /** Takes what access, body, query and path promise; `resource()` checks that when it is declared. */
  run: (call: never) => unknown;
  /** These take what the row answers with. */
  cacheTags?: (data: never) => string[];
  purges?: (data: never) => string[];
}

/** When an operation asks whoever calls to prove who they are, in words; null: never. */
export function whenProved({ proof, shows }: Pick<DeclaredOperation, 'proof' | 'shows'>): string | null {
  if (proof === true) return 'always';
  const cases = [...(proof ? [proof.when] : []), ...(shows ? ['an owner shows another number, account or link'] : [])];
  return cases.length > 0 ? `when ${cases.join(', or ')}` : null;
}

/** The rights of which a staff member needs one for an operation; null for everybody's. */
export function rightsOf({ right = 'none' }: Pick<DeclaredOperation, 'right'>): AnyOf | null {
  if (right === 'none') return null;
  return typeof right === 'string' ? [right] : right;
}

type AnyOf = readonly [Right, ...Right[]];

/** All that a staff member needs for an operation: one right of each list. */
export function neededOf({ right, besides }: Pick<DeclaredOperation, 'right' | 'besides'>): AnyOf[] {
  return [right, besides].flatMap((needed) => {
    const anyOf = needed && rightsOf({ right: needed });
    return anyOf ? [anyOf] : [];
  });
}
