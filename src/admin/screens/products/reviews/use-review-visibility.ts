import { useMutation } from '@tanstack/react-query';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { StaffReview } from '#domain/reviews/contract.ts';
import { putReviewVisibility } from './reviews-api.ts';

/** Hides or shows a review. A toast confirms it; an error goes to the banner. */
export function useReviewVisibility(): (review: StaffReview, isPublished: boolean) => Promise<void> {
  const report = useErrorBanner();
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, isPublished }: { id: string; isPublished: boolean }) => putReviewVisibility(id, isPublished),
  });
  return async (review, isPublished) => {
    try {
      await mutateAsync({ id: review.id, isPublished });
      toast(`The review by ${review.userName} is ${isPublished ? 'shown' : 'hidden'}`);
      report(null, 'Failed to update review');
    } catch (error) {
      report(error, 'Failed to update review');
    }
  };
}
