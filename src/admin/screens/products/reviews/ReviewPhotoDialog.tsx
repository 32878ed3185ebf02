import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { toast } from '#admin/kit/toast.ts';
import { wholePhotoUrl } from '#components/photo.ts';
import { MAX_REVIEW_PHOTO_SIDE, type StaffReview, type StaffReviewPhoto } from '#domain/reviews/contract.ts';
import { deleteReviewPhoto, putPhotoVisibility } from './reviews-api.ts';

interface Props {
  review: StaffReview;
  photo: StaffReviewPhoto;
  onClose: () => void;
}

/** One photo of a review, large: hide it, show it again, or remove it for good. */
export function ReviewPhotoDialog({ review, photo, onClose }: Props) {
  const [isRemoving, setRemoving] = useState(false);
  const { mutateAsync: remove } = useMutation({
    mutationFn: () => deleteReviewPhoto(review.id, photo.id),
    onSuccess: () => {
      toast('The photo was removed');
      onClose();
    },
  });
  if (isRemoving) {
    return (
      <ConfirmDialog
        question="Are you sure you want to remove this photo?"
        detail={`By ${review.userName} about ${review.productName}. A removed photo cannot be restored; hiding it keeps it.`}
        action="Remove"
        busyAction="Removing…"
        failure="Failed to remove the photo"
        onConfirm={remove}
        onClose={() => setRemoving(false)}
      />
    );
  }
  const words = `Photo by ${review.userName} of ${review.productName}`;
  return (
    <Dialog title={`Photo by ${review.userName}`} onClose={onClose} lightDismiss>
      <img
        src={wholePhotoUrl(photo.address, MAX_REVIEW_PHOTO_SIDE)}
        alt={words}
        className="mx-auto max-h-[60vh] min-h-40 max-w-full rounded-sm bg-cream object-contain"
      />
      {!photo.isShown && <p className="mt-3 text-center text-sm text-muted">Hidden: shoppers do not see this photo.</p>}
      <div className="mt-5 flex justify-end gap-3">
        <button type="button" onClick={() => setRemoving(true)} className="btn btn-outline">
          Remove
        </button>
        <HideButton review={review} photo={photo} onClose={onClose} />
      </div>
    </Dialog>
  );
}

function HideButton({ review, photo, onClose }: Props) {
  const report = useErrorBanner();
  const { mutate, isPending } = useMutation({
    mutationFn: () => putPhotoVisibility(review.id, photo.id, !photo.isShown),
    onSuccess: () => {
      toast(`The photo by ${review.userName} is ${photo.isShown ? 'hidden' : 'shown'}`);
      onClose();
    },
    onError: (error) => report(error, 'Failed to update the photo'),
  });
  return (
    <button type="button" disabled={isPending} onClick={() => mutate()} className="btn btn-primary">
      {photo.isShown ? 'Hide' : 'Show'}
    </button>
  );
}
