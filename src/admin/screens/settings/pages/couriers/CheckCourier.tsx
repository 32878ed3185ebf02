import { useMutation, useQuery } from '@tanstack/react-query';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { Courier } from '#domain/couriers/contract.ts';
import { checkText, mergedCities } from './courier-text.ts';
import { fieldsOf, postCheck, putCourier } from './couriers-api.ts';

interface Props {
  courier: Courier;
  onClose: () => void;
}

/** Asks the courier for its cities, and takes them over. */
export function CheckCourier({ courier, onClose }: Props) {
  const { data: check, error } = useQuery({
    queryKey: ['check courier', courier.id],
    queryFn: () => postCheck(courier.id),
    retry: false,
    gcTime: 0,
  });
  const take = useMutation({
    mutationFn: () =>
      putCourier(courier.id, {
        ...fieldsOf(courier),
        cities: mergedCities(courier.cities, check?.cities ?? []),
        updatedAt: courier.updatedAt,
      }),
    onSuccess: ({ name, cities }) => {
      toast(`${name} serves ${cities.length.toLocaleString('en')} cities`);
      onClose();
    },
  });
  const failure = error ?? take.error;
  const found = check?.cities.length ?? 0;
  return (
    <Dialog
      title={`Connection of ${courier.name}`}
      size="narrow"
      lightDismiss
      onClose={onClose}
      banner={<ErrorBanner message={failure ? failureText(failure, 'Failed to check the connection') : ''} onDismiss={onClose} />}
      footer={
        <>
          <button type="button" onClick={onClose} className="btn btn-outline">
            Close
          </button>
          {found > 0 && (
            <button type="button" disabled={take.isPending} onClick={() => take.mutate()} className="btn btn-primary">
              {take.isPending ? 'Saving…' : `Use these ${found.toLocaleString('en')} cities`}
            </button>
          )}
        </>
      }
    >
      <div aria-live="polite">
        {check ? <p className="break-words">{checkText(check)}</p> : !error && <Spinner />}
        {found > 0 && (
          <p className="mt-2 text-sm text-muted">
            Using them keeps the zones that you gave to cities, and drops cities that the courier no longer names.
          </p>
        )}
      </div>
    </Dialog>
  );
}
