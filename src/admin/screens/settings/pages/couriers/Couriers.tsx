import Plus from 'virtual:icons/plus';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { couriersQuery } from '#admin/data/couriers/queries.ts';
import { UnknownLabels } from '#admin/data/couriers/UnknownLabels.tsx';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { Spinner } from '#components/Spinner.tsx';
import { NAMES_WITH_API } from '#domain/couriers/adapters.ts';
import type { Courier } from '#domain/couriers/contract.ts';
import { CheckCourier } from './CheckCourier.tsx';
import { EditCourier, NewCourierForm } from './CourierForm.tsx';
import { CourierRow } from './CourierRow.tsx';
import { ParcelWeights } from './ParcelWeights.tsx';

type Open = { dialog: 'new' } | { dialog: 'edit' | 'check'; courier: Courier };

const WITH_API = new Intl.ListFormat('en-GB').format(NAMES_WITH_API);

/** Who brings the parcels: each courier with what it serves, charges and withholds, and what a parcel weighs. For owners. */
export function Couriers() {
  const { data: couriers, isError, isFetching, refetch } = useQuery(couriersQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);

  if (!couriers) return isError && !isFetching ? <TryAgain onRetry={() => void refetch()} /> : <Spinner />;
  return (
    <>
      <UnknownLabels />
      <div className="mb-3 flex justify-end">
        <button type="button" onClick={() => setOpen({ dialog: 'new' })} className="btn btn-primary px-4">
          <Plus className="size-4" />
          New Courier
        </button>
      </div>
      {couriers.length === 0 ? (
        <p className="panel px-4 py-8 text-center text-muted">
          No courier yet. Any courier works with files for its portal; {WITH_API} also through their APIs.
        </p>
      ) : (
        <ul aria-label="Couriers" className="panel divide-y divide-line overflow-hidden">
          {couriers.map((courier) => (
            <li key={courier.id}>
              <CourierRow
                courier={courier}
                onEdit={() => setOpen({ dialog: 'edit', courier })}
                onCheck={() => setOpen({ dialog: 'check', courier })}
              />
            </li>
          ))}
        </ul>
      )}
      <ParcelWeights />
      {open?.dialog === 'new' && <NewCourierForm onClose={close} />}
      {open?.dialog === 'edit' && <EditCourier courier={open.courier} onClose={close} />}
      {open?.dialog === 'check' && <CheckCourier courier={open.courier} onClose={close} />}
    </>
  );
}
