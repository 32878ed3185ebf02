import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { Stars } from '#components/Stars.tsx';
import { reviewAnswer, type StaffReview } from '#domain/reviews/contract.ts';
import { putReviewAnswer } from './reviews-api.ts';

/** The shop's public answer to a review. Saving an empty answer removes it. */
export function AnswerReview({ review, onClose }: { review: StaffReview; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ answer }: { answer: string }) => putReviewAnswer(review.id, answer),
    onSuccess: ({ answer }) => toast(answer ? 'The answer is shown below the review' : 'The answer was taken back'),
  });
  const staffForm = useStaffForm({
    schema: reviewAnswer,
    values: { answer: review.answer },
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to answer the review',
  });

  return (
    <FormDialog title={`Answer ${review.userName}`} size="narrow" staffForm={staffForm} action="Save Answer" onClose={onClose}>
      <Stars rating={review.rating} className="h-4" />
      <p dir="auto" className="mt-2 mb-5 break-words whitespace-pre-line">
        {review.comment}
      </p>
      <AreaField
        name="answer"
        label="Your answer"
        hint="Everybody sees it below the review. Leave it empty to take it back."
        rows={5}
      />
    </FormDialog>
  );
}
