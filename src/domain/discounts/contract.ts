import * as z from 'zod';
import { hiddenRevenue } from '#domain/rights/hidden.ts';
import { line, optionalLine } from '#domain/text-fields.ts';
import { amount, moment, objectId, rupees, timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';

const MAX_RUPEES = 1_000_000;

/** A code as somebody typed it: case, spaces and hyphens do not matter (`shop.code_key`). */
export const typedCode = line(40, 'Enter a code');

/** Why a code takes nothing off. */
export const REFUSAL_REASONS = [
  'unknown',
  'not_yet',
  'ended',
  'used_up',
  'used_by_phone',
  'new_customers',
  /** One of the two before, to whoever is not staff: it would tell whether the shop knows a phone. */
  'not_usable',
  'minimum',
  'other_pieces',
  'nothing_off',
] as const;

export const refusedCode = z.object({
  code: z.string(),
  reason: z.enum(REFUSAL_REASONS),
  /** With `minimum`: how many rupees of pieces are missing. */
  missing: rupees.optional(),
  /** With `not_yet`. */
  startsAt: timestamp.optional(),
});

export type RefusedCode = z.infer<typeof refusedCode>;

/** Rupees that are taken off, only where there are any. */
export const offOnly = rupees.transform((off) => off || undefined).optional();

/** A text that only some records have. */
export const given = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined)
  .optional();

/** What a quote says beside lines, delivery and total, only where something is taken off or a code is not taken. */
export const discounted = {
  /** Off the lines. */
  discount: rupees.optional(),
  /** Off the delivery charge; `shipping` is what is left of it. */
  deliveryDiscount: rupees.optional(),
  code: z.string().optional(),
  refusedCode: refusedCode.optional(),
};

/** What staff take off an order themselves, and why. */
export const staffDiscount = z.object({
  amount: amount(MAX_RUPEES, 'Required', 1),
  reason: line(200, 'Say why'),
});

export const DISCOUNT_KINDS = ['percent', 'sum'] as const;
export const DISCOUNT_TARGETS = ['lines', 'delivery'] as const;

const codeFields = {
  code: line(20, 'Enter a code')
    .overwrite((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
    .regex(/^[A-Z0-9]{3,20}$/, '3 to 20 letters and digits'),
  /** Whose code it is, or of which campaign. */
  name: optionalLine(80),
  kind: z.enum(DISCOUNT_KINDS),
  target: z.enum(DISCOUNT_TARGETS).default('lines'),
  /** Percent, or rupees. */
  value: amount(MAX_RUPEES, 'Required', 1),
  startsAt: moment.nullable().default(null),
  endsAt: moment.nullable().default(null),
  minimum: amount(MAX_RUPEES).default(0),
  /** What it is for; with neither, everything. */
  productIds: z.array(objectId).max(200, 'At most 200 products').default([]),
  categories: z.array(line(80)).max(50, 'At most 50 categories').default([]),
  maxUses: z.int('Must be a whole number').min(1, 'At least 1').max(1_000_000, 'At most 1,000,000').nullable().default(null),
  oncePerPhone: z.boolean().default(true),
  newCustomersOnly: z.boolean().default(false),
  isPaused: z.boolean().default(false),
};

interface Terms {
  kind: (typeof DISCOUNT_KINDS)[number];
  value: number;
  startsAt: string | null;
  endsAt: string | null;
}

const isPercent = ({ kind, value }: Terms) => kind !== 'percent' || value <= 100;
const endsLater = ({ startsAt, endsAt }: Terms) => !startsAt || !endsAt || Date.parse(endsAt) > Date.parse(startsAt);

export const newDiscountCode = z
  .object(codeFields)
  .refine(isPercent, { path: ['value'], message: 'At most 100 percent' })
  .refine(endsLater, { path: ['endsAt'], message: 'Must be after the start' });

export type NewDiscountCode = z.infer<typeof newDiscountCode>;

/** What a code that holds is good for, as everybody may know it who has it. */
export const codeTerms = z.object({
  code: z.string(),
  kind: z.enum(DISCOUNT_KINDS),
  target: z.enum(DISCOUNT_TARGETS),
  value: rupees,
  minimum: rupees,
  /** Slugs of the categories that it is for. */
  categories: z.array(z.string()),
  /** Whether it is for some products. With no category either: for everything. */
  isForSome: z.boolean(),
  newCustomersOnly: z.boolean(),
  endsAt: timestamp.optional(),
});

export type CodeTerms = z.infer<typeof codeTerms>;

/** A code, as asked about before there is a cart. */
export const codeQuestion = z.object({ code: typedCode });

/** What a code is good for, or why it is not. */
export const codeOffer = z.object({ terms: codeTerms.optional(), refusedCode: refusedCode.optional() });

export type CodeOffer = z.infer<typeof codeOffer>;

/** All fields of a code, and the version that its editor saw. */
export const discountCodeEdit = z
  .object({ ...codeFields, updatedAt: expectedVersion.optional() })
  .refine(isPercent, { path: ['value'], message: 'At most 100 percent' })
  .refine(endsLater, { path: ['endsAt'], message: 'Must be after the start' });

export type DiscountCodeEdit = z.infer<typeof discountCodeEdit>;

/** Orders with a code, and what it took off them. */
const counted = z.object({ orders: z.int(), discount: hiddenRevenue(rupees), total: hiddenRevenue(rupees) });

/**
 * A code as staff see it. `placed` counts every order that has it, `delivered` and `returned` those of them that ended so. `net` is what is left of what they
 * delivered, without what went back.
 */
export const discountCode = z.object({
  id: objectId,
  code: z.string(),
  name: z.string(),
  kind: z.enum(DISCOUNT_KINDS),
  target: z.enum(DISCOUNT_TARGETS),
  value: rupees,
  startsAt: timestamp.nullable(),
  endsAt: timestamp.nullable(),
  minimum: rupees,
  productIds: z.array(z.string()),
  categories: z.array(z.string()),
  maxUses: z.int().nullable(),
  uses: z.int(),
  oncePerPhone: z.boolean(),
  newCustomersOnly: z.boolean(),
  isPaused: z.boolean(),
  placed: counted,
  delivered: counted,
  returned: counted,
  net: hiddenRevenue(rupees),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type DiscountCode = z.infer<typeof discountCode>;
