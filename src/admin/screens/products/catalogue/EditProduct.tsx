import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from '#admin/kit/toast.ts';
import { pickDirty, useEditVersion } from '#admin/kit/use-edit-version.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { ApiFailure } from '#browser/api.ts';
import type { Product } from '#domain/products/contract.ts';
import { type NewProduct, stockMoved } from '#domain/products/edit.ts';
import { choiceName, isSameChoice } from '#domain/variants/choice-text.ts';
import { changedEntries, choicesInStock, entriesOf, unitsOf } from './counted-choices.ts';
import { ProductForm } from './ProductForm.tsx';
import { productForm, valuesOf } from './product-values.ts';
import { products } from './products-api.ts';
import { StockChanged } from './StockChanged.tsx';

/** Edits a product; only changed fields are sent. A changed stock is sent with the stock the form showed. */
export function EditProduct({ product, onClose }: { product: Product; onClose: () => void }) {
  const { mutateAsync } = useMutation({ mutationFn: (changes: { updatedAt: string }) => products.update(product.id, changes) });
  const edited = useEditVersion(product, () => products.fetch(product.id));
  /** The stock and the choices that the form was filled with. */
  const opened = useRef({ stock: product.stockQuantity, entries: entriesOf(product.variants) });
  const staffForm = useStaffForm({
    schema: productForm,
    values: valuesOf(product),
    save: async (values, changed) => {
      const changes = changesOf(values, changed);
      if (Object.keys(changes).length === 0) return;
      try {
        await mutateAsync({ ...changes, updatedAt: edited.version() });
      } catch (error) {
        if (error instanceof ApiFailure && error.code === 'choice_in_stock') putBack(error);
        throw error;
      }
      toast(`${values.name} was saved`);
    },
    onSaved: onClose,
    failure: 'Failed to update product',
  });
  const { form, refusal, submit } = staffForm;

  function changesOf(values: NewProduct, changed: Partial<Record<string, unknown>>): Partial<NewProduct> {
    const { stockQuantity, variants, ...changes } = pickDirty(values, changed);
    const { stock, entries } = opened.current;
    const isCounted = Boolean(values.variants?.length);
    const entersStock = isCounted ? variants !== undefined && entries.length === 0 : stockQuantity !== undefined;
    return {
      ...changes,
      ...(variants && { variants: changedEntries(variants, entries) }),
      ...(!isCounted && stockQuantity !== undefined && { stockQuantity }),
      // The stock of choices is guarded choice by choice, unless they are new or go.
      ...(entersStock && { stockSeen: stock }),
    };
  }

  /** Choices that still have pieces cannot go: they stand in the form again, with the reason. */
  function putBack({ details }: ApiFailure): void {
    const staying = choicesInStock.safeParse(details).data?.variants ?? [];
    const { colors = [], sizes = [], variants = [] } = form.getValues();
    const entries = staying.map((choice) => opened.current.entries.find((entry) => isSameChoice(entry, choice)) ?? choice);
    if (entries.every(({ color, size }) => !color && !size)) return;
    const together = [...variants.filter((entry) => !entries.some((other) => isSameChoice(other, entry))), ...entries];
    form.setValue(
      'colors',
      union(
        colors,
        entries.map(({ color }) => color ?? ''),
      ),
      { shouldDirty: true },
    );
    form.setValue(
      'sizes',
      union(
        sizes,
        entries.map(({ size }) => size ?? ''),
      ),
      { shouldDirty: true },
    );
    form.setValue('variants', together, { shouldDirty: true });
    for (const [index, entry] of together.entries()) {
      if (entries.includes(entry))
        form.setError(`variants.${index}.stockQuantity`, { message: 'Still has pieces: set it to 0 first' });
    }
  }

  function newestValues(newest: Product) {
    opened.current = { stock: newest.stockQuantity, entries: entriesOf(newest.variants) };
    return valuesOf(newest);
  }

  return (
    <ProductForm
      title="Edit Product"
      staffForm={staffForm}
      action="Save Product"
      shopHref={`/product/${product.id}`}
      record={product.id}
      onClose={onClose}
      onReload={() => edited.reload(form, newestValues)}
      notice={refusal?.code === 'stock_moved' && movedNotice(refusal.details)}
    />
  );

  /** Asks which stock is meant now, and saves again against the stock there is. */
  function movedNotice(details: unknown) {
    const moved = stockMoved.safeParse(details).data;
    if (!moved) return null;
    const now = moved.stockQuantity;
    const entries = form.getValues('variants') ?? [];
    const entry = moved.color || moved.size ? entries.find((other) => isSameChoice(other, moved)) : undefined;
    if (entry) {
      return (
        <StockChanged
          choice={choiceName(entry)}
          before={entry.stockSeen ?? 0}
          typed={entry.stockQuantity ?? 0}
          now={now}
          onChoose={(stock) => {
            const answered = { ...entry, stockQuantity: stock, stockSeen: now };
            form.setValue(
              'variants',
              entries.map((other) => (other === entry ? answered : other)),
              { shouldDirty: true },
            );
            void submit();
          }}
        />
      );
    }
    const isSum = entries.length > 0;
    return (
      <StockChanged
        before={opened.current.stock}
        typed={isSum ? unitsOf(entries) : (form.getValues('stockQuantity') ?? 0)}
        now={now}
        canShift={!isSum}
        onChoose={(stock) => {
          opened.current.stock = now;
          if (!isSum) {
            form.resetField('stockQuantity', { defaultValue: now });
            form.setValue('stockQuantity', stock, { shouldDirty: true });
          }
          void submit();
        }}
      />
    );
  }
}

function union(chosen: string[], more: string[]): string[] {
  return [...new Set([...chosen, ...more.filter(Boolean)])];
}
