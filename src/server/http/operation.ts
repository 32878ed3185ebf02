import type * as z from 'zod';
import type { SignedInStaff } from '#server/accounts/tokens.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import type { ErrorCode } from '#server/errors.ts';
import type { Page } from '#shared/schemas/common.ts';

/**
 * Who may call an operation. `anyone` is said as plainly as the rest: an operation without an access does not compile.
 * `anyone or staff` does more for staff; the use case is told whether it is them, and refuses the rest what is theirs.
 * `author or staff` takes the edit token of what the path names, which the use case compares, or a staff token.
 */
export type Access = 'anyone' | 'shopper' | 'staff' | 'anyone or staff' | 'author or staff';

export interface Shopper {
  id: string;
  username: string;
  email: string;
}

/** Where a call comes from. */
export interface Client {
  /** The network address: of an IPv6 one the part that a household has. */
  address: string;
  /** What the browser calls itself. */
  userAgent: string;
  /** The hash of the token by which sign-in knows this browser; only operations under `/api/auth` are sent it. */
  device: string | null;
  /** Has the browser keep a new one. */
  keepDevice(token: string): void;
}

/** How often one address may call. */
export interface RateLimit {
  hits: number;
  seconds: number;
}

export function perMinute(hits: number): RateLimit {
  return { hits, seconds: 60 };
}

/** Tags of the CDN for the data of an answer. */
export type TagsOf = (data: unknown) => string[];

/** What a page of a list is made of; `page(order)` answers with `data: order[]` and `pagination`. */
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

/** What a use case is given. Everything in it was checked before. */
export interface Call<Body = unknown, Query = unknown, Params = unknown> {
  db: ShopDatabase;
  body: Body;
  query: Query;
  params: Params;
  /** The key of this attempt, when the caller sent one and the operation is `idempotent`. */
  idempotencyKey: string | null;
  /** Which browser calls, as a hash, if it says so. */
  device: string | null;
  /** The shopper whose token came with the request, where the operation knows shoppers. */
  shopper: Shopper | null;
  /** The bearer token that came with the request. */
  token: string | null;
  client: Client;
  /** Goes on with something after the answer; what it fails with is logged, and nobody waits for it. */
  waitUntil(work: Promise<unknown>): void;
}

export type StaffCall<Body = unknown, Query = unknown, Params = unknown> = Call<Body, Query, Params> & { staff: SignedInStaff };

/** `staff` is null for everybody else. */
export type MaybeStaffCall<Body = unknown, Query = unknown, Params = unknown> = Call<Body, Query, Params> & {
  staff: SignedInStaff | null;
};

/** One of the two is there. The edit token may be anybody's until it was compared. */
export type AuthorCall<Body = unknown, Query = unknown, Params = unknown> = MaybeStaffCall<Body, Query, Params> & {
  editToken: string | null;
};

export type ShopperCall<Body = unknown, Query = unknown, Params = unknown> = Call<Body, Query, Params> & { shopper: Shopper };

/** One row of a resource's table. */
export interface Operation<
  Path extends string = string,
  Allowed extends Access = Access,
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
> {
  access: Allowed;
  /** One line for the API's description. */
  summary: string;
  body?: Body;
  /** The body is a form with one `file`, or with a list of `files`, instead of JSON. */
  upload?: 'file' | 'files';
  query?: Query;
  /** What to say when a required field of the body is missing, instead of the general sentence. */
  incomplete?: string;
  /** What to say when it fails for no reason of the caller's: 'Failed to create product'. */
  failure?: string;
  returns: z.ZodType | PageOf;
  /** 201 for operations that create; 200 otherwise. */
  status?: 200 | 201;
  idempotent?: true;
  limit?: RateLimit;
  /** Codes it is refused with beyond those that follow from the rest of the row. The API tests know every code they meet. */
  errors?: readonly ErrorCode[];
  /** An answer that the CDN may keep for everybody, under these tags. */
  cacheTags?: TagsOf;
  /** A write that shoppers see: the CDN forgets what has these tags, and the pages are built anew if they show it. */
  purges?: TagsOf;
  /** Still answers whoever calls it today; the description says that something better is there. */
  deprecated?: true;
  /** Also for staff who have to switch on a second factor before anything else. */
  beforeEnrolling?: true;
  /** `optional`: a shopper's token is looked at when there is one. */
  shopper?: 'optional';
  readonly path?: Path;
}

/** What the builder adds to a call by its access. */
interface CallersOf {
  anyone: unknown;
  shopper: { shopper: Shopper };
  staff: { staff: SignedInStaff };
  'anyone or staff': { staff: SignedInStaff | null };
  'author or staff': { staff: SignedInStaff | null; editToken: string | null };
}

export type UseCase<Path extends string, Allowed extends Access, Body extends z.ZodType, Query extends z.ZodType> = (
  call: Call<z.output<Body>, z.output<Query>, PathParams<Path>> & CallersOf[Allowed],
) => Promise<unknown | Page<unknown>> | unknown;

/** An operation as the router and the API's description know it. */
export interface DeclaredOperation extends Operation {
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  /** Takes what its access, body, query and path promise it; `resource()` holds the use case to that. */
  run: (call: never) => unknown;
}
