import { type ComponentType, createElement, type LazyExoticComponent, lazy } from 'react';
import { isAllowed } from '#domain/rights/needed.ts';
import type { Right } from '#domain/rights/rights.ts';
import { ACCOUNT, LOGIN } from './platform/location.ts';
import { DueCount } from './screens/confirmations/DueCount.tsx';
import { NewMessageCount } from './screens/messages/NewMessageCount.tsx';
import { ToConfirmCount } from './screens/orders/ToConfirmCount.tsx';
import type { NavItem } from './shell/nav-item.ts';

/** A screen of the staff app: its path, its name in the navigation, and its page, loaded when it is opened. */
export interface Screen extends NavItem {
  Page: LazyExoticComponent<ComponentType>;
  /** Its records and dialogs have addresses of their own, below its path. */
  hasRecords?: boolean;
}

/** Categories are a dialog of the products screen. The two meet here, so that neither imports the other. */
const ProductsPage = lazy(async () => {
  const [{ ProductsPage: Page }, { CategoryManager }] = await Promise.all([
    import('./screens/products/ProductsPage.tsx'),
    import('./screens/categories/CategoryManager.tsx'),
  ]);
  return { default: () => createElement(Page, { CategoryManager }) };
});

/** The screens in the order of the navigation. */
export const SCREENS: Screen[] = [
  { path: '/admin', right: 'see_reports', label: 'Dashboard', Page: lazy(() => import('./screens/dashboard/DashboardPage.tsx')) },
  { path: '/admin/products', right: 'none', label: 'Products', Page: ProductsPage, hasRecords: true },
  {
    path: '/admin/orders',
    right: 'see_orders',
    label: 'Orders',
    Page: lazy(() => import('./screens/orders/OrdersPage.tsx')),
    Count: ToConfirmCount,
    hasRecords: true,
  },
  { path: '/admin/sales', right: 'see_reports', label: 'Sales', Page: lazy(() => import('./screens/reports/ReportsPage.tsx')) },
  {
    path: '/admin/purchase-orders',
    right: 'buy_stock',
    label: 'Purchase Orders',
    Page: lazy(() => import('./screens/purchase-orders/PurchaseOrdersPage.tsx')),
    hasRecords: true,
  },
  {
    path: '/admin/suppliers',
    right: 'buy_stock',
    label: 'Suppliers',
    Page: lazy(() => import('./screens/suppliers/SuppliersPage.tsx')),
    hasRecords: true,
  },
  {
    path: '/admin/shipments',
    right: 'see_orders',
    label: 'Shipments',
    Page: lazy(() => import('./screens/shipments/ShipmentsPage.tsx')),
    hasRecords: true,
  },
  {
    path: '/admin/inventory',
    right: 'none',
    label: 'Inventory',
    Page: lazy(() => import('./screens/stock/StockPage.tsx')),
    hasRecords: true,
  },
  {
    path: '/admin/history',
    right: ['correct_stock', 'buy_stock'],
    label: 'History',
    Page: lazy(() => import('./screens/stock-history/StockHistoryPage.tsx')),
  },
  {
    path: '/admin/new-order',
    right: 'place_orders',
    label: 'New Order',
    Page: lazy(() => import('./screens/new-order/NewOrderPage.tsx')),
    group: 'Selling',
  },
  {
    path: '/admin/confirm',
    right: 'confirm_orders',
    label: 'Confirm orders',
    Page: lazy(() => import('./screens/confirmations/ConfirmationsPage.tsx')),
    Count: DueCount,
    group: 'Selling',
  },
  {
    path: '/admin/discounts',
    right: 'none',
    label: 'Discounts',
    Page: lazy(() => import('./screens/discounts/DiscountsPage.tsx')),
    group: 'Selling',
  },
  {
    path: '/admin/payments',
    right: 'see_sums',
    label: 'Payments',
    Page: lazy(() => import('./screens/payments/PaymentsPage.tsx')),
    group: 'Selling',
  },
  {
    path: '/admin/bank-statement',
    right: 'verify_payments',
    label: 'Bank statement',
    Page: lazy(() => import('./screens/bank-statement/BankStatementPage.tsx')),
    group: 'Selling',
  },
  {
    path: '/admin/settlements',
    right: 'see_sums',
    label: 'Settlements',
    Page: lazy(() => import('./screens/settlements/SettlementsPage.tsx')),
    hasRecords: true,
    group: 'Selling',
  },
  {
    path: '/admin/money',
    right: 'see_sums',
    label: 'Money',
    Page: lazy(() => import('./screens/money/MoneyPage.tsx')),
    hasRecords: true,
    group: 'Selling',
  },
  {
    path: '/admin/profit',
    right: 'see_reports',
    label: 'Profit',
    Page: lazy(() => import('./screens/profit/ProfitPage.tsx')),
    hasRecords: true,
    group: 'Selling',
  },
  {
    path: '/admin/accounts',
    right: 'see_reports',
    label: 'Accounts',
    Page: lazy(() => import('./screens/accounts/AccountsPage.tsx')),
    group: 'Selling',
  },
  {
    path: '/admin/reserved',
    right: 'see_contacts',
    label: 'Reserved pieces',
    Page: lazy(() => import('./screens/reserved-pieces/ReservedPiecesPage.tsx')),
    group: 'Selling',
  },
  {
    path: '/admin/dispatch',
    right: 'send_parcels',
    label: 'Dispatch',
    Page: lazy(() => import('./screens/dispatch/DispatchPage.tsx')),
    group: 'Parcels',
  },
  {
    path: '/admin/pack',
    right: 'send_parcels',
    label: 'Pack',
    Page: lazy(() => import('./screens/pack/PackPage.tsx')),
    hasRecords: true,
    group: 'Parcels',
  },
  {
    path: '/admin/under-way',
    right: ['send_parcels', 'confirm_orders'],
    label: 'Under way',
    Page: lazy(() => import('./screens/under-way/UnderWayPage.tsx')),
    group: 'Parcels',
  },
  {
    path: '/admin/receive',
    right: 'receive_returns',
    label: 'Receive',
    Page: lazy(() => import('./screens/receive/ReceivePage.tsx')),
    group: 'Parcels',
  },
  {
    path: '/admin/returns',
    right: 'see_orders',
    label: 'Returns',
    Page: lazy(() => import('./screens/returns/ReturnsPage.tsx')),
    hasRecords: true,
    group: 'Parcels',
  },
  {
    path: '/admin/customers',
    right: 'see_contacts',
    label: 'Customers',
    Page: lazy(() => import('./screens/customers/CustomersPage.tsx')),
    hasRecords: true,
    group: 'Customers',
  },
  {
    path: '/admin/messages',
    right: 'answer_messages',
    label: 'Messages',
    Page: lazy(() => import('./screens/messages/MessagesPage.tsx')),
    Count: NewMessageCount,
    group: 'Customers',
  },
  {
    path: '/admin/reviews',
    right: 'moderate_reviews',
    label: 'Reviews',
    Page: lazy(() => import('./screens/reviews/ReviewsPage.tsx')),
    group: 'Customers',
  },
  {
    path: '/admin/stock-notices',
    right: 'answer_messages',
    label: 'Back in stock',
    Page: lazy(() => import('./screens/stock-notices/StockNoticesPage.tsx')),
    group: 'Customers',
  },
  {
    path: '/admin/newsletter',
    right: 'answer_messages',
    label: 'Newsletter',
    Page: lazy(() => import('./screens/newsletter/NewsletterPage.tsx')),
    group: 'Customers',
  },
  {
    path: '/admin/reorder',
    right: 'buy_stock',
    label: 'Reorder',
    Page: lazy(() => import('./screens/reorder/ReorderPage.tsx')),
    group: 'Stock',
  },
  {
    path: '/admin/stock-count',
    right: 'correct_stock',
    label: 'Stock Count',
    Page: lazy(() => import('./screens/stock/StockCountPage.tsx')),
    group: 'Stock',
  },
  {
    path: '/admin/labels',
    right: 'none',
    label: 'Labels',
    Page: lazy(() => import('./screens/stock/LabelsPage.tsx')),
    group: 'Stock',
  },
  {
    path: '/admin/import',
    right: 'edit_products',
    label: 'Import',
    Page: lazy(() => import('./screens/catalog-import/ImportPage.tsx')),
    group: 'Stock',
  },
  {
    path: '/admin/media',
    right: 'edit_products',
    label: 'Media Manager',
    Page: lazy(() => import('./screens/photos/PhotosPage.tsx')),
    group: 'Stock',
  },
  {
    path: '/admin/settings',
    right: ['change_settings', 'set_rules', 'manage_bank_accounts', 'see_activity'],
    label: 'Settings',
    Page: lazy(() => import('./screens/settings/SettingsPage.tsx')),
    hasRecords: true,
    group: 'Shop',
  },
  {
    path: '/admin/staff',
    right: 'none',
    label: 'Staff',
    Page: lazy(() => import('./screens/staff/StaffPage.tsx')),
    group: 'Shop',
  },
  { path: '/admin/roles', right: 'none', label: 'Roles', Page: lazy(() => import('./screens/staff/RolesPage.tsx')), isOwn: true },
  {
    path: '/admin/activity',
    right: 'see_activity',
    label: 'Activity',
    Page: lazy(() => import('./screens/activity/ActivityPage.tsx')),
    group: 'Shop',
  },
  {
    path: '/admin/status',
    right: 'change_settings',
    label: 'Status',
    Page: lazy(() => import('./screens/status/StatusPage.tsx')),
    group: 'Shop',
  },
  {
    path: '/admin/mails',
    right: 'answer_messages',
    label: 'Unsent mails',
    Page: lazy(() => import('./screens/mails/MailsPage.tsx')),
    group: 'Shop',
  },
  {
    path: '/admin/deleted',
    right: 'restore_records',
    label: 'Deleted',
    Page: lazy(() => import('./screens/deleted/DeletedPage.tsx')),
    group: 'Shop',
  },
  {
    path: '/admin/unsent',
    right: 'none',
    label: 'Not sent yet',
    Page: lazy(() => import('./screens/unsent/UnsentPage.tsx')),
    isOwn: true,
  },
  {
    path: ACCOUNT,
    right: 'none',
    label: 'Your account',
    Page: lazy(() => import('./screens/account/AccountPage.tsx')),
    isOwn: true,
  },
];

/** Where the back office begins, and every path that is no screen leads. */
const HOMES = ['/admin', '/admin/orders', '/admin/products'];

/** The first screen for somebody with these rights. */
export function homeFor(rights: readonly Right[]): string {
  return HOMES.find((path) => isAllowed(rights, screenAt(path)?.right)) ?? ACCOUNT;
}

/** The screens that somebody with these rights may see. */
export function screensFor(rights: readonly Right[]): Screen[] {
  return SCREENS.filter(({ right }) => isAllowed(rights, right));
}

/** The screen of a path; null for the login and for paths that are none. */
export function screenAt(path: string): Screen | null {
  if (path === LOGIN) return null;
  return SCREENS.find((screen) => screen.path === path || (screen.hasRecords && path.startsWith(`${screen.path}/`))) ?? null;
}
