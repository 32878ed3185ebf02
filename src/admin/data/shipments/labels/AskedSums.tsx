import { useMutation, useQuery } from '@tanstack/react-query';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import type { AskedSum } from '#domain/shipments/labels.ts';
import { askedSumsQuery, settleAskedSum } from './papers-api.ts';

/** Riders who asked for another sum than was due, until staff have seen to each. */
export function AskedSums() {
  const { data: asked = [] } = useQuery(askedSumsQuery);
  if (asked.length === 0) return null;
  return (
    <ul aria-label="Riders who asked for another sum" className="mb-5 space-y-2">
      {asked.map((said) => (
        <li key={said.shipmentId} className="bg-notice px-4 py-3">
          <AskedSumText said={said} />
        </li>
      ))}
    </ul>
  );
}

/** What one rider asked for, and the button that says it was seen to. */
export function AskedSumText({ said }: { said: AskedSum }) {
  const { shipmentId, shipmentNumber, orderNumber, asked, due, note, isScanned, createdAt } = said;
  const report = useErrorBanner();
  const settle = useMutation({
    mutationFn: () => settleAskedSum(shipmentId),
    onSettled: (_, failure) => report(failure, 'Failed to note it'),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-64 break-words">
        <strong className="font-medium">
          The rider of {shipmentNumber} ({orderNumber}) asked for{' '}
          {isHiddenSum(asked) ? 'another sum' : `${formatPrice(asked)} instead of ${formatPrice(due)}`}
        </strong>
        {note && <bdi className="block">“{note}”</bdi>}
        <span className="block text-sm text-ink-soft">
          {isScanned
            ? 'Said by somebody who scanned the label, perhaps not the customer: call them before you take it up, '
            : 'Said by the customer, '}
          {formatMoment(createdAt)}
        </span>
      </p>
      <MayButton
        right="send_parcels"
        disabled={settle.isPending}
        onClick={() => settle.mutate()}
        className="btn btn-outline btn-small"
      >
        Seen to
      </MayButton>
    </div>
  );
}
