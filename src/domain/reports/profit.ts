import * as z from 'zod';
import { paging } from '#domain/lists.ts';
import { amount, objectId, period, rupees } from '#domain/values.ts';
import { variantName } from '#domain/variants/contract.ts';

export const PROFIT_GROUPS = ['product', 'choice', 'category', 'city', 'courier', 'source', 'code', 'day', 'month'] as const;

export type ProfitGroup = (typeof PROFIT_GROUPS)[number];

export const profitQuery = period.extend({
  by: z.enum(PROFIT_GROUPS).default('product').meta({ description: 'What the earnings are told by' }),
});

export type ProfitQuery = z.infer<typeof profitQuery>;

export const PROFIT_STAGES = ['placed', 'confirmed', 'sent', 'delivered', 'settled'] as const;

export type ProfitStage = (typeof PROFIT_STAGES)[number];

/** What orders of a period earned. `orders` and `ordered` are without cancelled ones, `net` and all after it of what was delivered or sent. */
const earned = z.object({
  orders: z.int(),
  delivered: z.int(),
  /** Orders of which a parcel came back. */
  cameBack: z.int(),
  ordered: rupees,
  /** What customers paid and did not get back, or still owe of what was delivered. */
  net: rupees,
  /** Pieces that the shop does not have any more. */
  pieces: z.int(),
  cost: rupees,
  /** So many of the pieces are without a cost. */
  uncosted: z.int(),
  /** What couriers took, by the files that are booked. */
  charges: rupees,
  /** Taxes that the shop does not get back. */
  taxes: rupees,
  /** Of parcels that have left, as packing cost when they were made. */
  packing: rupees,
  /** Before advertising. */
  profit: rupees,
  /** What of `net` the shop has. Null where it is not told by it, as for the two below. */
  collected: rupees.nullable(),
  /** What was spent on advertising: of a source, day or month, and of all. */
  advertising: rupees.nullable(),
  /** What advertising left of the profit. */
  afterAdvertising: rupees.nullable(),
});

export type Earned = z.infer<typeof earned>;

/** Those of one product, city, … A null key: it is not known, or there is none. */
const earnedGroup = earned.extend({ key: z.string().nullable(), name: z.string().nullable() });

export type EarnedGroup = z.infer<typeof earnedGroup>;

export const profitReport = z.object({
  period: z.object({ startDate: z.string(), endDate: z.string() }),
  /** How far the orders placed in the period came, in orders and in their totals. */
  stages: z.array(z.object({ stage: z.enum(PROFIT_STAGES), orders: z.int(), amount: rupees })),
  totals: earned,
  /** The most profitable first, days and months in their order; at most a thousand. */
  groups: z.array(earnedGroup),
  /** How many there are. */
  groupCount: z.int(),
  /** Of each parcel that is made from now on. */
  packingCost: rupees,
});

export type ProfitReport = z.infer<typeof profitReport>;

/** What one order earned, and how far its month bears what came back. */
export const orderEarnings = z.object({
  isDelivered: z.boolean(),
  /** The shop has its money. Until then what its courier keeps is not in it. */
  isSettled: z.boolean(),
  net: rupees,
  pieces: z.int(),
  uncosted: z.int(),
  cost: rupees,
  /** Courier charges: for deliveries, for returns, and others. */
  deliveries: rupees,
  returns: rupees,
  others: rupees,
  /** GST on charges where it is not credited, and withheld taxes where they are final. */
  gst: rupees,
  withheld: rupees,
  packing: rupees,
  profit: rupees,
  /** The first day of the month in which it was placed. */
  month: z.string(),
  monthDelivered: z.int(),
  /** Orders of that month that were not delivered and cost something, and what they cost. */
  monthUndelivered: z.int(),
  monthLost: rupees,
  /** Of that, of each order that was delivered. Null of one that was not, as the next. */
  shareOfReturns: rupees.nullable(),
  /** What is left after it: so much may have been spent on advertising. Over a month it comes to the month’s profit. */
  breakEven: rupees.nullable(),
});

export type OrderEarnings = z.infer<typeof orderEarnings>;

/** What packing a parcel costs: box, tape, card and hands. */
export const packingCost = z.object({ perParcel: amount(100_000) });

/** Where an order counts: all of it on the day it was placed, or each stage on the day of its event. */
export const COUNTED_BY = ['order', 'event'] as const;

export type CountedBy = (typeof COUNTED_BY)[number];

export const stagesQuery = period.extend({
  by: z.enum(COUNTED_BY).default('event').meta({ description: 'The day an order counts on: of its placement, or of each event' }),
});

export type StagesQuery = z.infer<typeof stagesQuery>;

/** The stages of an order, and beside them that a parcel of it came back. */
export const DAY_STAGES = [...PROFIT_STAGES, 'came_back'] as const;

export type DayStage = (typeof DAY_STAGES)[number];

const countedStages = z.array(z.object({ stage: z.enum(DAY_STAGES), orders: z.int(), amount: rupees }));

/** What happened on one day. */
const stagesOfDay = z.object({ day: z.string(), stages: countedStages });

export type StagesOfDay = z.infer<typeof stagesOfDay>;

export const stagesReport = z.object({
  period: z.object({ startDate: z.string(), endDate: z.string() }),
  /** Of all days together, in orders and in their totals. */
  stages: countedStages,
  /** Every day of the period. */
  days: z.array(stagesOfDay),
});

export type StagesReport = z.infer<typeof stagesReport>;

/** What all pieces in the shop are worth, at cost. */
export const stockWorth = z.object({ pieces: z.int(), cost: rupees, uncosted: z.int() });

/** What comes first: not sold for longest, soonest sold out, worth most, without a cost. */
export const STOCK_ORDERS = ['dead', 'short', 'worth', 'uncosted'] as const;

export type StockOrder = (typeof STOCK_ORDERS)[number];

export const stockAtCostQuery = z.object({
  ...paging,
  first: z
    .enum(STOCK_ORDERS)
    .default('dead')
    .meta({ description: 'What comes first; `short` and `uncosted` leave all others away' }),
});

export type StockAtCostQuery = z.infer<typeof stockAtCostQuery>;

/** The pieces of a choice that lie in the shop. */
export const stockAtCost = z.object({
  id: objectId,
  productId: objectId,
  name: z.string(),
  color: z.string(),
  size: z.string(),
  sku: z.string(),
  pieces: z.int(),
  /** Rupees a piece, freight and charges included. Null: nobody has said. */
  unitCost: rupees.nullable(),
  cost: rupees.nullable(),
  lastSold: z.string().nullable(),
  /** Since it was sold, or since it is offered. */
  days: z.int(),
  /** In the last four weeks. */
  sold: z.int(),
  /** How many days they last as they sell. */
  daysLeft: z.int().nullable(),
});

export type StockAtCost = z.infer<typeof stockAtCost>;

/** What pieces cost that the shop bought before it wrote down its purchases. */
export const pieceCost = z.object({ ...variantName, unitCost: amount(10_000_000) });

export type PieceCost = z.infer<typeof pieceCost>;

export const costedPiece = z.object({
  productId: objectId,
  color: z.string(),
  size: z.string(),
  sku: z.string(),
  unitCost: rupees,
});
