import type { ComponentType } from 'react';
import type { NeededRight } from '#domain/rights/needed.ts';

/** What screens besides the eight daily ones are about, in the order of the navigation. */
export const NAV_GROUPS = ['Selling', 'Parcels', 'Customers', 'Stock', 'Shop'] as const;

/** A screen in the navigation. */
export interface NavItem {
  path: string;
  label: string;
  /** Without it, nothing of the screen may be seen. */
  right: NeededRight;
  /** A live count beside the label. */
  Count?: ComponentType;
  /** Stands below the daily screens, among others of its kind. */
  group?: (typeof NAV_GROUPS)[number];
  /** Opened from elsewhere, as from the menu of the account: it is not in the navigation. */
  isOwn?: boolean;
}
