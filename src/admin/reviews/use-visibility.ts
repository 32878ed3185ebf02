import { useMutation } from '@tanstack/react-query';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { StaffReview } from '#shared/schemas/reviews.ts';
import { putReviewVisibility } from './reviews-api.ts';

/** Hides a review or shows it again, and says so; what goes wrong is said in the banner. */
export function useVisibility(): (review: StaffReview, isPublished: boolean) => Promise<void> {
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
