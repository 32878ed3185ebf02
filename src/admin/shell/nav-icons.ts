import ChartLine from 'virtual:icons/chart-line';
import ClipboardList from 'virtual:icons/clipboard-list';
import Gem from 'virtual:icons/gem';
import LayoutDashboard from 'virtual:icons/layout-dashboard';
import History from 'virtual:icons/rotate-ccw-clock';
import Settings from 'virtual:icons/settings';
import ShoppingBag from 'virtual:icons/shopping-bag';
import Truck from 'virtual:icons/truck';
import Users from 'virtual:icons/users';
import Wallet from 'virtual:icons/wallet';
import Warehouse from 'virtual:icons/warehouse';
import type { ComponentType } from 'react';
import type { Door } from './nav-item.ts';

export type NavIcon = ComponentType<{ className: string }>;

/** The doors by their looks. */
export const ICONS: Record<Door, NavIcon> = {
  Dashboard: LayoutDashboard,
  Products: Gem,
  Orders: ShoppingBag,
  Sales: ChartLine,
  'Purchase Orders': ClipboardList,
  Shipments: Truck,
  Inventory: Warehouse,
  History,
  Customers: Users,
  Money: Wallet,
  Settings,
};
