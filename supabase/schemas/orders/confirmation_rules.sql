-- What the shop makes of a new order by itself: how doubtful it is and why, which orders need no call, which only staff may confirm, and
-- the gate that keeps unconfirmed orders in the house.

-- What an advance is: the delivery charge, a sum, a share of the total, or all that is due.
create type shop.advance_basis as enum ('delivery', 'sum', 'share', 'all');

-- One row that staff change. Rules count for orders placed from then on.
create table public.confirmation_rules (
  id boolean primary key default true,
  -- Since when orders must be confirmed before they go out; null: they need not. Older orders are let through.
  gate_since timestamptz,
  -- Confirmed at once: a customer with so many deliveries and nothing returned, who orders for less than so many rupees; null: nobody is.
  confirm_deliveries integer,
  confirm_below numeric(12, 2),
  -- Confirmed at once: what staff wrote down themselves.
  confirm_by_staff boolean not null default true,
  -- Only staff may confirm: from this score on, from so many rupees on (null: never), of blocked customers, to a city that the shop does
  -- not know.
  hold_score integer,
  hold_value numeric(12, 2),
  hold_blocked boolean not null default true,
  hold_unknown_city boolean not null default false,
  -- How many open orders the website takes from one phone; null: as many as the limits of `shop.refuse_order_flood` allow.
  max_open_orders integer,
  -- An advance is asked: of customers with so many returned parcels, from so many rupees or this score on (null: never), where no courier
  -- collects cash.
  advance_returned integer,
  advance_value numeric(12, 2),
  advance_score integer,
  advance_no_cash boolean not null default false,
  advance_basis shop.advance_basis not null default 'delivery',
  advance_amount numeric(12, 2),
  advance_percent integer,
  -- Until it is late, quiet hours not counted.
  advance_hours integer not null default 24,
  -- Orders are cancelled so many hours after that; null: they never are.
  advance_cancel_hours integer,
  updated_at timestamptz not null default now(),
  constraint confirmation_rules_one_row check (id),
  constraint confirmation_rules_returning_whole check ((confirm_deliveries is null) = (confirm_below is null)),
  constraint confirmation_rules_positive check (least(confirm_deliveries, confirm_below, hold_score, hold_value,
                                                      max_open_orders, advance_returned,
    advance_value, advance_score, advance_amount, advance_percent, advance_hours, advance_cancel_hours) > 0),
  constraint confirmation_rules_advance_whole
    check ((advance_amount is not null) = (advance_basis = 'sum') and (advance_percent is not null) = (advance_basis = 'share')
           and advance_percent <= 100)
);

insert into public.confirmation_rules default values;

create trigger confirmation_rules_touched before update on public.confirmation_rules for each row execute function shop.touch_updated_at();
create trigger confirmation_rules_noted after insert or update or delete on public.confirmation_rules
  for each row execute function shop.note_change('confirmation rules');

alter table public.confirmation_rules enable row level security;
grant select, insert, update on public.confirmation_rules to service_role;

-- Replaces the rules. Takes {gate, confirmDeliveries, confirmBelow, confirmByStaff, holdScore, holdValue, holdBlocked, holdUnknownCity,
-- maxOpenOrders} and the version the editor saw, or null, and the owner (null: the command line); the rules for advances {advanceReturned,
-- advanceValue, advanceScore, advanceNoCash, advanceBasis, advanceAmount, advancePercent, advanceHours, advanceCancelHours} stay where they
-- are left out. Switching the gate on lets older orders through. Returns the row. Refuses 403 `owner_only`, 409 `edited_meanwhile`.
create function public.change_confirmation_rules(rules jsonb, expected_version timestamptz, actor uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  old public.confirmation_rules;
  current public.confirmation_rules;
  advance jsonb;
begin
  if actor is not null then
    perform shop.assert_owner(actor);
  end if;
  perform shop.act_as(actor);
  select * into old from public.confirmation_rules r where r.id for update;
  perform shop.check_version(old.updated_at, expected_version);
  advance := jsonb_build_object('advanceReturned', old.advance_returned, 'advanceValue', old.advance_value,
                                'advanceScore', old.advance_score,
    'advanceNoCash', old.advance_no_cash, 'advanceBasis', old.advance_basis, 'advanceAmount', old.advance_amount,
    'advancePercent', old.advance_percent,
    'advanceHours', old.advance_hours, 'advanceCancelHours', old.advance_cancel_hours) || rules;
  update public.confirmation_rules r
     set gate_since = case when (rules ->> 'gate')::boolean then coalesce(r.gate_since, now()) end,
         confirm_deliveries = (rules ->> 'confirmDeliveries')::integer, confirm_below = (rules ->> 'confirmBelow')::numeric,
         confirm_by_staff = (rules ->> 'confirmByStaff')::boolean,
         hold_score = (rules ->> 'holdScore')::integer, hold_value = (rules ->> 'holdValue')::numeric,
         hold_blocked = (rules ->> 'holdBlocked')::boolean, hold_unknown_city = (rules ->> 'holdUnknownCity')::boolean,
         max_open_orders = (rules ->> 'maxOpenOrders')::integer,
         advance_returned = (advance ->> 'advanceReturned')::integer, advance_value = (advance ->> 'advanceValue')::numeric,
         advance_score = (advance ->> 'advanceScore')::integer, advance_no_cash = (advance ->> 'advanceNoCash')::boolean,
         advance_basis = (advance ->> 'advanceBasis')::shop.advance_basis, advance_amount = (advance ->> 'advanceAmount')::numeric,
         advance_percent = (advance ->> 'advancePercent')::integer, advance_hours = (advance ->> 'advanceHours')::integer,
         advance_cancel_hours = (advance ->> 'advanceCancelHours')::integer
   where r.id returning * into current;
  return to_jsonb(current);
end;
$$;

-- Rupees as staff read them: Rs 12,500, with paisa where there are any.
create function shop.rupees_text(amount numeric) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return 'Rs ' || to_char(amount, case when amount = trunc(amount) then 'FM999,999,999,990' else 'FM999,999,999,990.00' end);
end;
$$;

-- Some orders in words: 1 order, 2 open orders. Takes how many, and what stands before the noun.
create function shop.orders_text(count bigint, adjective text default '') returns text
language sql immutable
return count::text || adjective || case when count = 1 then ' order' else ' orders' end;

-- Why an order is risky, or less so, the weightiest first: [{code, text, points}]. A score without reasons would teach staff nothing. Takes
-- the order and its customer's record.
create function shop.risk_factors(asked public.orders, history jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  customer public.customers;
  delivered constant integer := (history ->> 'delivered')::integer;
  returned constant integer := (history ->> 'returned')::integer;
  -- What is written of the address without spaces.
  letters constant integer := length(regexp_replace(asked.customer_address, '\s', '', 'g'));
  address constant text := shop.address_key(asked.customer_address, asked.city);
  -- Besides this one.
  of_phone constant integer := (history ->> 'open')::integer - 1;
  refused bigint;
  of_address bigint;
  of_device bigint;
begin
  select * into customer from public.customers u where u.id = asked.customer_id;
  select count(*) into refused from public.orders o join public.order_confirmations c on c.order_id = o.id
   where o.customer_id = asked.customer_id and o.id <> asked.id and c.state = 'refused';
  select count(*) into of_address from public.orders o
   where o.status = 'pending' and shop.address_key(o.customer_address, o.city) = address and o.id <> asked.id;
  select count(*) into of_device from public.orders o where o.status = 'pending'
    and o.device_fingerprint = asked.device_fingerprint and o.id <> asked.id;

  return (select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'text', r.text, 'points', r.points) order by r.points desc, r.code),
                          '[]')
            from (values
              ('blocked', 'The customer is blocked: do not ship', case when customer.block = 'do_not_ship' then 100 end),
              ('prepaid_only', 'The customer must pay before', case when customer.block = 'prepaid_only' then 60 end),
              ('returned_before', format('%s of %s came back', returned, shop.orders_text((history ->> 'orders')::bigint)),
                 case when returned > 0 then least(25 * returned, 75) end),
              ('refused_before', format('Refused %s on the phone before', refused), case when refused > 0 then 20 end),
              ('new_customer', 'First order', case when (history ->> 'orders')::integer <= 1 then 10 end),
              ('large_order', 'Large order',
                 case when asked.total_amount >= 25000 then 30 when asked.total_amount >= 10000 then 15 end),
              ('short_address', format('The address has only %s letters', letters), case when letters between 1 and 11 then 15 end),
              ('abroad', 'Outside of Pakistan: no courier collects cash there', case when asked.country <> 'pk' then 60 end),
              ('no_cash_in_city', format('No courier collects cash in %s', asked.city), case when not asked.city_takes_cash then 60 end),
              ('unknown_city', format('The city is not known: “%s”', asked.city), case when letters > 0 and asked.country = 'pk'
                                                                                       and asked.city_known is null then 10 end),
              ('orders_of_phone', shop.orders_text(of_phone, ' more open') || ' from this phone',
               case when of_phone > 0 then least(10 * of_phone, 40) end),
              ('orders_of_address', shop.orders_text(of_address, ' more open') || ' to this address',
                 case when letters > 0 and of_address > of_phone then least(10 * of_address, 40)::integer end),
              ('orders_of_device', shop.orders_text(of_device, ' more open') || ' from this device',
                 case when of_device > of_phone then least(10 * of_device, 40)::integer end),
              ('good_customer', shop.orders_text(delivered) || ' delivered, none came back',
                 case when delivered > 0 and returned = 0 then -least(10 * delivered, 30) end)
            ) as r (code, text, points) where r.points is not null);
end;
$$;

-- The sum of the reasons' points, not below 0.
create function shop.sum_of_points(reasons jsonb) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return (select greatest(0, coalesce(sum((r ->> 'points')::integer), 0)) from jsonb_array_elements(reasons) r);
end;
$$;

grant execute on function public.change_confirmation_rules to service_role;
