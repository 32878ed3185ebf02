import type { Sql } from 'postgres';

interface Setup {
  seed: number;
  orders: number;
  /** Per order, on average: each step picks one at random. */
  steps: number;
  product: string;
  actor: string;
}

/** So few shoppers order that each comes back, which the rules go by. */
const PHONES = 20;

/** What happened: `leaked` went out although it must not, `wrongly_refused` could not although it might. */
export interface GatedLife {
  placed: number;
  went_out: number;
  refused: number;
  leaked: number;
  wrongly_refused: number;
  by_rule: number;
  /** Confirmed by a rule that does not say which it is. */
  unnamed_rules: number;
  overridden: number;
  gate_switched: number;
}

/**
 * Lets a shop live through random steps of shoppers and staff, while rules change and the gate is switched on and off. Beside it a table knows, by what
 * was answered alone, who said yes and which orders the gate asks. In the database, each step in a transaction of its own. Few phones, and steps mostly with the
 * newest orders: the states in which a gate can be wrong come early.
 */
export async function liveWithGate(owner: Sql, { seed, orders, steps, product, actor }: Setup): Promise<GatedLife> {
  await owner.unsafe(`
    drop table if exists pg_temp.life, pg_temp.told;
    create temp table life (n serial, order_id text primary key, confirmed boolean, overridden boolean default false, gate_number integer);
    create temp table told (what text);
  `);
  await owner.unsafe(`
    do $life$
    declare
      gate_number integer := 0;
      gates integer := 0;
      dice double precision;
      one record;
      made jsonb;
      said text;
      parcel text;
      must_stay boolean;
      goes_out boolean;
      code text;
    begin
      perform setseed(${seed} / 10.0);
      for step in 1..${orders * (steps + 1)} loop
        dice := random();
        code := null;
        goes_out := false;
        if step % ${steps + 1} = 1 then
          made := public.place_order(jsonb_build_object(
            'customerName', 'Hina', 'customerEmail', 'hina@example.com', 'customerPhone', '+92310' || lpad((random() * ${PHONES})::integer::text, 7, '0'),
            'customerAddress', 'House ' || step || ', Street 4', 'city', 'Lahore', 'paymentMethod', 'cash_on_delivery',
            'items', jsonb_build_array(jsonb_build_object('productId', '${product}', 'quantity', 1)), 'totalAmount', 1200), '{"freeFrom": 2999, "fee": 200}');
          insert into life (order_id, confirmed, gate_number)
          values (made ->> 'id', exists (select from public.confirmation_attempts a where a.order_id = made ->> 'id' and a.how = 'rule'), gate_number);
          commit;
          continue;
        elsif dice < 0.03 then
          if gate_number = 0 then
            gates := gates + 1;
            gate_number := gates;
          elsif random() < 0.5 then
            gate_number := 0;
          end if;
          perform public.change_confirmation_rules(jsonb_build_object('gate', gate_number > 0, 'confirmByStaff', false, 'holdBlocked', true,
            'holdUnknownCity', random() < 0.3) || case when random() < 0.95
              then jsonb_build_object('confirmDeliveries', 1, 'confirmBelow', 1000 + (random() * 2000)::integer) else '{}' end, null);
          commit;
          continue;
        end if;

        -- Mostly one of the last: those the gate of today asks.
        select l.* into one from life l where l.n = (select max(n) - floor(power(random(), 3) * max(n))::integer from life);
        continue when not found;
        must_stay := gate_number > 0 and one.gate_number = gate_number and not one.confirmed and not one.overridden;
        begin
          if dice < 0.25 then
            said := (array['confirmed', 'no_answer', 'call_back', 'wrong_number', 'refused'])[1 + floor(random() * 5)::integer];
            perform public.record_attempt(one.order_id, jsonb_build_object('how', 'call', 'outcome', said, 'callBackAt', now() + interval '1 day'), '${actor}');
            update life set confirmed = said = 'confirmed' where order_id = one.order_id;
          elsif dice < 0.32 then
            if public.confirm_by_shopper(one.order_id, 'page') = 'confirmed' then
              update life set confirmed = true where order_id = one.order_id;
            end if;
          elsif dice < 0.34 then
            perform public.override_confirmation(one.order_id, 'Paid before', '${actor}');
            update life set overridden = true where order_id = one.order_id;
          elsif dice < 0.6 then
            said := (enum_range(null::shop.order_status))[1 + floor(random() * 5)::integer];
            goes_out := said in ('shipped', 'delivered') and said <> (select o.status::text from public.orders o where o.id = one.order_id);
            perform public.set_order_status(one.order_id, said::shop.order_status, '${actor}', cash_with => 'us');
          elsif dice < 0.75 then
            goes_out := true;
            perform public.create_shipment(jsonb_build_object('orderId', one.order_id));
          else
            select s.id into parcel from public.shipments s where s.order_id = one.order_id order by random() limit 1;
            if parcel is not null then
              said := (enum_range(null::shop.shipment_status))[1 + floor(random() * 7)::integer];
              goes_out := said not in ('preparing', 'failed', 'returned') and said <> (select s.status::text from public.shipments s where s.id = parcel);
              perform public.set_shipment_status(parcel, said::shop.shipment_status, '${actor}');
            end if;
          end if;
        exception when sqlstate 'PGRST' then
          code := sqlerrm::jsonb ->> 'code';
        end;
        insert into told select 'went_out' where goes_out and code is null
          union all select 'leaked' where goes_out and code is null and must_stay
          union all select 'refused' where code = 'not_confirmed'
          union all select 'wrongly_refused' where code = 'not_confirmed' and not must_stay;
        commit;
      end loop;
      insert into told select 'gate_switched' from generate_series(1, gates);
      commit;
    end;
    $life$;
  `);
  const [life] = await owner<GatedLife[]>`
    select (select count(*)::int from life) as placed,
           (select count(*)::int from told where what = 'went_out') as went_out,
           (select count(*)::int from told where what = 'refused') as refused,
           (select count(*)::int from told where what = 'leaked') as leaked,
           (select count(*)::int from told where what = 'wrongly_refused') as wrongly_refused,
           (select count(*)::int from told where what = 'gate_switched') as gate_switched,
           (select count(*)::int from life where overridden) as overridden,
           (select count(*)::int from life join public.confirmation_attempts a using (order_id) where a.how = 'rule') as by_rule,
           (select count(*)::int from life join public.confirmation_attempts a using (order_id) where a.how = 'rule' and a.note !~ '^Rule: ') as unnamed_rules`;
  if (!life) throw new Error('The life of the shop could not be seen');
  return life;
}
