import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { NumberField, useFieldError } from '#admin/kit/fields.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { Price } from '#admin/kit/Price.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { Link } from '#admin/platform/Link.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import { type SaidSums, type ParcelSums as Sums, saidSums } from '#domain/shipments/labels.ts';
import { papersQuery, putParcelSums } from './papers-api.ts';

type Parcel = Sums['parcels'][number];

const FIXED: Record<Parcel['fixedBy'], string> = {
  nothing: '',
  booked: 'Booked: cancel the booking to change it',
  delivered: 'Delivered',
  back: 'Failed or came back: the parcel sent in its place collects it',
};

/** What each parcel of an order in several parcels collects; nothing for an order in one. */
export function ParcelSums({ shipmentId }: { shipmentId: string }) {
  const { data: papers } = useQuery(papersQuery(shipmentId));
  const seesSums = useMay('see_sums');
  const [isOpen, setOpen] = useState(false);
  const sums = papers?.sums;
  if (!sums || isHiddenSum(sums.due)) return null;
  return (
    <section aria-label="What each parcel collects" className="panel px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          This order goes in {sums.parcels.length} parcels: <Price of={sums.due} /> is due.
        </p>
        {seesSums && (
          <MayButton right="send_parcels" onClick={() => setOpen(true)} className="btn btn-outline px-4">
            Change sums
          </MayButton>
        )}
      </div>
      <ul className="mt-2 divide-y divide-line">
        {sums.parcels.map(({ shipmentId: id, shipmentNumber, collect, fixedBy }) => (
          <li key={id} className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            {id === shipmentId ? (
              <strong className="font-medium">{shipmentNumber}</strong>
            ) : (
              <Link href={`/admin/shipments/${shipmentNumber}`} className="quiet-link">
                {shipmentNumber}
              </Link>
            )}
            <span className="min-w-0 grow text-sm text-muted">{fixedBy === 'nothing' ? '' : FIXED[fixedBy].split(':')[0]}</span>
            <span className="tabular-nums">{collect === 0 ? 'Nothing' : <Price of={collect} />}</span>
          </li>
        ))}
      </ul>
      {isOpen && <SumsDialog shipmentId={shipmentId} sums={sums} onClose={() => setOpen(false)} />}
    </section>
  );
}

type Fields = z.input<typeof saidSums>;

interface DialogProps {
  shipmentId: string;
  sums: Sums;
  onClose: () => void;
}

/** Says what each parcel collects. What is fixed is shown, and does not change. */
function SumsDialog({ shipmentId, sums, onClose }: DialogProps) {
  const { mutateAsync } = useMutation({
    mutationFn: (said: SaidSums) => putParcelSums(shipmentId, said),
    onSuccess: () => toast('The sums of the parcels were changed'),
  });
  const free = sums.parcels.filter(({ fixedBy }) => fixedBy === 'nothing');
  const staffForm = useStaffForm<Fields, SaidSums>({
    schema: saidSums,
    values: { version: sums.version, sums: free.map(({ shipmentId: id, collect }) => ({ shipmentId: id, collect })) },
    save: (said) => mutateAsync(said),
    onSaved: onClose,
    failure: 'Failed to change the sums',
  });
  const typed = staffForm.form.watch('sums');
  const fixed = sums.parcels.filter((parcel) => parcel.fixedBy !== 'nothing');
  const rest = sums.due - [...typed, ...fixed].reduce((sum, { collect }) => sum + (Number(collect) || 0), 0);
  return (
    <FormDialog
      title="What each parcel collects"
      action="Save"
      size="narrow"
      staffForm={staffForm}
      isBlocked={free.length === 0}
      onClose={onClose}
    >
      <p className="mb-4">
        {formatPrice(sums.due)} is due on the order. Each rider asks for the sum of the parcel; label and order page say the same.
      </p>
      <div className="space-y-4">
        {free.map(({ shipmentId: id, shipmentNumber }, index) => (
          <NumberField<Fields>
            key={id}
            name={`sums.${index}.collect`}
            label={`${shipmentNumber} (Rs)`}
            min={0}
            empty={0}
            inputMode="numeric"
          />
        ))}
        {fixed.map(({ shipmentId: id, shipmentNumber, collect, fixedBy: why }) => (
          <p key={id}>
            {shipmentNumber}: {formatPrice(collect)}
            <span className="block text-sm text-muted">{FIXED[why]}</span>
          </p>
        ))}
      </div>
      <Together rest={rest} />
    </FormDialog>
  );
}

/** What is not shared out yet, or too much, as it is typed. */
function Together({ rest }: { rest: number }) {
  const refused = useFieldError('sums');
  return (
    <p aria-live="polite" className={`mt-4 ${rest === 0 && !refused ? 'text-muted' : 'font-medium text-danger'}`}>
      {rest === 0 && (refused || 'That is all of it.')}
      {rest > 0 && `${formatPrice(rest)} is left: no rider would ask for it.`}
      {rest < 0 && `${formatPrice(-rest)} too much.`}
    </p>
  );
}
