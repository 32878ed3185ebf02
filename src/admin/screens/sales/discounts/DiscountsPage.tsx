import Plus from 'virtual:icons/plus';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCategoryNames } from '#admin/data/categories/queries.ts';
import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { toast } from '#admin/kit/toast.ts';
import { useList } from '#admin/kit/use-list.ts';
import { useMay } from '#admin/platform/rights.ts';
import type { DiscountCode } from '#domain/discounts/contract.ts';
import { ByName } from './ByName.tsx';
import { EditCode, NewCode } from './CodeForm.tsx';
import { CodeLink } from './CodeLink.tsx';
import { codeColumns, codeCsv } from './code-columns.tsx';
import { fieldsOf } from './code-list.ts';
import { CODE_STATES } from './code-text.ts';
import { discountCodes, putCode } from './discount-codes.ts';

const EMPTY =
  'No code yet. A code takes something off an order: give each creator one of their own, or one to everybody for Eid, and see here what it brought.';

/** Discount codes: what they take off, for whom, and the orders they brought. Whoever may change prices adds, changes and pauses them. */
export default function DiscountsPage() {
  const list = useList(discountCodes);
  const mayEdit = useMay('change_prices');
  const categoryNames = useCategoryNames();
  const report = useErrorBanner();
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<DiscountCode | null>(null);
  const [linked, setLinked] = useState<DiscountCode | null>(null);
  const { mutate: pause } = useMutation({
    mutationFn: (code: DiscountCode) =>
      putCode(code.id, { ...fieldsOf(code), isPaused: !code.isPaused, updatedAt: code.updatedAt }),
    onSuccess: ({ code, isPaused }) => toast(`${code} ${isPaused ? 'is paused' : 'can be used again'}`),
    onSettled: (_, failure, { isPaused }) => {
      report(failure, isPaused ? 'Failed to resume the code' : 'Failed to pause the code');
      if (failure) list.retry();
    },
  });
  const columns = useMemo(
    () => codeColumns({ categoryNames, onLink: setLinked, onEdit: setEdited, onPause: pause }),
    [categoryNames, pause],
  );

  return (
    <Screen
      title="Discounts"
      actions={
        <>
          <ExportButton noun="discount codes" columns={codeCsv(categoryNames)} fetchWhole={list.fetchWhole} />
          <MayButton right="change_prices" onClick={() => setAdding(true)} className="btn btn-primary px-4">
            <Plus className="size-4" />
            New Code
          </MayButton>
        </>
      }
    >
      {!mayEdit && (
        <p className="mb-3 text-sm text-muted">
          Your role does not add, change or pause codes, because each gives money away. Everybody on the staff can see them and
          pass them on.
        </p>
      )}
      <ListFilters
        list={list}
        label="Codes"
        fields={[
          { search: 'search', label: 'Code or creator', placeholder: 'Search...' },
          { states: 'state', label: 'State', all: 'All States', names: textsOf(CODE_STATES) },
        ]}
      />
      <DataList list={list} columns={columns} empty={list.isNarrowed ? 'No codes found' : EMPTY} />
      <ByName />
      {isAdding && <NewCode onClose={() => setAdding(false)} />}
      {edited && <EditCode key={edited.id} code={edited} onClose={() => setEdited(null)} />}
      {linked && <CodeLink code={linked} onClose={() => setLinked(null)} />}
    </Screen>
  );
}
