import { useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import { formatDay } from '#domain/orders/labels.ts';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { linkIn } from './order-page-link.ts';

/** Photos of the parcel before it was closed, each fetched when the shopper wants to see it. */
export default function PackedPhotos({ photos }: { photos: NonNullable<OrderPage['packedPhotos']> }) {
  return (
    <section aria-labelledby="packed-title" className="rounded-sm border border-line bg-white p-5 sm:p-8">
      <h2 id="packed-title" className="text-2xl">
        Your parcel, before we closed it
      </h2>
      <ul className="mt-4 space-y-4">
        {photos.map(({ id, takenAt }) => (
          <li key={id}>
            <PackedPhoto id={id} taken={formatDay(takenAt)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PackedPhoto({ id, taken }: { id: string; taken: string }) {
  const [photo, setPhoto] = useState('');
  const [state, setState] = useState<'closed' | 'loading' | { failed: string }>('closed');

  async function show() {
    setState('loading');
    try {
      const body = { ...linkIn(location), photoId: id };
      setPhoto((await callApi<{ photo: string }>('POST', '/order-page/packed-photo', { body })).photo);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setState({
        failed: failure.status === 404 ? 'This photo is no longer kept.' : 'The photo could not be loaded. Please try again.',
      });
    }
  }

  if (photo) return <img src={photo} alt={`Your open parcel, ${taken}`} className="w-full max-w-xl rounded-sm" />;
  return (
    <>
      <button type="button" onClick={() => void show()} disabled={state === 'loading'} className="btn btn-outline">
        {state === 'loading' ? 'Loading the photo…' : `Show the photo of ${taken}`}
      </button>
      {typeof state === 'object' && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {state.failed}
        </p>
      )}
    </>
  );
}
