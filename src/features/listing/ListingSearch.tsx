import { Icon } from '#components/Icon.tsx';
import { useSearchText } from '#components/use-search-text.ts';

/** The listing's search box. */
export function ListingSearch({ search, onSearch }: { search: string; onSearch(search: string): void }) {
  const { typed, type, searchNow } = useSearchText(search, onSearch);

  return (
    <search className="col-span-2 md:col-span-1">
      <form
        aria-label="Search this list"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          searchNow();
        }}
      >
        <button type="submit" aria-label="Find products" className="absolute grid h-full w-11 place-items-center text-muted">
          <Icon name="search" className="size-5" />
        </button>
        <input
          type="search"
          aria-label="Search products"
          placeholder="Search products..."
          className="field pl-11"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      </form>
    </search>
  );
}
