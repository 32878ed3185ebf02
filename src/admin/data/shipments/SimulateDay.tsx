import { useMutation, useQuery } from '@tanstack/react-query';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { courier, simulatedDay } from '#domain/couriers/contract.ts';

const couriersQuery = staffQuery('/couriers', courier.array());
const FAILED = 'Failed to simulate a day';

/** In the demo: lets a day pass for the parcels of each courier that is simulated. Nothing in any other shop. */
export function SimulateDay() {
  const { data: couriers = [] } = useQuery(couriersQuery);
  const report = useErrorBanner();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: string) => callStaffApi('POST', `/couriers/${id}/simulated-day`, { body: {}, schema: simulatedDay }),
    onSuccess: ({ parcels }) => {
      report(null, FAILED);
      toast(parcels === 0 ? 'No parcel is under way' : `A day passed for ${countText('parcel', parcels)}`);
    },
    onError: (error) => report(error, FAILED),
  });
  return couriers
    .filter(({ isSimulated, isActive }) => isSimulated && isActive)
    .map(({ id, name }) => (
      <section
        key={id}
        aria-label={`Demo of ${name}`}
        className="panel mt-6 flex flex-wrap items-center justify-between gap-3 px-4 py-3"
      >
        <p className="min-w-0 grow basis-64 text-sm text-ink-soft">
          This is a demo: {name} is simulated. Each press moves booked parcels on by a day: some arrive, some find nobody at home,
          come back or get lost.
        </p>
        <button type="button" disabled={isPending} onClick={() => mutate(id)} className="btn btn-outline min-h-11 px-4">
          {isPending && variables === id ? 'A day passes…' : `Simulate a day of ${name}`}
        </button>
      </section>
    ));
}
