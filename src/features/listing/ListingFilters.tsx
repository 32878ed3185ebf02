import { Swatch } from '#components/Swatch.tsx';
import { OCCASION_LABELS } from '#domain/products/occasions.ts';
import { priceLabel } from '#domain/products/price-ranges.ts';
import { type ChoiceCounts, type ListingChoices, priceRanges } from './choices.ts';
import type { ListingQuery, Place } from './listing-query.ts';

export interface FilterProps {
  query: ListingQuery;
  change(part: Partial<ListingQuery>): void;
  choices: ListingChoices;
  place: Place;
  /** Unknown while products load: then nothing is greyed. */
  counts: ChoiceCounts | undefined;
}

/** `bar`: beside the list, in lines. `panel`: large, one below the other, each value with the number of its products. */
type Look = 'bar' | 'panel';

/** Featured, price, sizes, nickel-free, occasions and colours. What no product has is greyed. */
export function ListingFilters({ query, change, choices, place, counts, look }: FilterProps & { look: Look }) {
  const feature = (featured: boolean) => change({ featured, filter: query.filter === 'featured' ? null : query.filter });
  const toggle = <Key extends 'occasions' | 'colors' | 'sizes'>(key: Key, value: string) => {
    const chosen: readonly string[] = query[key];
    change({ [key]: chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value] });
  };
  // In the panel whatever the address sets is offered, too. Beside the list that would move it.
  const withChosen = <Value,>(offered: Value[], chosen: Value[]) =>
    look === 'panel' ? [...new Set([...offered, ...chosen])] : offered;
  const noRange = { minPrice: null, maxPrice: null };
  const ranges = priceRanges(choices.prices, look === 'panel' ? query : noRange).map((range) => ({
    range,
    isChosen: range.minPrice === query.minPrice && range.maxPrice === query.maxPrice,
  }));
  const chips = (key: 'colors' | 'sizes') =>
    withChosen(choices[key], query[key]).map((value) => ({
      label: value,
      count: counts && (counts[key].get(value) ?? 0),
      isChosen: query[key].includes(value),
      onToggle: () => toggle(key, value),
    }));
  return (
    <>
      {!place.category && (
        <Switch label="Featured" look={look} isOn={query.featured} count={counts?.featured} onSwitch={feature} />
      )}
      <Chips
        label="Price"
        look={look}
        onClear={() => change(noRange)}
        chips={ranges.map(({ range, isChosen }) => ({
          label: priceLabel(range),
          count: counts?.inRange(range),
          isChosen,
          onToggle: () => change(isChosen ? noRange : range),
        }))}
      />
      <Chips label="Sizes" look={look} onClear={() => change({ sizes: [] })} chips={chips('sizes')} />
      {(choices.nickelFree || query.nickelFree) && (
        <Switch
          label="Nickel-free"
          look={look}
          isOn={query.nickelFree}
          count={counts?.nickelFree}
          onSwitch={(nickelFree) => change({ nickelFree })}
        />
      )}
      <Chips
        label="Occasion"
        look={look}
        onClear={() => change({ occasions: [] })}
        chips={withChosen(choices.occasions, query.occasions).map((occasion) => ({
          label: OCCASION_LABELS[occasion],
          count: counts && (counts.occasions.get(occasion) ?? 0),
          isChosen: query.occasions.includes(occasion),
          onToggle: () => toggle('occasions', occasion),
        }))}
      />
      <Chips label="Colours" look={look} onClear={() => change({ colors: [] })} chips={chips('colors')} swatches />
    </>
  );
}

interface SwitchProps {
  label: string;
  look: Look;
  isOn: boolean;
  count: number | undefined;
  onSwitch(isOn: boolean): void;
}

function Switch({ label, look, isOn, count, onSwitch }: SwitchProps) {
  const isOff = count === 0 && !isOn;
  return (
    <label className={`flex items-center gap-2.5 ${look === 'bar' ? 'min-h-9' : 'min-h-11'} ${isOff ? 'opacity-45' : ''}`}>
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
  look: Look;
  chips: Chip[];
  onClear(): void;
  swatches?: boolean;
}

function Chips({ label, look, chips, onClear, swatches = false }: ChipsProps) {
  if (chips.length === 0) return null;
  const isPanel = look === 'panel';
  const isChosen = chips.some((chip) => chip.isChosen);
  return (
    <fieldset className={`flex min-w-0 flex-wrap items-center ${isPanel ? 'gap-2' : 'gap-1.5'}`}>
      <legend className="sr-only">{label}</legend>
      {/* Nothing moves when Clear comes: beside the list it takes the place of the label. */}
      <div className={`relative flex items-center ${isPanel ? '-mb-2 min-h-11 w-full justify-between' : 'mr-1 min-h-9'}`}>
        <span aria-hidden="true" className={`text-sm text-muted ${isChosen && !isPanel ? 'invisible' : ''}`}>
          {label}
        </span>
        {isChosen && (
          <button
            type="button"
            onClick={onClear}
            className={`text-sm underline decoration-gold underline-offset-4 ${isPanel ? 'min-h-11 pl-4' : 'absolute inset-y-0 left-0'}`}
          >
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
          className={`chip ${isPanel ? 'min-h-11 px-4' : 'min-h-9 px-3'}`}
        >
          {swatches && <Swatch color={chip.label} className="size-4" />}
          <span className="truncate">{chip.label}</span>
          {isPanel && chip.count !== undefined && (
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
