import { useStore } from '@nanostores/react';
import { lazy, type SubmitEvent, Suspense, useEffect } from 'react';
import { focusFirst } from '#browser/refusal.ts';
import { Field } from '#components/Field.tsx';
import { PageOfTracked } from './PageOfTracked.tsx';
import { TrackedOrderView } from './TrackedOrderView.tsx';
import { EMPTY_QUERY } from './track-order.ts';
import { $isLoading, $query, $result, setQuery, startTracking, track } from './track-store.ts';

/** For orders that a courier has told something about. */
const ParcelWays = lazy(() => import('./ParcelWays.tsx').catch(() => ({ default: () => <></> })));

/** Shows where an order is to anyone who knows its number and phone. An order of this device is filled in. */
export function TrackOrder() {
  const query = useStore($query, { ssr: () => EMPTY_QUERY });
  const result = useStore($result, { ssr: () => null });
  const isLoading = useStore($isLoading, { ssr: () => false });
  useEffect(startTracking, []);

  const fieldErrors = (result && 'error' in result && result.fieldErrors) || {};

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    await track();
    const refused = $result.get();
    if (refused && 'error' in refused) focusFirst(form, refused.fieldErrors ?? {});
  };

  return (
    <div id="track-order" className="space-y-10">
      <form
        method="post"
        action="/forms/track"
        noValidate
        onSubmit={submit}
        aria-label="Track your order"
        className="grid gap-5 sm:grid-cols-2"
      >
        <Field label="Order number" hint="Like ORD-10149; the digits are enough." error={fieldErrors.orderNumber}>
          {(control) => (
            <input
              {...control}
              name="orderNumber"
              value={query.orderNumber}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setQuery({ orderNumber: target.value })}
              className="field"
            />
          )}
        </Field>
        <Field label="Phone" hint="The number you ordered with." error={fieldErrors.phone}>
          {(control) => (
            <input
              {...control}
              name="phone"
              type="tel"
              value={query.phone}
              autoComplete="tel"
              onChange={({ target }) => setQuery({ phone: target.value })}
              className="field"
            />
          )}
        </Field>
        <button
          type="submit"
          disabled={isLoading}
          className={`btn sm:col-span-2 sm:min-w-52 sm:justify-self-start ${result && 'order' in result ? 'btn-outline' : 'btn-primary'}`}
        >
          {isLoading ? 'Looking...' : 'Track Order'}
        </button>
        <p role="alert" className="text-danger sm:col-span-2">
          {result && 'error' in result && result.error}
        </p>
      </form>
      {result && 'order' in result && (
        <>
          <TrackedOrderView order={result.order} />
          <PageOfTracked key={result.order.orderNumber} query={{ ...query, orderNumber: result.order.orderNumber }} />
          {result.order.parcels && (
            <Suspense fallback={<div className="skeleton h-64" />}>
              <ParcelWays parcels={result.order.parcels} />
            </Suspense>
          )}
        </>
      )}
    </div>
  );
}
