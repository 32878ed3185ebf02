import { useState } from 'react';
import { DataList } from '#admin/kit/DataList.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import type { StaffReview } from '#shared/schemas/reviews.ts';
import { AnswerReview } from './AnswerReview.tsx';
import { DeleteReview } from './DeleteReview.tsx';
import { ReviewFilterBar } from './ReviewFilterBar.tsx';
import { reviewColumns } from './review-columns.tsx';
import { reviews } from './reviews-api.ts';
import { useReviewVisibility } from './use-review-visibility.ts';

/** Product reviews: read, answer in public, hide, delete. */
export default function ReviewsPage() {
  const list = useList(reviews);
  const [open, setOpen] = useState<{ dialog: 'answer' | 'delete'; review: StaffReview } | null>(null);
  const setVisible = useReviewVisibility();
  const close = () => setOpen(null);
  const columns = reviewColumns({
    onAnswer: (review) => setOpen({ dialog: 'answer', review }),
    onToggle: (review) => void setVisible(review, !review.isPublished),
    onDelete: (review) => setOpen({ dialog: 'delete', review }),
  });

  return (
    <Screen title="Reviews">
      <ReviewFilterBar list={list} />
      <DataList list={list} columns={columns} />
      {open?.dialog === 'answer' && <AnswerReview review={open.review} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteReview review={open.review} onClose={close} />}
    </Screen>
  );
}
