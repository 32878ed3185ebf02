/** What the demo claims from PostEx: a crushed parcel that it paid for, and one that it lost, which it has not answered yet. */
import { COURIER_IDS } from './couriers.ts';
import { dayOfStory, type Shop } from './play.ts';

interface Claimed {
  booking: string;
  amount: number;
}

/** Plans both. */
export function planClaims({ plan, team, query, call }: Shop): void {
  /** A parcel of PostEx. Takes the SQL that says which; `o` is its order, `p` its way. */
  const find = async (which: string) => {
    const [found] = await query<Claimed>(
      `select b.id as booking, (o.subtotal - o.discount)::float8 as amount
         from public.courier_bookings b
         join public.parcel_progress p on p.booking_id = b.id
         join public.shipments s on s.id = b.shipment_id
         join public.orders o on o.id = s.order_id
        where b.courier_id = '${COURIER_IDS.postex}' and o.refunded = 0
          and not exists (select from public.courier_claims c where c.booking_id = b.id) and ${which} limit 1`,
    );
    return found;
  };
  const claim = ({ booking, amount }: Claimed, notes: string) =>
    call('save_courier_claim', booking, { amount, deadline: dayOfStory(14), state: 'asked', notes }, team.packer);

  plan(-22, 15.2, async () => {
    const crushed = await find(
      `p.status = 'delivered' and p.last_event_at > now() - interval '4 days' order by p.last_event_at desc`,
    );
    if (!crushed) return;
    await claim(crushed, 'The box came crushed. Photos of the customer were sent to the claims desk.');
    plan(-10, 16.1, async () => {
      const [{ version } = {}] = await query<{ version: string }>(
        'select c.updated_at::text as version from public.courier_claims c where c.booking_id = $1',
        crushed.booking,
      );
      const end = { end: 'paid', amount: crushed.amount, paidInto: 'bank', reference: 'PX-CLAIM-2207', order: 'keep' };
      await call('end_courier_claim', crushed.booking, { ...end, notes: 'Paid in full' }, team.manager, version);
    });
  });
  plan(-4, 15.6, async () => {
    const lost = await find(`p.status < 'delivered' order by p.last_event_at`);
    if (lost) await claim(lost, 'Nobody has scanned it for days. The hub says that it is not there.');
  });
}
