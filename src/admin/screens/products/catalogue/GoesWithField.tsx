import X from 'virtual:icons/x';
import { arrayMove } from '@dnd-kit/sortable';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import { searchProducts } from '#admin/data/products/product-choices.ts';
import { useFieldError } from '#admin/kit/fields.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { SearchSelect } from '#admin/kit/SearchSelect.tsx';
import { SortableList } from '#admin/kit/sortable/SortableList.tsx';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { Field } from '#components/Field.tsx';
import { MAX_PICKS } from '#domain/limits.ts';
import { product } from '#domain/products/contract.ts';

/** What goes well with the product, in the order in which its page shows it. */
export function GoesWithField() {
  const { field } = useController({ name: 'goesWith' });
  const picked: string[] = field.value ?? [];
  const known = useProducts(picked);
  const nameOf = (id: string) => known.get(id)?.name ?? 'Product';
  const box = useRef<HTMLInputElement>(null);
  const isChanged = useRef(false);

  function change(ids: string[]) {
    isChanged.current = true;
    field.onChange(ids);
  }

  // The box is another one after each change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for other numbers of picks only
  useEffect(() => {
    if (isChanged.current) box.current?.focus();
    isChanged.current = false;
  }, [picked.length]);

  return (
    <fieldset className="min-w-0">
      <legend className="field-label">
        Goes well with{' '}
        <span className="font-normal text-muted tabular-nums">
          {picked.length} of {MAX_PICKS}
        </span>
      </legend>
      {picked.length > 0 && (
        <SortableList
          label="Goes well with, in this order"
          items={picked}
          keyOf={(id) => id}
          nameOf={nameOf}
          onMove={(from, to) => field.onChange(arrayMove(picked, from, to))}
          layout="list"
          className="mb-3 grid gap-2"
        >
          {(id, _, controls) => (
            <div className="panel flex items-center gap-3 py-1 pr-1 pl-2">
              <Thumbnail src={known.get(id)?.images[0] ?? null} />
              <span className="min-w-0 flex-1 text-sm">
                <span className="line-clamp-2 break-words">{nameOf(id)}</span>
                <PickNote product={known.get(id)} />
              </span>
              <span className="flex max-sm:[&>:first-child]:hidden">{controls}</span>
              <button
                type="button"
                onClick={() => change(picked.filter((other) => other !== id))}
                aria-label={`Remove ${nameOf(id)}`}
                className="btn-icon"
              >
                <X className="size-4" />
              </button>
            </div>
          )}
        </SortableList>
      )}
      <Field
        label="Add a product"
        hint="Shown first on the product's page. What is often bought together follows automatically."
        error={useFieldError('goesWith')}
      >
        {(control) =>
          picked.length < MAX_PICKS ? (
            <SearchSelect
              {...control}
              // Empty again for the next one.
              key={picked.length}
              label="Add a product"
              inputRef={box}
              resource="products"
              placeholder="Search products..."
              value={null}
              onChange={(choice) => choice && change([...picked, choice.id])}
              search={async (text, signal) => (await searchProducts(text, signal)).filter(({ id }) => !picked.includes(id))}
              failure="Failed to load products"
            />
          ) : (
            <input {...control} ref={box} value={`${MAX_PICKS} are enough`} readOnly className="field" />
          )
        }
      </Field>
    </fieldset>
  );
}

function PickNote({ product }: { product: { price: number; inStock: boolean } | undefined }) {
  if (!product) return null;
  return (
    <span className="block text-xs text-muted tabular-nums">
      {formatPrice(product.price)}
      {!product.inStock && ' · sold out, not shown'}
    </span>
  );
}

function useProducts(ids: string[]) {
  const found = useQueries({ queries: ids.map((id) => staffQuery(`/products/${id}`, product)) });
  return new Map(found.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
}
