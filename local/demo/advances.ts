/** Orders of today that are asked for money before delivery, one in each state. */
import type { Shop } from './play.ts';

interface Asked {
  id: string;
  orderNumber: string;
  due: number;
}

/** Plans the requests, once the day's orders are there. */
export function planAdvances({ plan, staff, query, call }: Shop): void {
  const ask = ({ id }: Asked, asked: object) => call('ask_for_advance', id, { hours: 24, ...asked }, staff);
  const send = async ({ id, orderNumber }: Asked, reference: string) => {
    const { key } = await call<{ key: string }>('order_page_key', id);
    await call('claim_advance', orderNumber, key, { reference });
    const [claim] = await query<{ id: string }>('select c.id from public.advance_claims c where c.order_id = $1', id);
    return claim?.id;
  };
  plan(0, 22.4, async () => {
    const orders = await query<Asked>(
      `select o.id, o.order_number as "orderNumber", o.due_on_delivery::float8 as due from public.orders o
        where o.status in ('pending', 'processing') and o.customer_address <> '' and not o.awaits_proof and shop.is_unpacked(o)
        order by o.created_at desc limit 5`,
    );
    const [asked, late, sent, rejected, received] = orders;
    if (!asked || !late || !sent || !rejected || !received) return;
    await ask(asked, { basis: 'sum', amount: 300, reason: 'Your last parcel came back to us, so we ask for a part in advance.' });
    await ask(late, { basis: 'share', percent: 20 });
    await query(`update public.advance_requests set due_at = now() - interval '3 hours' where order_id = $1`, late.id);
    await ask(sent, { basis: 'sum', amount: 500 });
    await send(sent, 'FT26329 44810');
    await ask(rejected, { basis: 'sum', amount: 500 });
    const reason = 'We cannot find it in our account yet. Is the number right?';
    await call('reject_transfer', rejected.id, await send(rejected, '0098127736'), reason, staff);
    await ask(received, { basis: 'all' });
    const seen = {
      claimId: await send(received, 'RAAST 7719 0032'),
      amount: received.due,
      method: 'raast',
      reference: 'RAAST77190032',
    };
    await call('verify_transfer', received.id, seen, staff);
  });
}
