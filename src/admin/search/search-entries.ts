import { ORDER_STATUSES, PURCHASE_ORDER_STATUSES, SHIPMENT_STATUSES } from '#admin/kit/status-labels.ts';
import { formatPrice } from '#shared/money.ts';
import type { FoundRecords } from '#shared/schemas/search.ts';

/** A result of the search. */
export interface SearchEntry {
  href: string;
  label: string;
  /** What tells it from similar ones: customer, status, price. */
  note: string;
  /** What it is: `Orders`, `Screens`. */
  group: string;
}

interface NamedScreen {
  path: string;
  label: string;
}

/** Screens with a word that begins with the typed text; all of them for an empty text. */
export function screenEntries(screens: NamedScreen[], typed: string): SearchEntry[] {
  const wanted = ` ${typed.trim().toLowerCase()}`;
  return screens
    .filter(({ label }) => ` ${label.toLowerCase()}`.includes(wanted))
    .map(({ path, label }) => ({ href: path, label, note: '', group: 'Screens' }));
}

/** The records of an answer, and a link to all orders that match. */
export function recordEntries({ orders, products, shipments, purchaseOrders }: FoundRecords, typed: string): SearchEntry[] {
  const all = {
    href: `/admin/orders?${new URLSearchParams({ search: typed })}`,
    label: `All orders with “${typed}”`,
    note: '',
    group: 'Orders',
  };
  return [
    ...orders.map(({ orderNumber, customerName, city, status, totalAmount }) => ({
      href: `/admin/orders/${orderNumber}`,
      label: `${orderNumber} · ${customerName}`,
      note: [city, ORDER_STATUSES[status].text, formatPrice(totalAmount)].filter(Boolean).join(' · '),
      group: 'Orders',
    })),
    ...(orders.length > 1 ? [all] : []),
    ...shipments.map(({ shipmentNumber, orderNumber, carrier, trackingNumber, status }) => ({
      href: `/admin/shipments/${shipmentNumber}`,
      label: `${shipmentNumber} of ${orderNumber}`,
      note: [carrier, trackingNumber, SHIPMENT_STATUSES[status].text].filter(Boolean).join(' · '),
      group: 'Shipments',
    })),
    ...products.map(({ id, name, price, stockQuantity }) => ({
      href: `/admin/products/${id}`,
      label: name,
      note: `${formatPrice(price)} · ${stockQuantity} in stock`,
      group: 'Products',
    })),
    ...purchaseOrders.map(({ orderNumber, supplierName, status, totalAmount }) => ({
      href: `/admin/purchase-orders/${orderNumber}`,
      label: `${orderNumber} · ${supplierName}`,
      note: [PURCHASE_ORDER_STATUSES[status].text, formatPrice(totalAmount)].join(' · '),
      group: 'Purchase orders',
    })),
  ];
}
