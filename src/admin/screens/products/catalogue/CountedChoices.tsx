import Plus from 'virtual:icons/plus';
import X from 'virtual:icons/x';
import { useEffect, useRef } from 'react';
import { get, useController, useFormContext, useFormState } from 'react-hook-form';
import { useFieldError } from '#admin/kit/fields.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { Select } from '#admin/kit/Select.tsx';
import { Swatch } from '#components/Swatch.tsx';
import { choiceName, isOffered, isSameChoice } from '#domain/variants/choice-text.ts';
import type { VariantEntry } from '#domain/variants/contract.ts';
import { type CountedBy, countedBy, isAutomaticSku, offeredPairs, type Pair, skuOfPair, unitsOf } from './counted-choices.ts';
import type { ProductFields } from './product-values.ts';

const WAYS: { value: CountedBy; label: string }[] = [
  { value: 'both', label: 'By size and color' },
  { value: 'size', label: 'By size alone' },
  { value: 'color', label: 'By color alone' },
];

/** Whether pieces are counted per size and colour, and if so how many there are of each choice. A choice that is left out does not exist. */
export function CountedChoices() {
  const { watch, getValues, setValue, getFieldState, formState } = useFormContext<ProductFields>();
  const { field } = useController<ProductFields, 'variants'>({ name: 'variants' });
  const entries = field.value ?? [];
  const [colors = [], sizes = []] = watch(['colors', 'sizes']);
  // What was typed for a choice stays known when the choice is left out for a while.
  const known = useRef(new Map<string, VariantEntry>());
  for (const entry of entries) known.current.set(choiceName(entry), entry);
  // The SKU of the product as a whole, while its choices have their own; and what those begin with.
  const wholeSku = useRef<string>(undefined);
  const stem = useRef<string>(undefined);
  const isCounted = entries.length > 0;
  const by = countedBy(entries);

  useEffect(() => {
    if (entries.some((entry) => !isOffered(entry, { colors, sizes })))
      field.onChange(entries.filter((entry) => isOffered(entry, { colors, sizes })));
  }, [entries, colors, sizes, field]);

  // However the last choice went, the product as a whole has its SKU again.
  useEffect(() => {
    if (isCounted || !wholeSku.current) return;
    setValue('sku', wholeSku.current, { shouldDirty: true });
    for (const [name, { sku, ...entry }] of known.current)
      if (stem.current && sku === skuOfPair(stem.current, entry)) known.current.set(name, entry);
    wholeSku.current = undefined;
    stem.current = undefined;
  }, [isCounted, setValue]);

  const withKnown = (pair: Pair): VariantEntry => {
    const entry: VariantEntry = known.current.get(choiceName(pair)) ?? pair;
    return entry.sku || !stem.current ? entry : { ...entry, sku: skuOfPair(stem.current, pair) };
  };
  const count = (way: CountedBy) => field.onChange(offeredPairs(way, colors, sizes).map(withKnown));
  const pairs = offeredPairs(by, colors, sizes);
  const missing = pairs.filter((pair) => !entries.some((entry) => isSameChoice(entry, pair)));
  /** In the order of the grid. */
  const include = (added: Pair[]) =>
    field.onChange(
      pairs.flatMap((pair) => {
        const entry = entries.find((other) => isSameChoice(other, pair));
        return entry ? [entry] : added.includes(pair) ? [withKnown(pair)] : [];
      }),
    );

  function toggle() {
    if (isCounted) {
      setValue('stockQuantity', unitsOf(entries), { shouldDirty: true });
      field.onChange([]);
    } else {
      spreadSku();
      count(colors.length === 0 ? 'size' : sizes.length === 0 ? 'color' : 'both');
    }
  }

  /** Each choice has a SKU of its own, which begins with the product's where somebody chose that. */
  function spreadSku() {
    const sku = getValues('sku')?.trim();
    if (!sku) return;
    wholeSku.current = sku;
    if (getFieldState('sku').isDirty || !isAutomaticSku(sku)) stem.current = sku;
    setValue('sku', undefined, { shouldDirty: true });
  }

  return (
    <fieldset className="min-w-0">
      <legend className="field-label">Stock</legend>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={isCounted}
            disabled={!isCounted && colors.length + sizes.length === 0}
            onChange={toggle}
            className="checkbox"
          />
          <span>
            Count per size and color
            <span className="block text-sm text-muted">
              {colors.length + sizes.length === 0
                ? 'Choose colors or sizes first'
                : 'Shoppers buy only what there is of their choice'}
            </span>
          </span>
        </label>
        {isCounted && colors.length > 0 && sizes.length > 0 && (
          <Select label="Counted" value={by} options={WAYS} onChange={count} className="sm:w-52" />
        )}
      </div>
      {isCounted && (
        <>
          {(by === 'both' ? sizes : [undefined]).map((size) => (
            <section key={size ?? ''} aria-label={size ?? 'Choices'} className="mt-3">
              {size && <h4 className="mb-1.5 font-medium">{size}</h4>}
              <ul className="grid grid-cols-1 gap-2 min-[360px]:grid-cols-2 sm:grid-cols-3 lg:grid-cols-4">
                {pairs
                  .filter((pair) => size === undefined || pair.size === size)
                  .map((pair) => {
                    const index = entries.findIndex((entry) => isSameChoice(entry, pair));
                    const entry = entries[index];
                    const label = by === 'both' ? (pair.color ?? '') : choiceName(pair);
                    return (
                      <li key={choiceName(pair)}>
                        {entry ? (
                          <Cell
                            index={index}
                            entry={entry}
                            label={label}
                            onChange={(change) =>
                              field.onChange(entries.map((other) => (other === entry ? { ...entry, ...change } : other)))
                            }
                            onLeaveOut={() => field.onChange(entries.filter((other) => other !== entry))}
                          />
                        ) : (
                          <button
                            type="button"
                            onClick={() => include([pair])}
                            aria-label={`Add ${choiceName(pair)}`}
                            className="flex size-full min-h-11 items-center justify-center gap-2 rounded-lg border border-dashed border-line px-3 text-sm text-muted hover:border-ink hover:text-ink"
                          >
                            <Plus className="size-4" />
                            {label}
                          </button>
                        )}
                      </li>
                    );
                  })}
              </ul>
            </section>
          ))}
          <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
            <p aria-live="polite" className="text-sm text-ink-soft tabular-nums">
              {formatCount(unitsOf(entries))} pieces in all
              {formState.defaultValues?.name && `, ${formatCount(formState.defaultValues.stockQuantity ?? 0)} before`}
            </p>
            {stem.current && (
              <p role="status" className="text-sm text-ink-soft">
                The SKUs begin with {stem.current.toUpperCase()}, the product’s own.
              </p>
            )}
            {missing.length > 1 && (
              <button type="button" onClick={() => include(missing)} className="btn btn-outline px-4">
                Add all {missing.length} left out
              </button>
            )}
          </div>
        </>
      )}
      <p role="status" className="field-error empty:hidden">
        {useFieldError('variants')}
      </p>
    </fieldset>
  );
}

interface CellProps {
  index: number;
  entry: VariantEntry;
  label: string;
  onChange: (change: Partial<VariantEntry>) => void;
  onLeaveOut: () => void;
}

/** Pieces and SKU of one choice. */
function Cell({ index, entry, label, onChange, onLeaveOut }: CellProps) {
  const name = choiceName(entry);
  const { errors } = useFormState<ProductFields>();
  const wrong: Partial<Record<string, { message?: string }>> = get(errors, `variants.${index}`) ?? {};
  const error = Object.values(wrong)
    .map((fieldError) => fieldError?.message)
    .filter(Boolean)
    .join(' ');
  const noteId = `choice-${index}-note`;
  const described = error ? { 'aria-describedby': noteId } : {};
  return (
    <div className={`rounded-lg border bg-white p-2 ${error ? 'border-danger' : 'border-line'}`}>
      <div className="mb-1 flex items-center gap-2 text-sm">
        {entry.color && <Swatch color={entry.color} className="size-4 shrink-0" />}
        <span className="min-w-0 grow leading-tight break-words">{label}</span>
        <button
          type="button"
          onClick={onLeaveOut}
          aria-label={`Leave out ${name}`}
          className="-m-1 grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-danger pointer-coarse:size-9"
        >
          <X className="size-4" />
        </button>
      </div>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        autoComplete="off"
        aria-label={`Pieces of ${name}`}
        aria-invalid={Boolean(wrong['stockQuantity'])}
        {...described}
        placeholder="Pieces"
        value={entry.stockQuantity ?? ''}
        onChange={({ target }) => onChange({ stockQuantity: target.value === '' ? undefined : Number(target.value) })}
        className="field tabular-nums"
      />
      <input
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-label={`SKU of ${name}`}
        aria-invalid={Boolean(wrong['sku'])}
        {...described}
        placeholder="SKU: automatic"
        value={entry.sku ?? ''}
        onChange={({ target }) => onChange({ sku: target.value || undefined })}
        className="field mt-1.5 px-2 text-sm uppercase placeholder:normal-case"
      />
      {error && (
        <p id={noteId} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
