import * as z from 'zod';
import { paging } from '#domain/lists.ts';
import { shaped } from '#domain/text-fields.ts';
import { period, timestamp } from '#domain/values.ts';

/** What an act was about, in the order in which screens list them. */
export const ACTIVITY_KINDS = [
  'order',
  'parcel',
  'payment',
  'customer',
  'product',
  'price',
  'stock',
  'purchase',
  'review',
  'discount_code',
  'message',
  'settings',
  'bank_account',
  'staff',
  'role',
  'session',
  'export',
  'reveal',
  'other',
] as const;

export const activityKind = z.enum(ACTIVITY_KINDS);

export type ActivityKind = z.infer<typeof activityKind>;

/** Something that somebody on the staff did, or was refused. `before` and `after` hold the fields that differ. */
export const auditEntry = z.object({
  id: z.string(),
  createdAt: timestamp,
  /** The user name of who did it. */
  actorName: z.string(),
  /** The name of the role they held then; empty for the command line. */
  role: z.string().default(''),
  /** `PUT /api/orders/:id`; empty for what no request did. */
  operation: z.string().default(''),
  requestId: z.string().nullable().default(null),
  sessionId: z.string().nullable().default(null),
  /** The browser of the session: `Chrome on Android`; empty where nobody knows it. */
  device: z.string().default(''),
  kind: activityKind.default('other'),
  /** The order, product, customer … that it belongs to. */
  recordId: z.string().nullable().default(null),
  /** What it was done to: `limits`, `order ORD-10042`, `Halo Ring`; for an act that changed no record the act itself, `Signs staff in`. */
  subject: z.string(),
  /** The event of an order that it was: what it was about, and which parcel or kind of payment. */
  event: z.object({ kind: z.string(), subject: z.string() }).nullable().default(null),
  /** It was refused, because the role does not have the right. */
  isRefused: z.boolean().default(false),
  before: z.looseObject({}),
  after: z.looseObject({}),
});

export type AuditEntry = z.infer<typeof auditEntry>;

const uuid = z.uuid('Not a valid id');

const filters = {
  ...paging,
  kind: activityKind.optional().meta({ description: 'What it was about' }),
  record: shaped(36, /^([0-9a-f]{24}|[0-9a-f-]{36})$/, 'Not a valid id')
    .optional()
    .meta({ description: 'The id of the order, product, customer … that it belongs to' }),
  ...period.shape,
};

export const ownAuditQuery = z.object(filters);

export const auditQuery = z.object({ ...filters, person: uuid.optional().meta({ description: 'The id of who did it' }) });

export type AuditQuery = z.infer<typeof auditQuery>;

/** Both days are needed for sums; without them it is the last 30 days. */
export const figuresQuery = period;

/** What somebody on the staff did in a period. */
export const staffFigures = z.object({
  id: z.string(),
  username: z.string(),
  /** Orders that they confirmed, and what has become of those. The rest is open, or was cancelled. */
  confirmed: z.int(),
  delivered: z.int(),
  returned: z.int(),
  /** The share of returned ones among delivered and returned, in percent; null for none. */
  returnRate: z.number().nullable(),
  /** Parcels that they packed, and the pieces in them. */
  parcels: z.int(),
  pieces: z.int(),
});

export type StaffFigures = z.infer<typeof staffFigures>;
