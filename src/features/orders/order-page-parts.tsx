// Parts of an order's page that few orders have: each loads with the page of one that has it.
import { lazy } from 'react';

/** What stands in place of a part that did not load. */
function notLoaded(text: string) {
  return {
    default: () => (
      <p role="alert" className="bg-notice px-4 py-3">
        {text}
      </p>
    ),
  };
}

const NO_SUM = 'What is to be paid could not be loaded. Please reload the page.';

export const AdvancePayment = lazy(() => import('./AdvancePayment.tsx').catch(() => notLoaded(NO_SUM)));

export const DueAtDoor = lazy(() => import('./DueAtDoor.tsx').catch(() => notLoaded(NO_SUM)));

/** For a label that was scanned. */
export const LabelPage = lazy(() => import('./LabelPage.tsx').catch(() => notLoaded(NO_SUM)));

/** For a parcel that the rider could not hand over. */
export const DeliveryQuestion = lazy(() =>
  import('./DeliveryQuestion.tsx').catch(() =>
    notLoaded('What we want to ask about your parcel could not be loaded. Please reload the page, or call us.'),
  ),
);

/** For an order that has arrived. */
export const Returns = lazy(() =>
  import('./Returns.tsx').catch(() =>
    notLoaded('Returns and exchanges could not be loaded. Please reload the page, or call us.'),
  ),
);

// The page does without.
export const ParcelWays = lazy(() => import('./ParcelWays.tsx').catch(() => ({ default: () => <></> })));

export const PackedPhotos = lazy(() => import('./PackedPhotos.tsx').catch(() => ({ default: () => <></> })));
