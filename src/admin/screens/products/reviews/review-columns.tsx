import Eye from 'virtual:icons/eye';
import EyeOff from 'virtual:icons/eye-off';
import MessageSquareReply from 'virtual:icons/message-square-reply';
import Trash from 'virtual:icons/trash';
import { Day } from '#admin/kit/Moment.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import { Stars } from '#components/Stars.tsx';
import type { StaffReview, StaffReviewPhoto } from '#domain/reviews/contract.ts';

interface Actions {
  onPhoto: (review: StaffReview, photo: StaffReviewPhoto) => void;
  onAnswer: (review: StaffReview) => void;
  onToggle: (review: StaffReview) => void;
  /** Keeps one hidden that waits. */
  onRefuse: (review: StaffReview) => void;
  onDelete: (review: StaffReview) => void;
}

/** The columns of the list. */
export function reviewColumns({ onPhoto, onAnswer, onToggle, onRefuse, onDelete }: Actions): Column<StaffReview>[] {
  return [
    { name: 'Product', slot: 'title', className: 'max-w-56', cell: (review) => <ReviewedProduct review={review} /> },
    { name: 'Review', isWide: true, className: 'max-w-md', cell: (review) => <ReviewText review={review} onPhoto={onPhoto} /> },
    {
      name: 'Shown',
      slot: 'corner',
      cell: ({ isPublished, awaitsStaff }) => (
        <span className={`badge ${isPublished ? 'tone-done' : awaitsStaff ? 'tone-wait' : 'tone-stop'}`}>
          {isPublished ? 'Shown' : awaitsStaff ? 'Waiting' : 'Hidden'}
        </span>
      ),
    },
    {
      name: 'Date',
      className: 'text-sm whitespace-nowrap text-ink-soft',
      cell: ({ createdAt }) => <Day of={createdAt} />,
    },
    {
      name: 'Actions',
      slot: 'actions',
      cell: (review) => {
        const whose = `the review by ${review.userName}`;
        return (
          <>
            <button type="button" onClick={() => onAnswer(review)} aria-label={`Answer ${whose}`} className="btn-icon">
              <MessageSquareReply className="size-5" />
            </button>
            <button
              type="button"
              onClick={() => onToggle(review)}
              aria-label={`${review.isPublished ? 'Hide' : review.awaitsStaff ? 'Approve' : 'Show'} ${whose}`}
              className="btn-icon"
            >
              {review.isPublished ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
            </button>
            {review.awaitsStaff && (
              <button type="button" onClick={() => onRefuse(review)} aria-label={`Refuse ${whose}`} className="btn-icon">
                <EyeOff className="size-5" />
              </button>
            )}
            <button
              type="button"
              onClick={() => onDelete(review)}
              aria-label={`Delete ${whose}`}
              className="btn-icon text-muted hover:text-danger"
            >
              <Trash className="size-5" />
            </button>
          </>
        );
      },
    },
  ];
}

function ReviewedProduct({ review: { productId, productName, productImage, productIsOnSale } }: { review: StaffReview }) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail src={productImage} />
      {productIsOnSale ? (
        <a href={`/product/${productId}`} target="_blank" rel="noreferrer" className="min-w-0 break-words hover:underline">
          {productName}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : (
        <span className="min-w-0 break-words">{productName}</span>
      )}
    </span>
  );
}

function ReviewText({ review, onPhoto }: { review: StaffReview } & Pick<Actions, 'onPhoto'>) {
  const { userName, rating, comment, photos, answer, boughtHere } = review;
  return (
    <div className="py-2">
      <p className="flex flex-wrap items-center gap-x-2">
        <Stars rating={rating} className="h-3.5" />
        <bdi className="min-w-0 font-medium break-words">{userName}</bdi>
        {boughtHere && <span className="badge tone-done">Bought here</span>}
      </p>
      <p dir="auto" className="mt-1 text-sm break-words whitespace-pre-line">
        {comment}
      </p>
      {photos.length > 0 && (
        <ul aria-label={`Photos by ${userName}`} className="mt-2 flex flex-wrap gap-2">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <button
                type="button"
                onClick={() => onPhoto(review, photo)}
                aria-label={`Photo ${index + 1} by ${userName}${photo.isShown ? '' : ', hidden'}`}
                className="relative block"
              >
                <Thumbnail src={photo.address} />
                {!photo.isShown && (
                  <span className="absolute inset-x-0 bottom-0 bg-ink/80 text-center text-[0.6875rem] text-ivory">Hidden</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {answer && (
        <p className="mt-1 border-l-2 border-gold pl-2 text-sm break-words whitespace-pre-line text-ink-soft">
          <span className="font-medium">Your answer: </span>
          <bdi>{answer}</bdi>
        </p>
      )}
    </div>
  );
}
