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
}

/** The screens in the order of the navigation. */
export const SCREENS: Screen[] = [
  { path: '/admin/orders', label: 'Orders', Page: lazy(() => import('./orders/OrdersPage.tsx')), Count: PendingCount },
];

/** Where a login without an origin leads, and every path that is no screen. */
export const HOME = '/admin/orders';

/** The screen of a path; null for the login and for paths that are none. */
export function screenAt(path: string): Screen | null {
  return path === LOGIN ? null : (SCREENS.find((screen) => screen.path === path) ?? null);
}
