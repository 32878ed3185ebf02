import { NumberField } from '#admin/kit/fields.tsx';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { pieceName } from '#domain/variants/choice-text.ts';

/** Which pieces of an order in several parcels were in the one that is lost. */
export function LostPieces({ items }: Pick<StaffOrder, 'items'>) {
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 text-sm">The order has another parcel. What was in this one?</legend>
      <ul className="panel divide-y divide-line px-4">
        {items.map((item, index) => (
          <li key={item.id} className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-4 py-3">
            <p className="self-center break-words">
              {item.quantity} × {pieceName(item.productName, choiceOf(item))}
            </p>
            <NumberField name={`lines.${index}.quantity`} label="Lost" inputMode="numeric" min={0} max={item.quantity} step={1} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
