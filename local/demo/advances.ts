/** Orders of today that are asked for money before delivery, each in another state (chat-orders.ts has one that is late), with the account to pay to and a statement of the bank to compare. */
import type { Shop } from './play.ts';

interface Asked {
  id: string;
  orderNumber: string;
  due: number;
}

/** Plans the requests, once the day's orders are there. */
export function planAdvances({ plan, team, query, call }: Shop): void {
  const ask = ({ id }: Asked, asked: object) => call('ask_for_advance', id, { hours: 24, ...asked }, team.desk);
  const send = async ({ id, orderNumber }: Asked, reference: string) => {
    const { key } = await call<{ key: string }>('order_page_key', id);
    await call('claim_advance', orderNumber, key, { reference });
    const [claim] = await query<{ id: string }>('select c.id from public.advance_claims c where c.order_id = $1', id);
    return claim?.id;
  };
  plan(0, 22.3, async () => {
    // No bank has it, so that nobody pays into it.
    await query(
      `insert into public.bank_accounts (title, bank_name, iban, position, changed_at, counts_from)
       values ('Naqsh Jewellery', 'Demo Bank', 'PK81DEMO0000001123456702', 1, now(), now())`,
    );
  });
  plan(0, 22.4, async () => {
    const orders = await query<Asked>(
      `select o.id, o.order_number as "orderNumber", o.due_on_delivery::float8 as due from public.orders o
        where o.status in ('pending', 'processing') and o.customer_address <> '' and not o.awaits_proof and shop.is_unpacked(o)
          and not exists (select from public.advance_requests r where r.order_id = o.id)
        order by o.created_at desc limit 4`,
    );
    const [asked, sent, rejected, received] = orders;
    if (!asked || !sent || !rejected || !received) return;
    await ask(asked, { basis: 'sum', amount: 300, reason: 'Your last parcel came back to us, so we ask for a part in advance.' });
    await ask(sent, { basis: 'sum', amount: 500 });
    await send(sent, 'FT26329 44810');
    await ask(rejected, { basis: 'sum', amount: 500 });
    const reason = 'We cannot find it in our account yet. Is the number right?';
    await call('reject_transfer', rejected.id, await send(rejected, '0098127736'), reason, team.accounts);
    await ask(received, { basis: 'all' });
    const seen = {
      claimId: await send(received, 'RAAST 7719 0032'),
      amount: received.due,
      method: 'raast',
      reference: 'RAAST77190032',
    };
    await call('verify_transfer', received.id, seen, team.accounts);

    // One line for the transfer that waits, one by the number of an order, two equal ones that nobody can tell apart, and one that is no customer's.
    const day = (await query<{ day: string }>('select shop.day_of(now())::text as day'))[0]?.day;
    const lines = [
      { amount: 500, reference: 'IBFT FT2632944810 MEEZAN' },
      { amount: 300, reference: `Transfer ${asked.orderNumber}` },
      { amount: 1500, reference: 'RAAST P2P 03335550142' },
      { amount: 1500, reference: 'RAAST P2P 03215550177' },
      { amount: 12.4, reference: 'Profit paid' },
    ];
    await call(
      'add_statement_lines',
      lines.map((line) => ({ day, ...line })),
      team.accounts,
    );
  });
}
