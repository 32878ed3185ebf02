import { isActive } from '#admin/platform/location.ts';
import type { NeededRight } from '#domain/rights/needed.ts';

/** The doors of the back office, in the order of the navigation, and where each leads whoever may go there. */
export const DOORS = [
  { name: 'Dashboard', front: '/admin' },
  { name: 'Products', front: '/admin/products' },
  { name: 'Orders', front: '/admin/orders' },
  { name: 'Sales', front: '/admin/sales' },
  { name: 'Purchase Orders', front: '/admin/purchase-orders' },
  { name: 'Shipments', front: '/admin/shipments' },
  { name: 'Inventory', front: '/admin/inventory' },
  { name: 'History', front: '/admin/history' },
  { name: 'Customers', front: '/admin/customers' },
  { name: 'Money', front: '/admin/settlements' },
  { name: 'Settings', front: '/admin/settings' },
] as const;

export type Door = (typeof DOORS)[number]['name'];

/** A screen in the navigation, or a view of one that is work of its own. */
export interface NavItem {
  /** The address, a view's with what it is narrowed to. */
  path: string;
  label: string;
  /** What it is called where its door does not stand beside it, if that is something else. */
  title?: string;
  /** Other words by which the search finds it, such as its name of before. */
  words?: string;
  /** Without it, nothing of the screen may be seen. */
  right: NeededRight;
  /** A caption above it and those after it of the same group. */
  group?: string;
  /** Behind which door it stands. What has none is opened from elsewhere, as from the menu of the account. */
  door?: Door;
}

/** What a screen is called where its door does not stand beside it. */
export function nameOf({ title, label }: NavItem): string {
  return title ?? label;
}

/** The entry that an address belongs to, the most precise one: `/admin/orders?work=to_pack` is rather of a view with that beginning than of the orders. */
export function entryAt<Item extends NavItem>(items: readonly Item[], url: string): Item | undefined {
  const [path = ''] = url.split('?');
  return items
    .filter((item) => isActive(path, item.path) || url === item.path || url.startsWith(`${item.path}&`))
    .sort((one, other) => other.path.length - one.path.length)[0];
}
