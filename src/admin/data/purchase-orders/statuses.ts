import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { PurchaseOrderStatus } from '#domain/purchase-orders/contract.ts';

export const PURCHASE_ORDER_STATUS_LABELS: Record<PurchaseOrderStatus, StatusLabel> = {
  pending: { text: 'Pending', tone: 'tone-wait' },
  ordered: { text: 'Ordered', tone: 'tone-work' },
  received: { text: 'Received', tone: 'tone-done' },
  partial: { text: 'Partial', tone: 'tone-part' },
  cancelled: { text: 'Cancelled', tone: 'tone-stop' },
};
