import { useMutation, useQuery } from '@tanstack/react-query';
import { couriersQuery } from '#admin/data/couriers/queries.ts';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import type { ReturnCollection, ReturnRequestDetails } from '#domain/returns/contract.ts';
import { cancelCollection, collect } from './returns.ts';

/** Who collects the pieces of a request. Shows nothing where nobody could. */
export function Collection({ asked: { id, collection, mayCollect } }: { asked: ReturnRequestDetails }) {
  const { data: couriers = [] } = useQuery(couriersQuery);
  const report = useErrorBanner();
  const { mutate, isPending } = useMutation({
    mutationFn: (call: () => Promise<ReturnRequestDetails>) => call(),
    onSettled: (_, failure) => report(failure, 'Failed to change the pickup'),
  });
  const { state, courierId } = collection ?? {};
  const isBooked = state === 'booked';
  const isOpen = state === 'intended' || state === 'unknown';
  const offered =
    mayCollect && !isBooked ? couriers.filter((one) => one.collectsReturns && (!isOpen || one.id === courierId)) : [];
  if (!collection && offered.length === 0) return null;
  const button = (text: string, call: () => Promise<ReturnRequestDetails>) => (
    <MayButton key={text} right="send_parcels" disabled={isPending} onClick={() => mutate(call)} className="btn btn-outline px-4">
      {text}
    </MayButton>
  );
  return (
    <section aria-label="Pickup" className="panel mt-6 space-y-3 px-4 py-4 sm:px-5">
      {collection && <p className="break-words">{stateText(collection)}</p>}
      {collection?.problem && <p className="text-sm break-words text-danger">{collection.problem}</p>}
      <div className="flex flex-wrap gap-3">
        {offered.map((one) =>
          button(isOpen ? `Ask ${one.name} again` : `Have it collected by ${one.name}`, () => collect(id, one.id)),
        )}
        {isBooked && button('Cancel the pickup', () => cancelCollection(id, false))}
        {(isOpen || (isBooked && collection?.problem)) && button('It is not in the portal', () => cancelCollection(id, true))}
      </div>
    </section>
  );
}

function stateText({ state, courier, trackingNumber }: ReturnCollection): string {
  switch (state) {
    case 'booked':
      return `${courier} collects it under ${trackingNumber}.`;
    case 'cancelled':
      return `The pickup by ${courier}, ${trackingNumber}, was cancelled.`;
    case 'failed':
      return `${courier} did not take the pickup.`;
    default:
      return `Nobody knows yet whether ${courier} has the pickup.`;
  }
}
