import { useStore } from '@nanostores/react';
import { ErrorBanner } from '#admin/shell/ErrorBanner.tsx';
import { $orderList, $ordersError } from './orders-store.ts';

/** What went wrong with the orders last: on the page, or in the dialog that covers it. */
export function OrdersBanner() {
  const error = useStore($ordersError);
  const { failure } = useStore($orderList);

  function dismiss() {
    $ordersError.set('');
    $orderList.setKey('failure', '');
  }

  return <ErrorBanner message={error || failure} onDismiss={dismiss} />;
}
