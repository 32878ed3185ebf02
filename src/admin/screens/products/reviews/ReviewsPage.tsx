import { useState } from 'react';
import { DataList } from '#admin/kit/DataList.tsx';
import { type FilterField, ListFilters } from '#admin/kit/ListFilters.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import type { StaffReview, StaffReviewPhoto } from '#domain/reviews/contract.ts';
import { AnswerReview } from './AnswerReview.tsx';
import { DeleteReview } from './DeleteReview.tsx';
import { ReviewPhotoDialog } from './ReviewPhotoDialog.tsx';
import { reviewColumns } from './review-columns.tsx';
import { reviews } from './reviews-api.ts';
import { useReviewVisibility } from './use-review-visibility.ts';

const FILTERS: FilterField<typeof reviews.filters.defaults>[] = [
  {
    states: 'waiting',
    label: 'Status',
    all: 'All Reviews',
    names: new Map([
      [true, 'Waiting for you'],
      [false, 'Decided'],
    ]),
  },
  {
    choice: 'answered',
    label: 'Answer',
    all: 'Answered or Not',
    names: new Map([
      [false, 'Not answered'],
      [true, 'Answered'],
    ]),
  },
  {
    choice: 'rating',
    label: 'Stars',
    all: 'All Stars',
    names: new Map([5, 4, 3, 2, 1].map((stars) => [stars, stars === 1 ? '1 star' : `${stars} stars`])),
  },
  {
    choice: 'published',
    label: 'Shown',
    all: 'Shown or Hidden',
    names: new Map([
      [true, 'Shown'],
      [false, 'Hidden'],
    ]),
  },
];

/** Product reviews: read, approve or refuse, answer in public, hide, delete. */
export default function ReviewsPage() {
  const list = useList(reviews);
  const [open, setOpen] = useState<{ dialog: 'answer' | 'delete'; review: StaffReview } | null>(null);
  const [photo, setPhoto] = useState<{ review: StaffReview; photo: StaffReviewPhoto } | null>(null);
  const setVisible = useReviewVisibility();
  const close = () => setOpen(null);
  const columns = reviewColumns({
    onPhoto: (review, photo) => setPhoto({ review, photo }),
    onAnswer: (review) => setOpen({ dialog: 'answer', review }),
    onToggle: (review) => void setVisible(review, !review.isPublished),
    onRefuse: (review) => void setVisible(review, false),
    onDelete: (review) => setOpen({ dialog: 'delete', review }),
  });

  return (
    <Screen title="Reviews">
      <ListFilters list={list} label="Reviews" fields={FILTERS} />
      <DataList list={list} columns={columns} />
      {photo && <ReviewPhotoDialog {...photo} onClose={() => setPhoto(null)} />}
      {open?.dialog === 'answer' && <AnswerReview review={open.review} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteReview review={open.review} onClose={close} />}
    </Screen>
  );
}
