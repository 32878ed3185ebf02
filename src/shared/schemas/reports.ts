import * as z from 'zod';
import { order, orderStatus } from './orders.ts';
import { purchaseOrderStatus } from './purchase-orders.ts';
import { shipmentStatus } from './shipments.ts';
import { objectId, period, rupees, timestamp } from './values.ts';

export const groupBy = z.enum(['day', 'month', 'year']);

export type GroupBy = z.infer<typeof groupBy>;

export const salesQuery = period.extend({ groupBy: groupBy.default('day') });

export type SalesQuery = z.infer<typeof salesQuery>;

/** The days a report is about, whoever chose them. */
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

const topProduct = z.object({ productId: objectId, productName: z.string(), totalQuantity: z.int(), totalRevenue: rupees });

/** What waits at the desk now. */
const deskWork = z.object({
  /** Orders that are pending, and that are being processed. */
  toConfirm: z.int(),
  toPack: z.int(),
  /** Parcels that the courier has not taken yet. */
  toHandOver: z.int(),
  lowStock: z.int(),
  lateCount: z.int(),
  /** Parcels whose estimated day has passed, or that are under way for long. */
  late: z.array(
    z.object({
      id: objectId,
      shipmentNumber: z.string(),
      orderNumber: z.string(),
      status: shipmentStatus,
      carrier: z.string(),
      recipientName: z.string(),
      estimatedDeliveryDate: z.string().nullable(),
      shippedDate: timestamp.nullable(),
    }),
  ),
  expectedCount: z.int(),
  /** Purchase orders that should come, the earliest first. */
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
  /** The same figures for as many days before. */
  previous: overview,
  recentOrders: z.array(order),
  topProducts: z.array(topProduct),
  categoryStats: z.array(z.object({ category: z.string(), name: z.string(), productCount: z.int(), totalRevenue: rupees })),
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
  categorySales: z.array(z.object({ _id: z.string(), totalRevenue: rupees })),
  totals,
  /** The totals of as many days before. */
  previous: totals,
});

export type SalesReport = z.infer<typeof salesReport>;
