import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { useHydrated } from '#components/use-hydrated.ts';
import { roundMoney } from '#domain/money.ts';
import { $favorites, type Favorite } from '#features/favorites/favorites-store.ts';
import { $deviceOrders, type DeviceOrder } from '#features/orders/device-orders.ts';
import { $ownReviews, type OwnReview } from '#features/reviews/own-reviews.ts';
import { $shopper } from '#features/shopper/shopper-session.ts';
import { AccountBanner } from './AccountBanner.tsx';
import { $account, type Account, followShopper } from './account-store.ts';
import { recentActivity } from './activity.ts';
import { listedOrders } from './listed-orders.ts';
import { OrderHistory } from './OrderHistory.tsx';
import { PersonalDetails } from './PersonalDetails.tsx';
import { OwnReviews, RecentActivity } from './ProfileLists.tsx';
import { QuickActions, YourStats } from './ProfileTiles.tsx';

// Guests do without.
const SavedAddresses = lazy(() =>
  import('./SavedAddresses.tsx').then(
    ({ SavedAddresses }) => ({ default: SavedAddresses }),
    () => ({ default: () => <></> }),
  ),
);

const NO_ORDERS: DeviceOrder[] = [];
const NO_FAVORITES: Favorite[] = [];
const NO_REVIEWS: OwnReview[] = [];
const LOADING: Account = { kind: 'loading' };

/** The shopper's profile and activity: from this browser, and from the account when signed in. */
export function ProfileView() {
  const deviceOrders = useStore($deviceOrders, { ssr: () => NO_ORDERS });
  const favorites = useStore($favorites, { ssr: () => NO_FAVORITES });
  const account = useStore($account, { ssr: () => LOADING });
  const shopper = useStore($shopper, { ssr: () => undefined });
  const isHydrated = useHydrated();
  const ownReviews = useStore($ownReviews, { ssr: () => NO_REVIEWS });
  const reviews = [...ownReviews].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  useEffect(followShopper, []);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-10 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-16">
      <div className="space-y-6">
        {/* The prebuilt page cannot know the shopper and reserves the space. */}
        <div className={isHydrated ? '' : 'skeleton *:invisible'}>
          <AccountBanner account={account} shopper={shopper} />
        </div>
        <PersonalDetails account={account} />
        {account.kind === 'loaded' && (
          <Suspense fallback={<div aria-hidden="true" className="skeleton h-48" />}>
            <SavedAddresses key={account.email} />
          </Suspense>
        )}
      </div>
      {isHydrated ? (
        <div key="here" className="space-y-12">
          <QuickActions />
          <YourStats {...orderStats(account, deviceOrders)} favorites={favorites.length} reviews={reviews.length} />
          <RecentActivity activity={recentActivity(deviceOrders, reviews, favorites)} />
          <OwnReviews reviews={reviews} />
          {/* Last, because it grows when the server answers. */}
          <OrderHistory account={account} deviceOrders={deviceOrders} />
        </div>
      ) : (
        <div key="to come" aria-hidden="true" className="skeleton h-svh" />
      )}
    </div>
  );
}

/** Of the account and of this device, each order once. Cancelled orders cost nothing. */
function orderStats(account: Account, deviceOrders: DeviceOrder[]): { orders: number; spent: number } {
  const listed = listedOrders(account, deviceOrders);
  const notListed = account.kind === 'loaded' ? account.totalOrders - account.orders.length : 0;
  const paid = listed.filter(({ status }) => status !== 'cancelled');
  return {
    orders: listed.length + notListed,
    spent: roundMoney(paid.reduce((sum, { totalAmount }) => sum + totalAmount, 0)),
  };
}
