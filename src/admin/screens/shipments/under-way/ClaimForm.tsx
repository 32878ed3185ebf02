import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, DateField, NumberField, SelectField } from '#admin/kit/fields.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { useEditVersion } from '#admin/kit/use-edit-version.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import { type CourierClaim, type CourierClaimEdit, courierClaimEdit, type ParcelUnderWay } from '#domain/shipments/under-way.ts';
import { ParcelFacts } from './ParcelFacts.tsx';
import { fetchParcel, putClaim } from './under-way-api.ts';
import { CLAIM_STATE_LABELS } from './under-way-text.ts';

type Typed = z.input<typeof courierClaimEdit>;

const OPTIONS = (['open', 'asked'] as const).map((value) => ({ value, label: CLAIM_STATE_LABELS[value] }));

const claimFields = courierClaimEdit.omit({ updatedAt: true });

type Versioned = { updatedAt: string; claim: CourierClaim | null };

const versioned = ({ claim }: ParcelUnderWay): Versioned => ({ updatedAt: claim?.updatedAt ?? '', claim });

/** What a courier owes for a parcel that it lost: how much, until when, and how far the claim is. */
export function ClaimForm({ parcel, onClose }: { parcel: ParcelUnderWay; onClose: () => void }) {
  const { id, orderNumber, courier, worth } = parcel;
  const edited = useEditVersion(versioned(parcel), async () => versioned(await fetchParcel(id)));
  const valuesOf = ({ claim }: Versioned) => ({
    amount: claim?.amount ?? (isHiddenSum(worth) ? undefined : worth),
    deadline: claim?.deadline ?? '',
    state: claim?.state ?? ('open' as const),
    notes: claim?.notes ?? '',
  });
  const { mutateAsync } = useMutation({
    mutationFn: (claim: CourierClaimEdit) => putClaim(id, claim),
    onSuccess: () => toast(`${orderNumber}: the courier claim is saved`),
  });
  const staffForm = useStaffForm({
    schema: claimFields,
    values: valuesOf(versioned(parcel)) as Partial<Omit<Typed, 'updatedAt'>>,
    save: (claim) => mutateAsync({ ...claim, updatedAt: edited.version() || null }),
    onSaved: onClose,
    failure: 'Failed to save the courier claim',
  });
  return (
    <FormDialog
      title={`Courier claim for ${orderNumber}`}
      staffForm={staffForm}
      action="Save"
      size="narrow"
      savesUnchanged
      onClose={onClose}
      onReload={() => edited.reload(staffForm.form, valuesOf as never)}
    >
      <ParcelFacts parcel={parcel} />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField<Typed>
          name="amount"
          label="Amount (Rs) *"
          hint={isHiddenSum(worth) ? undefined : `Sold for ${formatPrice(worth)}`}
        />
        <DateField<Typed> name="deadline" label="Claim until *" hint={`See the contract with ${courier}`} />
        <SelectField<Typed> name="state" label="How far along it is" options={OPTIONS} className="sm:col-span-2" />
        <AreaField<Typed> name="notes" label="Notes" rows={2} dir="auto" className="sm:col-span-2" />
      </div>
    </FormDialog>
  );
}
