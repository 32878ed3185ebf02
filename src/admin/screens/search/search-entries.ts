import { recordText } from '#admin/data/customers/labels.ts';
import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { PURCHASE_ORDER_STATUS_LABELS } from '#admin/data/purchase-orders/statuses.ts';
import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { returnStateLabels } from '#domain/returns/choices.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import { isAllowed, type NeededRight } from '#domain/rights/needed.ts';
import type { Right } from '#domain/rights/rights.ts';
import type { FoundRecords } from '#domain/search/contract.ts';

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

/** A screen of the navigation, behind a door, with other words for it. */
export interface FoundScreen extends NamedScreen {
  door?: string;
  words?: string;
}

/** Screens with a word of their own or of their door that begins with the typed text; all of them for an empty text. */
export function screenEntries(screens: FoundScreen[], typed: string): SearchEntry[] {
  const wanted = ` ${typed.trim().toLowerCase()}`;
  return screens
    .filter(({ label, door = '', words = '' }) => ` ${label} ${door} ${words}`.toLowerCase().includes(wanted))
    .map(({ path, label, door = '' }) => ({ href: path, label, note: door === label ? '' : door, group: 'Screens' }));
}

/** A page of the settings: where it is, and what stands on it. */
export interface SettingsPlace extends NamedScreen {
  hint: string;
  words: string[];
  right: NeededRight;
}

/** Pages of the settings that have a field, or a title, with all typed words, each the beginning of one of theirs; none for an empty text. */
export function settingEntries(places: SettingsPlace[], typed: string, rights: readonly Right[]): SearchEntry[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return [];
  const fits = (text: string) => wanted.every((word) => wordsOf(text).some((one) => one.startsWith(word)));
  return places
    .filter(({ right }) => isAllowed(rights, right))
    .flatMap(({ path, label, hint, words }) => {
      const field = words.find(fits);
      if (!field && !fits(`${label} ${hint} settings`)) return [];
      return { href: path, label, note: field && field !== label ? field : hint, group: 'Settings' };
    });
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** The records of an answer, and a link to all orders that match. */
export function recordEntries(
  { orders, customers, products, shipments, returns, purchaseOrders }: FoundRecords,
  typed: string,
): SearchEntry[] {
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
      note: [city, ORDER_STATUS_LABELS[status].text, !isHiddenSum(totalAmount) && formatPrice(totalAmount)]
        .filter(Boolean)
        .join(' · '),
      group: 'Orders',
    })),
    ...(orders.length > 1 ? [all] : []),
    ...customers.map(({ id, name, phones, record }) => ({
      href: `/admin/customers/${id}`,
      label: name,
      note: [...phones, recordText(record)].join(' · '),
      group: 'Customers',
    })),
    ...shipments.map(({ shipmentNumber, orderNumber, carrier, trackingNumber, status }) => ({
      href: `/admin/shipments/${shipmentNumber}`,
      label: `${shipmentNumber} of ${orderNumber}`,
      note: [carrier, trackingNumber, SHIPMENT_STATUS_LABELS[status].text].filter(Boolean).join(' · '),
      group: 'Shipments',
    })),
    ...returns.map(({ returnNumber, orderNumber, customerName, state }) => ({
      href: `/admin/returns/${returnNumber}`,
      label: `${returnNumber} of ${orderNumber}`,
      note: [customerName, returnStateLabels[state]].join(' · '),
      group: 'Returns',
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
      note: [PURCHASE_ORDER_STATUS_LABELS[status].text, formatPrice(totalAmount)].join(' · '),
      group: 'Purchase orders',
    })),
  ];
}
