import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { StaffReview } from '#domain/reviews/contract.ts';
import { deleteReview } from './reviews-api.ts';

export function DeleteReview({ review, onClose }: { review: StaffReview; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: () => deleteReview(review.id),
    onSuccess: () => toast(`The review by ${review.userName} was deleted`),
  });
  return (
    <ConfirmDialog
      question="Are you sure you want to delete this review?"
      detail={`By ${review.userName} about ${review.productName}. A deleted review cannot be restored; hiding it keeps it.`}
      action="Delete"
      busyAction="Deleting…"
      failure="Failed to delete review"
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
