import type { IconName } from '#components/icon-paths.ts';
import { formatPrice } from '#domain/money.ts';
import { formatDay } from '#domain/orders/labels.ts';
import type { Favorite } from '#features/favorites/favorites-store.ts';
import type { DeviceOrder } from '#features/orders/device-orders.ts';
import type { OwnReview } from '#features/reviews/own-reviews.ts';
import { orderPath } from '#features/shopper/page-keys.ts';

/** Something done on this device. */
export interface Activity {
  id: string;
  icon: IconName;
  text: string;
  href: string;
  /** `20 November 2026`; empty when unknown. */
  day: string;
}

const MOST = 6;

/** Recent activity of this device: orders and reviews by date, newest first, then the latest favorites, which have no date. */
export function recentActivity(orders: DeviceOrder[], reviews: OwnReview[], favorites: Favorite[]): Activity[] {
  const dated = [
    ...orders.map((order) => ({ ...orderActivity(order), at: order.createdAt })),
    ...reviews.map((review) => ({ ...reviewActivity(review), at: review.createdAt })),
  ].sort((one, other) => other.at.localeCompare(one.at));
  return [
    ...dated.map(({ at, ...activity }) => ({ ...activity, day: formatDay(at) })),
    ...[...favorites].reverse().map(favoriteActivity),
  ].slice(0, MOST);
}

function orderActivity({ orderNumber, totalAmount }: DeviceOrder): Omit<Activity, 'day'> {
  return {
    id: orderNumber,
    icon: 'box',
    text: `Placed order ${orderNumber} for ${formatPrice(totalAmount)}`,
    href: orderPath(orderNumber),
  };
}

function reviewActivity({ id, productId, productName, rating }: OwnReview): Omit<Activity, 'day'> {
  const stars = rating > 0 ? ` with ${rating} of 5 stars` : '';
  return {
    id,
    icon: 'star',
    text: `Reviewed ${productName || 'a product'}${stars}`,
    href: `/product/${encodeURIComponent(productId)}`,
  };
}

function favoriteActivity({ id, name }: Favorite): Activity {
  return { id, icon: 'heart', text: `Added ${name} to favorites`, href: `/product/${encodeURIComponent(id)}`, day: '' };
}
