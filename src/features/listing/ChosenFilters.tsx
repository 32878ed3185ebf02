import { Icon } from '#components/Icon.tsx';
import { chosenFilters, type ListingChoices } from './choices.ts';
import { FILTERS_BUTTON } from './ListingToolbar.tsx';
import type { ListingQuery, Place } from './listing-query.ts';

interface Props {
  query: ListingQuery;
  change(part: Partial<ListingQuery>): void;
  place: Place;
  categories: ListingChoices['categories'];
  onRemoveAll(): void;
}

/** The filters that are set, each with a button that takes it off: beside the count, on a phone below it, in one line that scrolls. */
export function ChosenFilters({ query, change, place, categories, onRemoveAll }: Props) {
  const chosen = chosenFilters(query, place, categories);
  if (chosen.length === 0) return null;
  return (
    <ul
      aria-label="Chosen filters"
      className="flex min-w-0 gap-2 overflow-x-auto text-sm [scrollbar-width:none] max-md:order-last max-md:-mx-4 max-md:mt-3 max-md:w-[calc(100%+2rem)] max-md:px-4 md:flex-1"
    >
      {chosen.map(({ label, without }) => (
        <li key={label} className="shrink-0">
          <button
            type="button"
            aria-label={`Remove ${label}`}
            className="chip min-h-11 max-w-60 pr-2 pl-3 md:min-h-9"
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget);
              change(without);
            }}
          >
            <span className="truncate">{label}</span>
            <Icon name="close" className="size-4 shrink-0" />
          </button>
        </li>
      ))}
      {chosen.length > 1 && (
        <li className="shrink-0">
          <button
            type="button"
            className="min-h-11 px-2 underline decoration-gold underline-offset-4 md:min-h-9"
            onClick={() => {
              document.getElementById(FILTERS_BUTTON)?.focus();
              onRemoveAll();
            }}
          >
            Remove all
          </button>
        </li>
      )}
    </ul>
  );
}

/** The button goes with its filter: the focus moves to the next one, or to the button of the filters. */
function focusBeside(button: Element): void {
  const item = button.closest('li');
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  (beside?.querySelector('button') ?? document.getElementById(FILTERS_BUTTON))?.focus();
}
