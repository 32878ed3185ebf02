import ImageUp from 'virtual:icons/image-up';
import { useStore } from '@nanostores/react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { sendPhoto } from '#admin/data/photos/send-photo.ts';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { FileDrop } from '#admin/kit/FileDrop.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatCount } from '#admin/kit/formats.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { sendInChunks } from '#admin/kit/send-in-chunks.ts';
import { queryClient } from '#admin/platform/query-client.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { ApiFailure } from '#browser/api.ts';
import { product } from '#domain/products/contract.ts';
import { fetchPhotoTargets, MAX_SKUS } from './import-api.ts';
import { matchPhotos, readPhotoName } from './photo-names.ts';
import { type PhotoJob, photoRun } from './photo-run.ts';

/** Lives outside the component: photos are sent on when another screen is opened. */
const run = photoRun({
  send: async (file, signal) => (await sendPhoto(file, { onProgress: () => {}, signal })).secure_url,
  save: (id, shown) => callStaffApi('PUT', `/products/${id}`, { body: shown, schema: product }),
  reload: (id) => callStaffApi('GET', `/products/${id}`, { schema: product }),
  reasonOf: (error) => failureText(error, 'Upload failed'),
  isConflict: (error) => error instanceof ApiFailure && error.code === 'edited_meanwhile',
});

/** Photos named by SKU find their products by themselves. */
export function PhotosBySku() {
  const report = useErrorBanner();
  const jobs = useStore(run.$jobs);
  const [left, setLeft] = useState<LeftOut>({ unmatched: [], repeated: [] });
  const sending = useMutation({
    mutationFn: async (files: File[]) => {
      const skus = [...new Set(files.flatMap(({ name }) => readPhotoName(name).map(({ sku }) => sku)))].filter(isSku);
      const targets = await sendInChunks(skus, MAX_SKUS, fetchPhotoTargets);
      const { matched, ...others } = matchPhotos(files, targets);
      setLeft(others);
      await run.start(matched);
    },
    onSuccess: () => void queryClient.invalidateQueries(),
    onSettled: (_, failure) => report(failure, 'Failed to find the products'),
  });

  return (
    <section aria-labelledby="import-photos" className="panel p-4 sm:p-6">
      <h2 id="import-photos" className="text-xl">
        Photos by SKU
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">
        Name photos by SKU: <code>BNG-0042-26-GLD.jpg</code>, <code>BNG-0042-26-GLD-2.jpg</code>. Each finds its product and is
        added to its photos. If something is interrupted, drop all of them again: what is there already is skipped.
      </p>
      <FileDrop
        label="Choose photos"
        hint="or drop hundreds of them here"
        accept="image/*"
        multiple
        disabled={sending.isPending}
        icon={<ImageUp className="size-4" />}
        onFiles={(files) => sending.mutate(files)}
      />
      <PhotoResults jobs={jobs} left={left} isSending={sending.isPending} />
    </section>
  );
}

/** What no SKU looks like is not asked for. */
function isSku(name: string): boolean {
  return /^[A-Z0-9]([A-Z0-9._/-]{0,38}[A-Z0-9])?$/.test(name);
}

/** Chosen photos that are not sent. */
type LeftOut = Omit<ReturnType<typeof matchPhotos>, 'matched'>;

interface ResultProps {
  jobs: PhotoJob[];
  left: LeftOut;
  isSending: boolean;
}

function PhotoResults({ jobs, left: { unmatched, repeated }, isSending }: ResultProps) {
  const countOf = (...states: PhotoJob['state'][]) => jobs.filter(({ state }) => states.includes(state)).length;
  const failed = jobs.filter(({ state }) => state === 'failed');
  const tried = countOf('done', 'there', 'failed');
  return (
    <div className="mt-5 space-y-4 empty:hidden">
      {jobs.length > 0 && (
        <div>
          <p role="status" className="font-medium">
            {isSending
              ? `Sending photos: ${formatCount(tried)} of ${formatCount(jobs.length)}`
              : [
                  `${countText('photo', countOf('done'))} added`,
                  ...(countOf('there') > 0 ? [`${formatCount(countOf('there'))} there already`] : []),
                  ...(failed.length > 0 ? [`${formatCount(failed.length)} failed`] : []),
                ].join(', ')}
          </p>
          <progress aria-label="Photos sent" value={tried} max={jobs.length} className="upload-progress mt-2" />
          {isSending && (
            <button type="button" onClick={run.stop} className="btn btn-outline mt-2">
              Stop
            </button>
          )}
        </div>
      )}
      {unmatched.length > 0 && (
        <NameList title={`${countText('photo', unmatched.length)} without a product`} note="No product on sale has such a SKU.">
          {unmatched.map(({ name }) => (
            <li key={name} className="px-4 py-2 break-words">
              {name}
            </li>
          ))}
        </NameList>
      )}
      {repeated.length > 0 && (
        <NameList
          title={`${countText('photo', repeated.length)} with a name that came before`}
          note="The first of each name was taken. Rename the others to add them, too."
        >
          {repeated.map(({ name, lastModified, size }) => (
            <li key={`${name} ${lastModified} ${size}`} className="px-4 py-2 break-words">
              {name}
            </li>
          ))}
        </NameList>
      )}
      {!isSending && countOf('done', 'there') > 0 && <FoundProducts jobs={jobs} />}
      {failed.length > 0 && (
        <NameList title={`${countText('photo', failed.length)} failed`} note="Drop the same photos again to try these once more.">
          {failed.map(({ file, target, reason }) => (
            <li key={file.name} className="px-4 py-2 break-words">
              {file.name} <span className="text-muted">({target.name})</span>
              <span className="block text-danger">{reason}</span>
            </li>
          ))}
        </NameList>
      )}
    </div>
  );
}

/** Which photos each product shows now: to check a few. */
function FoundProducts({ jobs }: { jobs: PhotoJob[] }) {
  const shown = jobs.filter(({ state }) => state === 'done' || state === 'there');
  const products = [...new Set(shown.map(({ target }) => target.productId))].map((id) =>
    shown.filter(({ target }) => target.productId === id),
  );
  return (
    <details className="rounded-lg border border-line text-sm">
      <summary className="min-h-11 px-4 py-2.5 font-medium">{countText('product', products.length)} with these photos</summary>
      <ul className="divide-y divide-line border-t border-line">
        {products.map((photos) => (
          <li key={photos[0]?.target.productId} className="px-4 py-2 break-words">
            {photos[0]?.target.name}
            <span className="block text-muted">{photos.map(({ file }) => file.name).join(', ')}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function NameList({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <p className="text-sm text-muted">{note}</p>
      <ul aria-label={title} className="mt-2 divide-y divide-line rounded-lg border border-line text-sm">
        {children}
      </ul>
    </div>
  );
}
