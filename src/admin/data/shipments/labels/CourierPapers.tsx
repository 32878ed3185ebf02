import Download from 'virtual:icons/download';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '#admin/kit/download.ts';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import type { CourierPaper } from '#domain/couriers/contract.ts';
import { takeCourierPapers } from './papers-api.ts';
import { WithoutPaper } from './WithoutPaper.tsx';

const WORDS: Record<CourierPaper, { hint: string; action: string; file: string; title: string }> = {
  labels: {
    hint: 'Some couriers want their own label on the parcel.',
    action: 'Save courier labels',
    file: 'labels',
    title: 'Without a courier label',
  },
  load_sheet: {
    hint: 'Some couriers call their rider when they make their own sheet.',
    action: 'Save couriers’ sheets',
    file: 'load-sheet',
    title: 'Not on a courier’s sheet',
  },
};

/** Saves the papers that couriers make themselves, as PDF. Parcels without one say why. */
export function CourierPapers({ shipmentIds, papers }: { shipmentIds: string[]; papers: CourierPaper }) {
  const { hint, action, file, title } = WORDS[papers];
  const report = useErrorBanner();
  const [saved, setSaved] = useState<string[]>([]);
  const { data, mutate, isPending } = useMutation({
    mutationFn: () => {
      let part = 0;
      setSaved([]);
      return takeCourierPapers(shipmentIds, papers, (pdf, parcels) => {
        part += 1;
        const name = `${file}-${new Date().toISOString().slice(0, 10)}${part > 1 ? `-${part}` : ''}.pdf`;
        download(name, bytesOf(pdf), 'application/pdf');
        setSaved((before) => [...before, `${name}: ${countText('parcel', parcels)}`]);
      });
    },
    onSettled: (_, failure) => report(failure, 'Failed to get the papers of the couriers'),
  });
  return (
    <section aria-label={action} className="mt-6 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-44 text-sm text-ink-soft">{hint}</p>
        <MayButton right="send_parcels" disabled={isPending} onClick={() => mutate()} className="btn btn-outline btn-small">
          <Download className="size-4" />
          {isPending ? 'Asking the couriers…' : action}
        </MayButton>
      </div>
      <div role="status">
        {saved.length > 0 && (
          <ul className="mt-3 text-sm break-words">
            {saved.map((line) => (
              <li key={line}>Saved {line}</li>
            ))}
          </ul>
        )}
        {data && (
          <WithoutPaper
            title={title}
            parcels={data
              .filter(({ outcome }) => outcome !== 'in_pdf')
              .map(({ shipmentNumber, problem }) => ({ shipmentNumber, reason: problem }))}
          />
        )}
      </div>
    </section>
  );
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
