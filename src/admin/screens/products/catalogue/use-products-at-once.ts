import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { countText, refusalText } from '#admin/kit/outcome-text.ts';
import { sendInChunks } from '#admin/kit/send-in-chunks.ts';
import { toast } from '#admin/kit/toast.ts';
import type { Selection } from '#admin/kit/use-selection.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { ApiFailure } from '#browser/api.ts';
import {
  changedProducts,
  MAX_PRODUCTS_AT_ONCE,
  type ProductOutcome,
  productOutcome,
  type SharedChange,
  type VersionedProducts,
} from '#domain/catalog/contract.ts';
import type { Product } from '#domain/products/contract.ts';

/** How long a change can be undone here. The server takes it a little longer. */
const UNDO_MS = 60_000;

/** Enough for two thousand products on a slow machine. */
const TIMEOUT_MS = 60_000;

/** A change that can still be undone. */
export interface Undoable {
  ids: string[];
  names: Map<string, string>;
  text: string;
}

/** What can be done to all selected products. Each is changed on its own: the banner names those refused, with the reason. */
export function useProductsAtOnce(selection: Selection<Product>) {
  const report = useErrorBanner();
  const [undoable, setUndoable] = useState<Undoable | null>(null);

  useEffect(() => {
    if (!undoable) return;
    const timer = setTimeout(() => setUndoable(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [undoable]);

  const { mutateAsync: send, isPending } = useMutation({
    mutationFn: async (change: SharedChange | 'archive') => {
      const products = selection.items;
      const names = new Map(products.map(({ id, name }) => [id, name]));
      const ids: string[] = [];
      const outcomes = await sendInChunks(products, MAX_PRODUCTS_AT_ONCE, async (chunk) => {
        const versions = chunk.map(({ id, updatedAt }) => ({ id, updatedAt }));
        if (change === 'archive') return archive(versions);
        const body = { products: versions, change };
        const answer = await callStaffApi('PUT', '/catalogue/products', { body, schema: changedProducts, timeoutMs: TIMEOUT_MS });
        if (answer.undoId) ids.push(answer.undoId);
        return answer.outcomes;
      });
      return { ids, names, outcomes };
    },
  });

  const undo = useMutation({
    mutationFn: async ({ ids, names }: Undoable) => {
      const outcomes = await sendInChunks(ids, 1, ([undoId]) =>
        callStaffApi('POST', '/catalogue/products/undo', {
          body: { undoId },
          schema: z.array(productOutcome),
          timeoutMs: TIMEOUT_MS,
        }),
      );
      return { names, outcomes };
    },
    onSuccess: ({ names, outcomes }) => {
      const text = newsOf(names, outcomes, 'back as before');
      if (text) toast(text);
    },
    onSettled: (_, failure) => {
      report(failure, 'Failed to undo the change');
      setUndoable(null);
    },
  });

  /** Names in the banner what was refused. Gives what was done, empty for nothing. */
  function newsOf(names: Map<string, string>, outcomes: ProductOutcome[], done: string): string {
    const refusals = refusalText(
      'product',
      outcomes.map(({ id, refusal }) => ({ name: names.get(id) ?? id, refusal })),
    );
    report(refusals ? new ApiFailure(409, 'some_refused', refusals) : null, '');
    const count = outcomes.filter(({ refusal }) => !refusal).length;
    return count > 0 ? `${countText('product', count)} ${count === 1 ? 'is' : 'are'} ${done}` : '';
  }

  /** @throws ApiFailure when nothing was done */
  async function change(wanted: SharedChange | 'archive'): Promise<void> {
    const { ids, names, outcomes } = await send(wanted);
    const text = newsOf(names, outcomes, wanted === 'archive' ? 'archived' : 'changed');
    setUndoable(ids.length > 0 ? { ids, names, text } : null);
    // What can be undone is told beside the button that undoes it.
    if (text && ids.length === 0) toast(text);
    if (wanted === 'archive') selection.clear();
  }

  return { change, isPending, undoable, undo: () => undoable && undo.mutate(undoable), isUndoing: undo.isPending };
}

function archive(products: VersionedProducts): Promise<ProductOutcome[]> {
  const options = { body: { products }, schema: z.array(productOutcome), timeoutMs: TIMEOUT_MS };
  return callStaffApi('POST', '/catalogue/products/archive', options);
}

export type ProductsAtOnce = ReturnType<typeof useProductsAtOnce>;
