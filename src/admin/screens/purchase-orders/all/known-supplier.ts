import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { supplierDetailsOf, suppliersNamed } from '#admin/data/suppliers/definition.ts';
import { useDebouncedValue } from '#admin/kit/use-debounced-value.ts';
import type { Supplier, SupplierPrice } from '#domain/suppliers/contract.ts';

interface Known {
  /** Those whose name has what was typed in it. */
  like: Supplier[];
  /** The one of exactly that name. */
  supplier: Supplier | undefined;
  /** What its pieces cost before. */
  prices: SupplierPrice[];
}

/** What is known of the supplier whose name stands in the form around. */
export function useKnownSupplier(): Known {
  const typed = String(useWatch({ name: 'supplierName' }) ?? '').trim();
  const { data } = useQuery(suppliersNamed(useDebouncedValue(typed)));
  const like = data?.items ?? [];
  const supplier = like.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
  const { data: details } = useQuery(supplierDetailsOf(supplier?.id));
  return { like, supplier, prices: supplier && details ? details.prices : [] };
}
