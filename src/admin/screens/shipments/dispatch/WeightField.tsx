import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { createShipments } from '#admin/data/shipments/definition.ts';
import { EMPTY_PARCEL } from '#admin/data/shipments/ShipmentForm.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { ApiFailure } from '#browser/api.ts';
import type { DispatchRow } from '#domain/couriers/dispatch.ts';
import { shipment } from '#domain/shipments/contract.ts';

const MAX_GRAMS = 100_000;
const FAILED = 'Failed to save the weight';

/** What a parcel weighs, as packed. Saved when the field is left or Enter is pressed: whoever weighs it has packed it, so it becomes a parcel. */
export function WeightField({ row }: { row: DispatchRow }) {
  const [typed, setTyped] = useState(String(row.grams));
  const report = useErrorBanner();
  const { mutate, isPending } = useMutation({
    mutationFn: (weight: number) => saveWeight(row, weight),
    onSuccess: () => report(null, FAILED),
    onError: (error) => report(error, FAILED),
  });
  const grams = Number(typed);
  const isWrong = !Number.isInteger(grams) || grams < 1 || grams > MAX_GRAMS;
  const save = () => {
    if (!isWrong && grams !== row.grams) mutate(grams);
  };
  return (
    <>
      <input
        aria-label={`Weight of ${row.orderNumber} in grams`}
        aria-invalid={isWrong}
        inputMode="numeric"
        value={typed}
        disabled={isPending}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
        onKeyDown={({ key }) => key === 'Enter' && save()}
        className="field min-h-11 w-24 text-right tabular-nums"
      />
      {isWrong ? (
        <p className="mt-1 text-xs text-danger">Whole grams, 1 to 100,000</p>
      ) : (
        !row.isWeighed && <p className="mt-1 text-xs text-muted">as its pieces weigh</p>
      )}
    </>
  );
}

/** @throws ApiFailure */
async function saveWeight({ orderId, shipment: parcel }: DispatchRow, weight: number): Promise<void> {
  if (parcel) {
    await callStaffApi('PUT', `/shipments/${parcel.id}`, { body: { weight, updatedAt: parcel.updatedAt }, schema: shipment });
    return;
  }
  const [outcome] = await createShipments([{ ...EMPTY_PARCEL, shippingCost: 0, orderId, weight }]);
  if (outcome?.refusal) throw new ApiFailure(409, outcome.refusal.code, outcome.refusal.message);
}
