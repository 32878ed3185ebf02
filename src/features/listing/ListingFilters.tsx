import { Swatch } from '#components/Swatch.tsx';
import { OCCASION_LABELS } from '#domain/products/occasions.ts';
import { priceLabel } from '#domain/products/price-ranges.ts';
import { type ListingChoices, priceRanges, withChosenSizes } from './choices.ts';
import type { ChoiceCounts } from './listed.ts';
import type { ListingQuery, Place } from './listing-query.ts';

export interface FilterProps {
  query: ListingQuery;
  change(part: Partial<ListingQuery>): void;
  choices: ListingChoices;
  place: Place;
  /** Unknown while products load: then nothing is greyed. */
  counts: ChoiceCounts | undefined;
}

/** Featured, price, sizes by kind, nickel-free, occasions and colours, each value with the number of products that it leaves. What no product has is greyed. */
export function ListingFilters({ query, change, choices, place, counts }: FilterProps) {
  const feature = (featured: boolean) => change({ featured, filter: query.filter === 'featured' ? null : query.filter });
  const toggle = <Key extends 'occasions' | 'colors' | 'sizes'>(key: Key, value: string) => {
    const chosen: readonly string[] = query[key];
    change({ [key]: chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value] });
  };
  const noRange = { minPrice: null, maxPrice: null };
  const chips = (key: 'colors' | 'sizes', values: string[], countOf: ((value: string) => number) | undefined) =>
    values.map((value) => ({
      label: value,
      count: countOf?.(value),
      isChosen: query[key].includes(value),
      onToggle: () => toggle(key, value),
    }));
  return (
    <>
      {!place.category && <Switch label="Featured" isOn={query.featured} count={counts?.featured} onSwitch={feature} />}
      <Chips
        label="Price"
        onClear={() => change(noRange)}
        chips={priceRanges(choices.prices, query).map((range) => {
          const isChosen = range.minPrice === query.minPrice && range.maxPrice === query.maxPrice;
          return {
            label: priceLabel(range),
            count: counts?.inRange(range),
            isChosen,
            onToggle: () => change(isChosen ? noRange : range),
          };
        })}
      />
      {withChosenSizes(choices.sizes, query.sizes).map(({ label, sizes }) => (
        <Chips
          key={label}
          label={label}
          onClear={() => change({ sizes: query.sizes.filter((size) => !sizes.includes(size)) })}
          chips={chips('sizes', sizes, counts?.size)}
        />
      ))}
      {(choices.nickelFree || query.nickelFree) && (
        <Switch
          label="Nickel-free"
          isOn={query.nickelFree}
          count={counts?.nickelFree}
          onSwitch={(nickelFree) => change({ nickelFree })}
        />
      )}
      <Chips
        label="Occasion"
        onClear={() => change({ occasions: [] })}
        chips={withChosen(choices.occasions, query.occasions).map((occasion) => ({
          label: OCCASION_LABELS[occasion],
          count: counts?.occasion(occasion),
          isChosen: query.occasions.includes(occasion),
          onToggle: () => toggle('occasions', occasion),
        }))}
      />
      <Chips
        label="Colours"
        onClear={() => change({ colors: [] })}
        chips={chips('colors', withChosen(choices.colors, query.colors), counts?.color)}
        swatches
      />
    </>
  );
}

/** Whatever the address sets is offered, too. */
function withChosen<Value>(offered: Value[], chosen: Value[]): Value[] {
  return [...new Set([...offered, ...chosen])];
}

interface SwitchProps {
  label: string;
  isOn: boolean;
  count: number | undefined;
  onSwitch(isOn: boolean): void;
}

function Switch({ label, isOn, count, onSwitch }: SwitchProps) {
  const isOff = count === 0 && !isOn;
  return (
    <label className={`flex min-h-11 items-center gap-2.5 ${isOff ? 'opacity-45' : ''}`}>
      <input
        type="checkbox"
        className="size-5 accent-ink"
        checked={isOn}
        disabled={isOff}
        onChange={({ target }) => onSwitch(target.checked)}
      />
      {label}
    </label>
  );
}

interface Chip {
  label: string;
  count: number | undefined;
  isChosen: boolean;
  onToggle(): void;
}

interface ChipsProps {
  label: string;
  chips: Chip[];
  onClear(): void;
  swatches?: boolean;
}

function Chips({ label, chips, onClear, swatches = false }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">{label}</legend>
      <div className="-mb-2 flex min-h-11 w-full items-center justify-between text-sm">
        <span aria-hidden="true" className="text-muted">
          {label}
        </span>
        {chips.some(({ isChosen }) => isChosen) && (
          <button type="button" onClick={onClear} className="min-h-11 pl-4 underline decoration-gold underline-offset-4">
            Clear
          </button>
        )}
      </div>
      {chips.map((chip) => (
        <button
          key={chip.label}
          type="button"
          aria-pressed={chip.isChosen}
          disabled={chip.count === 0 && !chip.isChosen}
          onClick={chip.onToggle}
          className="chip min-h-11 px-4"
        >
          {swatches && <Swatch color={chip.label} className="size-4" />}
          <span className="truncate">{chip.label}</span>
          {chip.count !== undefined && (
            <span className="text-xs tabular-nums opacity-75">
              {chip.count}
              <span className="sr-only">{chip.count === 1 ? ' product' : ' products'}</span>
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
