import { useMutation, useQuery } from '@tanstack/react-query';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { Spinner } from '#components/Spinner.tsx';
import { packingRules } from '#domain/packing/contract.ts';

const rulesQuery = staffQuery('/packing/rules', packingRules);

/** What holds for all packing. Saved with the press. */
export function PackingRules() {
  const { data: rules, isError, isFetching, refetch } = useQuery(rulesQuery);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (photoNeeded: boolean) =>
      callStaffApi('PUT', '/packing/rules', { body: { photoNeeded, updatedAt: rules?.updatedAt }, schema: packingRules }),
    onSuccess: ({ photoNeeded }) => toast(photoNeeded ? 'Parcels need a photo from now on' : 'Parcels need no photo'),
  });
  if (!rules) return isError && !isFetching ? <TryAgain onRetry={() => void refetch()} /> : <Spinner />;
  return (
    <div className="panel px-4 py-4 sm:px-5">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={rules.photoNeeded}
          disabled={isPending}
          onChange={({ target }) => mutate(target.checked)}
          className="size-5 accent-ink"
        />
        A photo is needed before a parcel leaves
      </label>
      <p className="mt-2 text-sm text-muted">
        For orders placed from now on. Whoever may let unconfirmed orders go out may let one go without a photo, and says why.
        Photos are deleted 90 days after delivery.
      </p>
      {error && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failureText(error, 'Failed to save')}
        </p>
      )}
    </div>
  );
}
