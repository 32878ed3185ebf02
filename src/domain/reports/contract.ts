import * as z from 'zod';
import { offOnly } from '#domain/discounts/contract.ts';
import { order, orderStatus } from '#domain/orders/contract.ts';
import { purchaseOrderStatus } from '#domain/purchase-orders/contract.ts';
import { hiddenName } from '#domain/rights/hidden.ts';
import { shipmentStatus } from '#domain/shipments/contract.ts';
import { objectId, period, rupees, timestamp } from '#domain/values.ts';

export const groupBy = z.enum(['day', 'month', 'year']);

export type GroupBy = z.infer<typeof groupBy>;

export const salesQuery = period.extend({
  groupBy: groupBy.default('day').meta({ description: 'What a point of the report sums up' }),
});

export type SalesQuery = z.infer<typeof salesQuery>;

/** The first and last day of a report. */
const reportedPeriod = z.object({ startDate: z.string(), endDate: z.string() });

/** The figures of a period. Revenue and pieces count every order but cancelled and archived ones, `totalOrders` counts cancelled ones too. */
const overview = z.object({
  totalProducts: z.int(),
  totalOrders: z.int(),
  /** Pieces sold. */
  totalSales: z.int(),
  totalRevenue: rupees,
  totalPurchaseOrders: z.int(),
  totalShipments: z.int(),
});

/** What was ordered of a product, and what of it was kept: stayed with customers or is on its way, as it is today. */
const topProduct = z.object({
  productId: objectId,
  productName: z.string(),
  totalQuantity: z.int(),
  totalRevenue: rupees,
  keptQuantity: z.int(),
  keptRevenue: rupees,
});

/** What else a day asks for, by name. */
const deskWork = z.object({
  lateCount: z.int(),
  /** Parcels past their estimated day, or on their way for long. */
  late: z.array(
    z.object({
      id: objectId,
      shipmentNumber: z.string(),
      orderNumber: z.string(),
      status: shipmentStatus,
      carrier: z.string(),
      recipientName: hiddenName(z.string()),
      estimatedDeliveryDate: z.string().nullable(),
      shippedDate: timestamp.nullable(),
    }),
  ),
  expectedCount: z.int(),
  /** Expected purchase orders, earliest first. */
  expected: z.array(
    z.object({
      id: objectId,
      orderNumber: z.string(),
      supplierName: z.string(),
      status: purchaseOrderStatus,
      expectedDeliveryDate: z.string(),
    }),
  ),
});

export type DeskWork = z.infer<typeof deskWork>;

export const dashboard = z.object({
  period: reportedPeriod,
  work: deskWork,
  overview,
  /** The same figures for the period before, of the same length. */
  previous: overview,
  recentOrders: z.array(order),
  topProducts: z.array(topProduct),
  categoryStats: z.array(
    z.object({ category: z.string(), name: z.string(), productCount: z.int(), totalRevenue: rupees, keptRevenue: rupees }),
  ),
  orderStatusCounts: z.record(orderStatus, z.int()),
  /** `_id` is the day: `2026-11-20`. */
  salesByDate: z.array(z.object({ _id: z.string(), total: rupees, count: z.int() })),
  lowStockProducts: z.array(
    z.object({ id: objectId, _id: objectId, name: z.string(), category: z.string(), stockQuantity: z.int() }),
  ),
});

export type Dashboard = z.infer<typeof dashboard>;

const totals = z.object({ totalRevenue: rupees, orderCount: z.int() });

export const salesReport = z.object({
  period: reportedPeriod,
  /** `_id` is `2026-11-20`, `2026-11` or `2026`. */
  salesOverTime: z.array(totals.extend({ _id: z.string() })),
  topProducts: z.array(topProduct),
  categorySales: z.array(z.object({ _id: z.string(), totalRevenue: rupees, keptRevenue: rupees })),
  totals,
  /**
   * What became of the orders in `totals`, by the day of placement: their totals, those of what arrived, what of that was refunded, credited or exchanged, and
   * what is left.
   */
  sums: z.object({ ordered: rupees, delivered: rupees, wentBack: rupees, net: rupees }),
  /** What was taken off the orders that are in `totals`, whose revenue is what was left to pay. */
  discounts: offOnly,
  /** The totals of the period before, of the same length. */
  previous: totals,
});

export type SalesReport = z.infer<typeof salesReport>;
