import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PieceGrid } from '#admin/data/order-lines/PieceGrid.tsx';
import { PieceLine } from '#admin/data/order-lines/PieceLine.tsx';
import { type DraftLine, itemOf, newLine, withLine } from '#admin/data/order-lines/piece-lines.ts';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useUnsavedChanges } from '#admin/kit/unsaved-changes.tsx';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { ApiFailure } from '#browser/api.ts';
import { orderItemsChange, type StaffOrder } from '#domain/orders/contract.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { isSameChoice } from '#domain/variants/choice-text.ts';
import { differenceText, ItemsDifference, TodaysRules } from './ItemsDifference.tsx';
import { orders } from './orders.ts';

/** Changes the items of an order that is not packed: another size, more or fewer pieces, other ones. Shows what that costs before it is saved. */
export function EditItems({ item, onClose }: DialogProps<StaffOrder>) {
  const [order, setOrder] = useState(item);
  const [lines, setLines] = useState(() => linesOf(item));
  const [failure, setFailure] = useState<unknown>(null);
  const [byToday, setByToday] = useState(false);
  const items = itemsOf(lines, order);
  const isChanged = byToday || JSON.stringify(items) !== JSON.stringify(itemsOf(linesOf(order), order));
  const put = (more: object, signal?: AbortSignal) =>
    callStaffApi('PUT', `/orders/${order.id}/items`, {
      body: { items, updatedAt: order.updatedAt, byToday, ...more },
      schema: orderItemsChange,
      ...(signal && { signal }),
    });

  const saving = useMutation({
    mutationFn: (totalSeen: number) => put({ totalSeen }),
    onSuccess: ({ before, after }) => {
      toast(`The items of ${order.orderNumber} were changed${differenceText(order, before.total, after.total)}`);
      onClose();
    },
    onError: setFailure,
  });
  const preview = useQuery({
    queryKey: [...orders.queries.all, 'items', order.id, order.updatedAt, items, byToday],
    queryFn: ({ signal }) => put({ preview: true }, signal),
    // What was saved is no change any more: it must not be asked about again.
    enabled: lines.length > 0 && !saving.isPending && !saving.isSuccess,
    placeholderData: keepPreviousData,
  });
  const unsaved = useUnsavedChanges(isChanged, (leave) => {
    leave();
    onClose();
  });
  const refusal = failure ?? (isChanged && lines.length > 0 ? preview.error : null);
  const isOutdated = refusal instanceof ApiFailure && refusal.code === 'edited_meanwhile';
  const change = isChanged && !refusal && !preview.isPlaceholderData ? preview.data : undefined;
  const edit = (edited: DraftLine[]) => {
    setFailure(null);
    setLines(edited);
  };

  async function reload() {
    const newer = await orders.fetch(order.id).catch(setFailure);
    if (!newer) return;
    setOrder(newer);
    edit(linesOf(newer));
  }

  return (
    <Dialog
      title={`Items of ${order.orderNumber}`}
      size="full"
      onClose={() => (isChanged ? unsaved.askToDiscard() : onClose())}
      banner={
        <ErrorBanner
          message={refusal ? failureText(refusal, 'The items could not be changed') : ''}
          onDismiss={() => setFailure(null)}
        />
      }
      footer={
        <>
          <ItemsDifference order={order} change={change} isEmpty={lines.length === 0} isChanged={isChanged} />
          <button
            type="button"
            disabled={!change || saving.isPending}
            onClick={() => change && saving.mutate(change.after.total)}
            className="btn btn-primary"
          >
            {saving.isPending ? 'Saving…' : 'Save items'}
          </button>
        </>
      }
    >
      {isOutdated && (
        <button type="button" onClick={() => void reload()} className="btn btn-outline mb-5">
          Load the items as they are now
        </button>
      )}
      {preview.data && lines.length > 0 && (
        <TodaysRules
          change={preview.data}
          isChosen={byToday}
          onChoose={(isChosen) => {
            setFailure(null);
            setByToday(isChosen);
          }}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 lg:grid-cols-2">
        {lines.length > 0 && (
          <ul aria-label="Items of the order" className="self-start divide-y divide-line rounded-lg border border-line">
            {lines.map((line) => (
              <PieceLine
                key={line.key}
                line={line}
                taken={(choice) => takenBy(order, choice)}
                onChange={(changed) => edit(lines.map((other) => (other === line ? changed : other)))}
                onRemove={() => edit(lines.filter((other) => other !== line))}
              />
            ))}
          </ul>
        )}
        <PieceGrid onPick={(piece) => edit(withLine(lines, newLine(piece)))} />
      </div>
      {unsaved.question}
    </Dialog>
  );
}

function linesOf({ items }: StaffOrder): DraftLine[] {
  return items.map(({ id, productId, quantity, selectedColor, selectedSize }) => ({
    key: id,
    productId,
    quantity,
    color: selectedColor ?? '',
    size: selectedSize ?? '',
  }));
}

/** The lines as the API takes them: those that the order has keep their id, and with it their price. */
function itemsOf(lines: DraftLine[], order: StaffOrder) {
  const known = new Set(order.items.map(({ id }) => id));
  return lines.map((line) => ({ ...itemOf(line), ...(known.has(line.key) && { id: line.key }) }));
}

/** How many of a choice the order has already. */
function takenBy({ items }: StaffOrder, line: DraftLine): number {
  return items
    .filter((item) => item.productId === line.productId && isSameChoice(choiceOf(item), line))
    .reduce((units, { quantity }) => units + quantity, 0);
}
