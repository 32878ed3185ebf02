import Camera from 'virtual:icons/camera';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useId, useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { chosenPictures } from '#browser/chosen-pictures.ts';
import { type Packing, packedPhoto } from '#domain/packing/contract.ts';
import { removePhoto, sendPhoto, usePhotosWaiting } from './packing-api.ts';
import { shrinkParcelPhoto } from './parcel-photo.ts';
import { notKept } from './Surplus.tsx';

/** Photos of the open parcel, which the shopper sees too; on the packing screen a new one can be taken. */
export function ParcelPhotos({ order, mayTake = false }: { order: Packing; mayTake?: boolean }) {
  const id = useId();
  const [failed, setFailed] = useState('');
  const [isRemoving, setRemoving] = useState<string | null>(null);
  const waiting = usePhotosWaiting(order);

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const {
      pictures: [file],
      complaint,
    } = chosenPictures(target.files ?? []);
    target.value = '';
    setFailed(complaint);
    if (!file) return;
    try {
      await sendPhoto(order, await shrinkParcelPhoto(file));
      setFailed('');
    } catch (error) {
      setFailed(notKept(error));
    }
  }

  if (!mayTake && order.photos.length === 0) return null;
  return (
    <section aria-label="Photos of the parcel" className="panel mt-4 p-4">
      <h2 className="panel-heading">Photo of the open parcel</h2>
      {mayTake && (
        <>
          <p className="mt-1 text-sm text-muted">
            {order.lacksPhoto ? 'Needed before it leaves. ' : 'Not required, but it settles disputes. '}
            The customer sees it on the order’s page; it is deleted 90 days after delivery.
          </p>
          <input
            id={id}
            type="file"
            accept="image/*"
            capture="environment"
            onChange={(event) => void take(event)}
            className="peer sr-only"
          />
          <label
            htmlFor={id}
            className="btn btn-outline mt-3 cursor-pointer px-4 peer-focus-visible:outline-2 peer-focus-visible:outline-ink"
          >
            <Camera className="size-5" />
            Take a photo
          </label>
        </>
      )}
      <p role="status" className="mt-2 text-sm text-ink-soft empty:hidden">
        {waiting > 0 && `${countText('photo', waiting)} on the way`}
      </p>
      {failed && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failed}
        </p>
      )}
      <ul className="mt-3 flex flex-wrap gap-4 empty:hidden">
        {order.photos.map((photo) => (
          <li key={photo.id} className="w-40">
            <Photo id={photo.id} taken={formatMoment(photo.takenAt)} />
            <p className="mt-1 text-sm text-muted">{[formatMoment(photo.takenAt), photo.by].filter(Boolean).join(' · ')}</p>
            <MayButton right="send_parcels" onClick={() => setRemoving(photo.id)} className="btn btn-quiet btn-small">
              Remove
            </MayButton>
          </li>
        ))}
      </ul>
      {isRemoving && (
        <ConfirmDialog
          question="Remove this photo?"
          detail="The customer no longer sees it either."
          action="Remove"
          failure="Failed to remove the photo"
          onConfirm={() => removePhoto(order.orderId, isRemoving)}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}

function Photo({ id, taken }: { id: string; taken: string }) {
  const { data, error } = useQuery({ ...staffQuery(`/packing/photos/${id}`, packedPhoto), staleTime: Number.POSITIVE_INFINITY });
  if (error) return <p className="text-sm text-danger">The photo cannot be loaded right now</p>;
  if (!data) return <span className="block h-30 w-40 rounded-sm bg-cream" />;
  return (
    <a href={data.photo} download={`parcel-${id.slice(0, 8)}.webp`} title="Save the photo">
      <img src={data.photo} alt={`Open parcel, ${taken}`} className="h-30 w-40 rounded-sm object-cover" />
    </a>
  );
}
