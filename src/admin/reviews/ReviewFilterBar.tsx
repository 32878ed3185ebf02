import { type FilterField, ListFilters } from '#admin/kit/ListFilters.tsx';
import type { List } from '#admin/kit/use-list.ts';
import type { StaffReview } from '#shared/schemas/reviews.ts';
import type { ReviewFilters } from './reviews-api.ts';

const FIELDS: FilterField<ReviewFilters>[] = [
  {
    choice: 'answered',
    label: 'Answer',
    all: 'All Reviews',
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
    all: 'Shown and Hidden',
    names: new Map([
      [true, 'Shown'],
      [false, 'Hidden'],
    ]),
  },
];

export function ReviewFilterBar({ list }: { list: List<StaffReview, ReviewFilters> }) {
  return <ListFilters list={list} label="Reviews" fields={FIELDS} />;
}
