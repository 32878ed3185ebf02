import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { DataList } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { requestKeys } from '#admin/kit/request-keys.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useList } from '#admin/kit/use-list.ts';
import { useSelection } from '#admin/kit/use-selection.ts';
import { CHECK_FIELDS } from '#admin/kit/use-staff-form.ts';
import { Link } from '#admin/platform/Link.tsx';
import { navigate } from '#admin/platform/router.ts';
import { ApiFailure } from '#browser/api.ts';
import type { FieldError } from '#domain/failures.ts';
import type { Reorder, ReorderRow } from '#domain/purchase-orders/reorder.ts';
import { postReorder, shortPieces } from './reorder-api.ts';
import { nameOf, reorderColumns } from './reorder-columns.tsx';
import { checkLines, errorsByRow, linesOf, type ReorderDraft, type ReorderErrors } from './reorder-lines.ts';

const ORDERS = '/admin/purchase-orders';
const FAILED = 'Failed to make purchase orders';

/** What sells and runs short: choose rows, change quantities, and one press makes a purchase order for each supplier. */
export default function ReorderPage() {
  const list = useList(shortPieces);
  const selection = useSelection(list, nameOf);
  const report = useErrorBanner();
  const [drafts, setDrafts] = useState<ReadonlyMap<string, ReorderDraft>>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<string, ReorderErrors>>(new Map());
  const keyOf = useRef(requestKeys());
  const { mutateAsync, isPending } = useMutation({ mutationFn: (body: Reorder) => postReorder(body, keyOf.current(body)) });

  function type(row: ReorderRow, draft: ReorderDraft) {
    setDrafts(new Map(drafts).set(row.id, { ...drafts.get(row.id), ...draft }));
    setErrors(new Map([...errors].filter(([id]) => id !== row.id)));
    // What somebody fills in is to be ordered.
    if (!selection.isSelected(row)) selection.toggle(row);
  }

  async function make() {
    const lines = linesOf(selection.items, drafts);
    const showErrors = (wrong: readonly FieldError[]) => {
      const { byRow, rest } = errorsByRow(wrong, lines);
      setErrors(byRow);
      report(new ApiFailure(422, 'validation_failed', rest.join(' ') || CHECK_FIELDS), FAILED);
    };
    const { body, errors: wrong } = checkLines(lines);
    if (!body) return showErrors(wrong);
    try {
      const orders = await mutateAsync(body);
      report(null, FAILED);
      const [first] = orders;
      toast(orders.map(({ orderNumber, supplierName }) => `${orderNumber} to ${supplierName}`).join(', '));
      navigate(orders.length === 1 && first ? `${ORDERS}/${first.orderNumber}` : ORDERS);
    } catch (error) {
      if (error instanceof ApiFailure && error.errors.length > 0) showErrors(error.errors);
      else report(error, FAILED);
    }
  }

  const suppliers = new Set([
    ...(list.page?.items ?? []).flatMap(({ supplierName }) => supplierName ?? []),
    ...[...drafts.values()].flatMap(({ supplierName }) => supplierName?.trim() || []),
  ]);
  return (
    <Screen
      title="Reorder"
      actions={
        <Link href={ORDERS} className="btn btn-outline px-4">
          Purchase Orders
        </Link>
      }
    >
      <p className="mb-3 text-sm text-ink-soft">
        What will sell out before a new delivery could arrive, or within a week after it; the most urgent first. The suggested
        quantity lasts four weeks longer, with what is on hand and expected.
      </p>
      <datalist id="known-suppliers">
        {[...suppliers].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <DataList
        list={list}
        columns={reorderColumns({ drafts, errors, onType: type })}
        empty="Nothing runs short"
        selection={selection}
        bulkActions={
          <button type="button" disabled={isPending} onClick={() => void make()} className="btn btn-primary min-h-11 px-4">
            {isPending ? 'Making…' : 'Make Purchase Orders'}
          </button>
        }
      />
    </Screen>
  );
}
