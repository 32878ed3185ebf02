import type { ComponentType } from 'react';

/** A screen in the navigation. */
export interface NavItem {
  path: string;
  label: string;
  /** A live count beside the label. */
  Count?: ComponentType;
  /** Stands under "More". */
  isMore?: boolean;
  /** Stands in the menu of the account. */
  isOwn?: boolean;
}
