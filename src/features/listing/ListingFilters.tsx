import { Swatch } from '#components/Swatch.tsx';
import type { ListingChoices, ListingQuery } from './listing.ts';

interface Props {
  query: ListingQuery;
  change(part: Partial<ListingQuery>): void;
  choices: ListingChoices;
}

/** Featured, colours and sizes. */
export function ListingFilters({ query, change, choices }: Props) {
  const feature = (featured: boolean) => change({ featured, filter: query.filter === 'featured' ? null : query.filter });
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-line text-sm max-md:mt-4 md:col-span-3 md:border-t md:pt-4">
      <label className="flex min-h-9 items-center gap-2.5">
        <input
          type="checkbox"
          className="size-5 accent-ink"
          checked={query.featured}
          onChange={(event) => feature(event.target.checked)}
        />
        Featured
      </label>
      <Chips label="Colors" offered={choices.colors} chosen={query.colors} onChange={(colors) => change({ colors })} swatches />
      <Chips label="Sizes" offered={choices.sizes} chosen={query.sizes} onChange={(sizes) => change({ sizes })} />
    </div>
  );
}

interface ChipsProps {
  label: string;
  offered: string[];
  chosen: string[];
  onChange(chosen: string[]): void;
  swatches?: boolean;
}

function Chips({ label, offered, chosen, onChange, swatches = false }: ChipsProps) {
  // A filter set by the address is always offered, so that it can be switched off.
  const values = [...new Set([...offered, ...chosen])];
  if (values.length === 0) return null;
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return (
    <fieldset className="flex min-w-0 items-center gap-1.5 [scrollbar-width:none] max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 sm:flex-wrap">
      <legend className="sr-only">{label}</legend>
      <span aria-hidden="true" className="mr-1 text-muted">
        {label}
      </span>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen.includes(value)}
          onClick={() => toggle(value)}
          className="inline-flex min-h-9 max-w-full shrink-0 items-center gap-2 rounded-full border border-line bg-white px-3 transition-colors hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ivory"
        >
          {swatches && <Swatch color={value} className="size-4" />}
          <span className="truncate">{value}</span>
        </button>
      ))}
      {chosen.length > 0 && (
        <button type="button" onClick={() => onChange([])} className="min-h-9 px-2 underline decoration-gold underline-offset-4">
          Clear
        </button>
      )}
    </fieldset>
  );
}
