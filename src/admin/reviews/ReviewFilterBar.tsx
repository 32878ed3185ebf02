import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { SelectFilter } from '#admin/kit/SelectFilter.tsx';
import type { List } from '#admin/kit/use-list.ts';
import type { StaffReview } from '#shared/schemas/reviews.ts';
import type { ReviewFilters } from './reviews-api.ts';

const STARS = new Map([5, 4, 3, 2, 1].map((stars) => [String(stars), stars === 1 ? '1 star' : `${stars} stars`]));

export function ReviewFilterBar({ list }: { list: List<StaffReview, ReviewFilters> }) {
  const { filters, change, clear, isNarrowed } = list;
  return (
    <FilterBar label="Reviews" isNarrowed={isNarrowed} onClear={clear}>
      <SelectFilter
        label="Answer"
        all="All Reviews"
        value={flagValue(filters.answered)}
        names={{ false: 'Not answered', true: 'Answered' }}
        onChange={(answered) => change({ answered: answered && answered === 'true' })}
      />
      <SelectFilter
        label="Stars"
        all="All Stars"
        value={filters.rating?.toString()}
        names={STARS}
        onChange={(stars) => change({ rating: stars === undefined ? undefined : Number(stars) })}
      />
      <SelectFilter
        label="Shown"
        all="Shown and Hidden"
        value={flagValue(filters.published)}
        names={{ true: 'Shown', false: 'Hidden' }}
        onChange={(published) => change({ published: published && published === 'true' })}
      />
    </FilterBar>
  );
}

function flagValue(flag: boolean | undefined): 'true' | 'false' | undefined {
  return flag === undefined ? undefined : flag ? 'true' : 'false';
}
