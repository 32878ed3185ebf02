import X from 'virtual:icons/x';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { useCategories } from '#admin/data/categories/queries.ts';
import { searchProducts } from '#admin/data/products/product-choices.ts';
import { useFieldError } from '#admin/kit/fields.tsx';
import { SearchSelect } from '#admin/kit/SearchSelect.tsx';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { Field } from '#components/Field.tsx';
import type { NewDiscountCode } from '#domain/discounts/contract.ts';
import { product } from '#domain/products/contract.ts';

/** The categories and products that the code in the form around is for; all, where none is chosen. */
export function OnlyFor({ className }: { className: string }) {
  const { field: chosen } = useController<NewDiscountCode, 'categories'>({ name: 'categories' });
  const { field: products } = useController<NewDiscountCode, 'productIds'>({ name: 'productIds' });
  const wrongCategories = useFieldError('categories');
  const wrongProducts = useFieldError('productIds');
  const { data: categories = [] } = useCategories();
  const slugs = chosen.value ?? [];
  const ids = products.value ?? [];
  const gone = slugs.filter((slug) => !categories.some((category) => category.slug === slug));
  const choices = [...categories, ...gone.map((slug) => ({ slug, name: slug }))];

  const toggle = (slug: string) =>
    chosen.onChange(slugs.includes(slug) ? slugs.filter((other) => other !== slug) : [...slugs, slug]);

  return (
    <div className={`grid gap-4 ${className}`}>
      <fieldset ref={chosen.ref} tabIndex={-1} className="flex flex-wrap gap-2 outline-none">
        <legend className="field-label">Only for these categories</legend>
        {choices.map(({ slug, name }) => (
          <button key={slug} type="button" aria-pressed={slugs.includes(slug)} onClick={() => toggle(slug)} className="choice">
            {name}
          </button>
        ))}
        {wrongCategories && <p className="field-error w-full">{wrongCategories}</p>}
      </fieldset>
      <Field
        label="And these products"
        hint={slugs.length + ids.length === 0 ? 'With no category and no product, it is for everything.' : undefined}
        error={wrongProducts}
      >
        {(control) => (
          <SearchSelect
            {...control}
            label="And these products"
            inputRef={products.ref}
            resource="products"
            placeholder="Search products..."
            value={null}
            onChange={(choice) => choice && !ids.includes(choice.id) && products.onChange([...ids, choice.id])}
            search={searchProducts}
            failure="Failed to load products"
          />
        )}
      </Field>
      {ids.length > 0 && (
        <ul aria-label="Chosen products" className="-mt-2 flex flex-wrap gap-2">
          {ids.map((id) => (
            <ChosenProduct key={id} id={id} onRemove={() => products.onChange(ids.filter((other) => other !== id))} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ChosenProduct({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data, isError } = useQuery(staffQuery(`/products/${id}`, product));
  const name = data?.name ?? (isError ? 'A product that is no longer sold' : '…');
  return (
    <li className="max-w-full">
      <button type="button" onClick={onRemove} aria-label={`Remove ${name}`} className="choice choice-own">
        <span className="min-w-0 truncate">{name}</span>
        <X className="size-4 shrink-0" />
      </button>
    </li>
  );
}
