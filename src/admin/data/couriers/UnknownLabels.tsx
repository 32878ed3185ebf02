import { useMutation, useQuery } from '@tanstack/react-query';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { Select } from '#admin/kit/Select.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { UnknownLabel } from '#domain/couriers/contract.ts';
import { MEANINGS, type Meaning, meaningText } from '#domain/couriers/parcel-status.ts';
import { putMeaning, unknownLabelsQuery } from './queries.ts';

const OPTIONS = MEANINGS.map((value) => ({ value, label: meaningText(value) }));

/** What couriers wrote and nobody understands: an owner says what it means, once. */
export function UnknownLabels() {
  const { data: labels = [] } = useQuery(unknownLabelsQuery);
  const report = useErrorBanner();
  const explain = useMutation({
    mutationFn: ({ label, meaning }: { label: UnknownLabel; meaning: Meaning }) => putMeaning(label.id, meaning),
    onSuccess: (_, { label, meaning }) => toast(`“${label.label}” means: ${meaningText(meaning)}`),
    onSettled: (_, failure) => report(failure, 'Failed to save the meaning'),
  });
  if (labels.length === 0) return null;
  return (
    <section aria-labelledby="unknown-labels" className="mb-8">
      <h2 id="unknown-labels" className="text-xl">
        Statuses from couriers that the shop does not know
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">Say what each one means. Parcels with it then move on by themselves.</p>
      <ul className="panel divide-y divide-line">
        {labels.map((label) => (
          <li key={label.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium break-words">{label.label}</p>
              <p className="text-sm text-ink-soft">
                {label.courier} · {label.times === 1 ? 'once' : `${label.times.toLocaleString('en')} times`}, first for{' '}
                <span className="tabular-nums">{label.exampleTrackingNumber}</span>, {formatMoment(label.lastAt)}
              </p>
            </div>
            <div className="w-full sm:w-56">
              <Select
                label={`“${label.label}” means`}
                value=""
                placeholder="It means…"
                options={OPTIONS}
                onChange={(meaning) => explain.mutate({ label, meaning: meaning as Meaning })}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
