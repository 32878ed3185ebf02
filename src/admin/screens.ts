import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { PendingCount } from './orders/PendingCount.tsx';
import { LOGIN } from './shell/place.ts';

/** A screen of the staff app: its path, its name in the navigation, and its page, loaded when it is opened. */
export interface Screen {
  path: string;
  label: string;
  Page: LazyExoticComponent<ComponentType>;
  /** A live figure beside the name. */
  Count?: ComponentType;
  /** Reached from another screen, not from the navigation. */
  isUnlisted?: boolean;
  /** Its records and dialogs have addresses of their own, below its path. */
  hasRecords?: boolean;
}

/** The screens in the order of the navigation. */
export const SCREENS: Screen[] = [
  { path: '/admin', label: 'Dashboard', Page: lazy(() => import('./dashboard/DashboardPage.tsx')) },
  { path: '/admin/products', label: 'Products', Page: lazy(() => import('./products/ProductsPage.tsx')), hasRecords: true },
  {
    path: '/admin/orders',
    label: 'Orders',
    Page: lazy(() => import('./orders/OrdersPage.tsx')),
    Count: PendingCount,
    hasRecords: true,
  },
  { path: '/admin/sales', label: 'Sales', Page: lazy(() => import('./sales/SalesPage.tsx')) },
  {
    path: '/admin/purchase-orders',
    label: 'Purchase Orders',
    Page: lazy(() => import('./purchase-orders/PurchaseOrdersPage.tsx')),
    hasRecords: true,
  },
  { path: '/admin/shipments', label: 'Shipments', Page: lazy(() => import('./shipments/ShipmentsPage.tsx')), hasRecords: true },
  { path: '/admin/inventory', label: 'Inventory', Page: lazy(() => import('./inventory/InventoryPage.tsx')), hasRecords: true },
  { path: '/admin/history', label: 'History', Page: lazy(() => import('./history/HistoryPage.tsx')) },
  { path: '/admin/media', label: 'Media Manager', Page: lazy(() => import('./media/MediaPage.tsx')), isUnlisted: true },
];

/** Where a login without an origin leads, and every path that is no screen. */
export const HOME = '/admin';

/** The screen of a path; null for the login and for paths that are none. */
export function screenAt(path: string): Screen | null {
  if (path === LOGIN) return null;
  return SCREENS.find((screen) => screen.path === path || (screen.hasRecords && path.startsWith(`${screen.path}/`))) ?? null;
}
