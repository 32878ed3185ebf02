import { type ComponentType, createElement, type LazyExoticComponent, lazy } from 'react';
import { isAllowed, type NeededRight } from '#domain/rights/needed.ts';
import type { Right } from '#domain/rights/rights.ts';
import { ACCOUNT, LOGIN } from './platform/location.ts';
import { DOORS, type Door, type NavItem } from './shell/nav-item.ts';

/** A screen of the staff app: its path, its name in the navigation, and its page, loaded when it is opened. */
export interface Screen extends NavItem {
  Page: LazyExoticComponent<ComponentType>;
  /** Its records and dialogs have addresses of their own, below its path. */
  hasRecords?: boolean;
}

/** Categories are a dialog of the products screen. The two meet here, so that neither imports the other. */
const ProductsPage = lazy(async () => {
  const [{ ProductsPage: Page }, { CategoryManager }] = await Promise.all([
    import('./screens/products/catalogue/ProductsPage.tsx'),
    import('./screens/products/categories/CategoryManager.tsx'),
  ]);
  return { default: () => createElement(Page, { CategoryManager }) };
});

/** The screens behind each door, and views of them that are work of their own, in the order of the navigation. */
const BEHIND: Record<Door, (Screen | NavItem)[]> = {
  Dashboard: [
    {
      path: '/admin',
      right: 'none',
      label: 'Dashboard',
      words: 'Today',
      Page: lazy(() => import('./screens/dashboard/DashboardPage.tsx')),
    },
  ],
  Products: [
    { path: '/admin/products', right: 'none', label: 'Catalogue', title: 'Products', Page: ProductsPage, hasRecords: true },
    {
      path: '/admin/media',
      right: 'edit_products',
      label: 'Media Manager',
      words: 'Photos',
      Page: lazy(() => import('./screens/products/photos/PhotosPage.tsx')),
    },
    {
      path: '/admin/import',
      right: 'edit_products',
      label: 'Import',
      Page: lazy(() => import('./screens/products/import/ImportPage.tsx')),
    },
    {
      path: '/admin/reviews',
      right: 'moderate_reviews',
      label: 'Reviews',
      Page: lazy(() => import('./screens/products/reviews/ReviewsPage.tsx')),
    },
    {
      path: '/admin/stock-notices',
      right: 'answer_messages',
      label: 'Waiting for stock',
      words: 'Back in stock',
      Page: lazy(() => import('./screens/products/stock-notices/StockNoticesPage.tsx')),
    },
  ],
  Orders: [
    {
      path: '/admin/orders',
      right: 'see_orders',
      label: 'All orders',
      title: 'Orders',
      Page: lazy(() => import('./screens/orders/all/OrdersPage.tsx')),
      hasRecords: true,
    },
    {
      path: '/admin/confirm',
      right: 'confirm_orders',
      label: 'To confirm',
      words: 'Confirm orders',
      Page: lazy(() => import('./screens/orders/confirmations/ConfirmationsPage.tsx')),
    },
    { path: '/admin/orders?work=awaits_money', right: 'see_orders', label: 'Waiting for money', words: 'Advances' },
    {
      path: '/admin/new-order',
      right: 'place_orders',
      label: 'New Order',
      words: 'Drafts',
      Page: lazy(() => import('./screens/orders/new-order/NewOrderPage.tsx')),
    },
    {
      path: '/admin/reserved',
      right: 'see_contacts',
      label: 'Reserved',
      title: 'Reserved pieces',
      words: 'strangers',
      Page: lazy(() => import('./screens/orders/reserved-pieces/ReservedPiecesPage.tsx')),
    },
  ],
  Sales: [
    {
      path: '/admin/sales',
      right: 'see_reports',
      label: 'Sales',
      words: 'Reports',
      Page: lazy(() => import('./screens/sales/reports/ReportsPage.tsx')),
    },
    {
      path: '/admin/profit',
      right: 'see_reports',
      label: 'Profit',
      Page: lazy(() => import('./screens/sales/profit/ProfitPage.tsx')),
      hasRecords: true,
    },
    { path: '/admin/profit?by=source', right: 'see_reports', label: 'Channels', words: 'Sources' },
    {
      path: '/admin/discounts',
      right: 'none',
      label: 'Discounts',
      words: 'Codes',
      Page: lazy(() => import('./screens/sales/discounts/DiscountsPage.tsx')),
    },
  ],
  'Purchase Orders': [
    {
      path: '/admin/purchase-orders',
      right: 'buy_stock',
      label: 'All orders',
      title: 'Purchase Orders',
      Page: lazy(() => import('./screens/purchase-orders/all/PurchaseOrdersPage.tsx')),
      hasRecords: true,
    },
    {
      path: '/admin/reorder',
      right: 'buy_stock',
      label: 'Reorder',
      Page: lazy(() => import('./screens/purchase-orders/reorder/ReorderPage.tsx')),
    },
    {
      path: '/admin/suppliers',
      right: 'buy_stock',
      label: 'Suppliers',
      Page: lazy(() => import('./screens/purchase-orders/suppliers/SuppliersPage.tsx')),
      hasRecords: true,
    },
  ],
  Shipments: [
    {
      path: '/admin/dispatch',
      right: 'send_parcels',
      label: 'Dispatch',
      Page: lazy(() => import('./screens/shipments/dispatch/DispatchPage.tsx')),
    },
    {
      path: '/admin/pack',
      right: 'send_parcels',
      label: 'Pack',
      Page: lazy(() => import('./screens/shipments/pack/PackPage.tsx')),
      hasRecords: true,
    },
    {
      path: '/admin/under-way',
      right: ['send_parcels', 'confirm_orders'],
      label: 'On the road',
      words: 'Under way',
      Page: lazy(() => import('./screens/shipments/under-way/UnderWayPage.tsx')),
    },
    {
      path: '/admin/receive',
      right: 'receive_returns',
      label: 'Receive',
      title: 'Receive returned parcels',
      Page: lazy(() => import('./screens/shipments/receive/ReceivePage.tsx')),
    },
    {
      path: '/admin/returns',
      right: 'see_orders',
      label: 'Returns',
      Page: lazy(() => import('./screens/shipments/returns/ReturnsPage.tsx')),
      hasRecords: true,
    },
    {
      path: '/admin/shipments',
      right: 'see_orders',
      label: 'All shipments',
      title: 'Shipments',
      Page: lazy(() => import('./screens/shipments/all/ShipmentsPage.tsx')),
      hasRecords: true,
    },
  ],
  Inventory: [
    {
      path: '/admin/inventory',
      right: 'none',
      label: 'Stock levels',
      title: 'Inventory',
      Page: lazy(() => import('./screens/inventory/stock/StockPage.tsx')),
      hasRecords: true,
    },
    {
      path: '/admin/stock-count',
      right: 'correct_stock',
      label: 'Count',
      title: 'Stock Count',
      Page: lazy(() => import('./screens/inventory/stock/StockCountPage.tsx')),
    },
    {
      path: '/admin/labels',
      right: 'none',
      label: 'Barcodes',
      words: 'Labels',
      Page: lazy(() => import('./screens/inventory/stock/LabelsPage.tsx')),
    },
  ],
  History: [
    {
      path: '/admin/history',
      right: ['correct_stock', 'buy_stock'],
      label: 'History',
      Page: lazy(() => import('./screens/history/StockHistoryPage.tsx')),
    },
  ],
  Customers: [
    {
      path: '/admin/customers',
      right: 'see_contacts',
      label: 'People',
      title: 'Customers',
      Page: lazy(() => import('./screens/customers/people/CustomersPage.tsx')),
      hasRecords: true,
    },
    {
      path: '/admin/messages',
      right: 'answer_messages',
      label: 'Messages',
      Page: lazy(() => import('./screens/customers/messages/MessagesPage.tsx')),
    },
    {
      path: '/admin/newsletter',
      right: 'answer_messages',
      label: 'Newsletter',
      Page: lazy(() => import('./screens/customers/newsletter/NewsletterPage.tsx')),
    },
  ],
  Money: [
    {
      path: '/admin/settlements',
      right: 'see_sums',
      label: 'Settlements',
      Page: lazy(() => import('./screens/money/settlements/SettlementsPage.tsx')),
      hasRecords: true,
    },
    {
      path: '/admin/bank-statement',
      right: 'verify_payments',
      label: 'Transfers and bank',
      words: 'Bank statement',
      Page: lazy(() => import('./screens/money/bank-statement/BankStatementPage.tsx')),
    },
    {
      path: '/admin/money',
      right: 'see_sums',
      label: 'Where it is',
      title: 'Where the money is',
      words: 'Couriers owe',
      Page: lazy(() => import('./screens/money/where-it-is/MoneyPage.tsx')),
      hasRecords: true,
    },
    { path: '/admin/money/owed', right: 'see_sums', label: 'Refunds', words: 'Claims owed' },
    {
      path: '/admin/payments',
      right: 'see_sums',
      label: 'Payments',
      Page: lazy(() => import('./screens/money/payments/PaymentsPage.tsx')),
    },
    {
      path: '/admin/accounts',
      right: 'see_reports',
      label: 'Months',
      words: 'Accounts books',
      Page: lazy(() => import('./screens/money/months/AccountsPage.tsx')),
    },
  ],
  Settings: [
    {
      path: '/admin/settings',
      right: ['change_settings', 'set_rules', 'manage_bank_accounts', 'see_activity'],
      label: 'Settings',
      Page: lazy(() => import('./screens/settings/pages/SettingsPage.tsx')),
      hasRecords: true,
    },
    {
      path: '/admin/staff',
      right: 'none',
      label: 'Staff',
      Page: lazy(() => import('./screens/settings/staff/StaffPage.tsx')),
    },
    { path: '/admin/roles', right: 'none', label: 'Roles', Page: lazy(() => import('./screens/settings/staff/RolesPage.tsx')) },
    { path: '/admin/settings/bank-accounts', right: 'manage_bank_accounts', label: 'Bank accounts' },
    {
      path: '/admin/activity',
      group: 'System',
      right: 'see_activity',
      label: 'Activity',
      Page: lazy(() => import('./screens/settings/activity/ActivityPage.tsx')),
    },
    {
      path: '/admin/status',
      group: 'System',
      right: 'change_settings',
      label: 'Status',
      Page: lazy(() => import('./screens/settings/status/StatusPage.tsx')),
    },
    {
      path: '/admin/first-day',
      group: 'System',
      right: 'none',
      label: 'First day',
      title: 'First day in the shop',
      words: 'Tour Start here Training',
      Page: lazy(() => import('./screens/settings/first-day/FirstDayPage.tsx')),
    },
    {
      path: '/admin/mails',
      group: 'System',
      right: 'answer_messages',
      label: 'Unsent mails',
      Page: lazy(() => import('./screens/settings/mails/MailsPage.tsx')),
    },
    {
      path: '/admin/deleted',
      group: 'System',
      right: 'restore_records',
      label: 'Deleted',
      Page: lazy(() => import('./screens/settings/deleted/DeletedPage.tsx')),
    },
  ],
};

/** Screens that are opened from elsewhere, such as the menu of the account. */
const OWN: Screen[] = [
  {
    path: '/admin/unsent',
    right: 'none',
    label: 'Not sent yet',
    Page: lazy(() => import('./screens/unsent/UnsentPage.tsx')),
  },
  {
    path: ACCOUNT,
    right: 'none',
    label: 'Your account',
    Page: lazy(() => import('./screens/account/AccountPage.tsx')),
  },
];

/** What stands behind the doors. */
const BEHIND_DOORS = DOORS.flatMap(({ name }) => BEHIND[name].map((item) => ({ ...item, door: name })));

/** All screens; those in the navigation say behind which door they stand. */
export const SCREENS: Screen[] = [...BEHIND_DOORS.filter((item) => 'Page' in item), ...OWN];

/** Where somebody begins, by what they are here for: whoever runs the shop at what is due, the others at their work. */
const HOMES: readonly [right: NeededRight, path: string][] = [
  ['change_settings', '/admin'],
  ['verify_payments', '/admin/money'],
  ['confirm_orders', '/admin/confirm'],
  ['send_parcels', '/admin/pack'],
  ['see_reports', '/admin'],
  ['see_orders', '/admin/orders'],
  ['none', '/admin/products'],
];

/** The first screen for somebody with these rights. */
export function homeFor(rights: readonly Right[]): string {
  const mayOpen = (path: string) => isAllowed(rights, screenAt(path)?.right);
  return HOMES.find(([right, path]) => isAllowed(rights, right) && mayOpen(path))?.[1] ?? ACCOUNT;
}

/** What is opened most, the first that a role may see beside where it begins. */
const DAILY = [
  '/admin/confirm',
  '/admin/orders',
  '/admin/dispatch',
  '/admin/new-order',
  '/admin/receive',
  '/admin/customers',
  '/admin/settlements',
  '/admin/payments',
  '/admin/products',
  '/admin/inventory',
  '/admin/purchase-orders',
  '/admin/reviews',
];

/** The four screens that somebody with these rights has at hand on a phone. */
export function dailyScreens(rights: readonly Right[]): Screen[] {
  return [...new Set([homeFor(rights), ...DAILY])]
    .map(screenAt)
    .filter((screen) => screen !== null)
    .filter(({ right }) => isAllowed(rights, right))
    .slice(0, 4);
}

/** Where somebody with these rights may go: screens and views of them, in the order of the navigation. */
export function entriesFor(rights: readonly Right[]): NavItem[] {
  return [...BEHIND_DOORS, ...OWN].filter(({ right }) => isAllowed(rights, right));
}

/** The screen of a path; null for the login and for paths that are none. */
export function screenAt(path: string): Screen | null {
  if (path === LOGIN) return null;
  return SCREENS.find((screen) => screen.path === path || (screen.hasRecords && path.startsWith(`${screen.path}/`))) ?? null;
}
