-- An order in several parcels: what each of them collects. As long as nobody says anything, the first collects all. Once staff said so, or
-- one of them is over, each parcel has a row (`shop.parcel_sums`). Those that are delivered have collected theirs (parcels/collecting.sql);
-- the others together are always what is not collected yet. A parcel that failed or came back keeps what it did not collect until another
-- one is sent in its place, and nobody owes that meanwhile; what changes on the order changes the last parcel that is not booked yet.

-- The payment of what a parcel collected, under its number; null where there is none, or it was taken back. Takes the parcel.
create function shop.payment_of(parcel public.shipments) returns public.payments
language plpgsql stable set search_path = ''
as $$
declare
  booked public.payments;
begin
  select * into booked from public.payments p
   where p.order_id = parcel.order_id and p.kind = 'collected' and p.reference = parcel.shipment_number and p.reverses is null
     and not exists (select from public.payments r where r.reverses = p.id)
   order by p.sequence desc limit 1;
  return booked;
end;
$$;

-- What fixes the sum of a parcel: `delivered`, `back`, `booked` while a courier was told to collect it; null when staff may say another
-- one. Takes its row.
create function shop.sum_fixed_by(parcel public.shipments) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case when parcel.status = 'delivered' then 'delivered' when shop.is_back(parcel.status) then 'back'
              when exists (select from public.courier_bookings b where b.shipment_id = parcel.id
                           and b.state in ('intended', 'unknown', 'booked')) then 'booked' end;
end;
$$;

-- The parcels of an order with what each collects, the first one first: as staff said, or as it is without that. Takes the order's row.
create function shop.parcel_sums_of(of_order public.orders)
returns table (shipment_id text, shipment_number text, collect numeric, fixed_by text, place bigint)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select s.id, s.shipment_number, shop.share_of(s, of_order, p.collect), shop.sum_fixed_by(s),
           row_number() over (order by s.created_at, s.id)
      from public.shipments s left join shop.parcel_sums p on p.shipment_id = s.id
     where s.order_id = of_order.id and s.archived_at is null
     order by s.created_at, s.id;
end;
$$;

-- What the parcels of an order are still to collect together, those that came back included: what another one in their place collects.
-- Takes its row.
create function shop.to_collect_of(of_order public.orders) returns numeric
language sql immutable
return of_order.due_on_delivery + of_order.uncollected;

-- Has an order say what parcels that came back did not collect, as long as another one goes on or arrived: where all came back, all is due
-- with the next one. Takes its id.
create function shop.count_uncollected(order_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  of_returned numeric;
begin
  select case when bool_or(not shop.is_back(s.status)) then coalesce(sum(p.collect) filter (where shop.is_back(s.status)), 0) else 0 end
    into of_returned
    from public.shipments s left join shop.parcel_sums p on p.shipment_id = s.id
   where s.order_id = count_uncollected.order_id and s.archived_at is null;
  update public.orders o set uncollected = coalesce(of_returned, 0)
    where o.id = count_uncollected.order_id and o.uncollected <> coalesce(of_returned, 0);
end;
$$;

-- Before the first of several parcels is over, what each of them collects is written down, as it is until then. Of an order that is not
-- open none collects anything, as their labels say. The sum of one that comes back goes to the next instead, as long as that is in the
-- shop and no courier was told anything of it. Takes the parcel before and after.
create function shop.fix_sums(old public.shipments, new public.shipments) returns void
language plpgsql set search_path = ''
as $$
declare
  of_order public.orders;
  holder text;
begin
  if exists (select from shop.parcel_sums p where p.order_id = new.order_id)
     or (select count(*) from public.shipments s where s.order_id = new.order_id and s.archived_at is null) < 2 then
    return;
  end if;
  if shop.is_back(new.status) and (
    select s.status = 'preparing' and shop.sum_fixed_by(s) is null from public.shipments s
     where s.order_id = new.order_id and s.archived_at is null and s.id <> new.id and not shop.is_over(s.status)
     order by s.created_at, s.id limit 1) then
    return;
  end if;
  select * into of_order from public.orders o where o.id = new.order_id;
  select s.id into holder from public.shipments s
   where s.order_id = new.order_id and s.archived_at is null and (s.id = new.id or not shop.is_over(s.status))
   order by s.created_at, s.id limit 1;
  perform set_config('shop.due_changes', 'on', true);
  insert into shop.parcel_sums (shipment_id, order_id, collect)
  select s.id, of_order.id, case when s.id = holder and shop.is_open(of_order.status) then shop.to_collect_of(of_order)
                                 when s.status = 'delivered' then coalesce((shop.payment_of(s)).amount, 0) else 0 end
    from public.shipments s where s.order_id = of_order.id and s.archived_at is null;
  perform set_config('shop.due_changes', '', true);
end;
$$;

-- What each parcel of an order collects: {due: by all of them, also what some have collected, version: another one as soon as a sum is
-- another, parcels: [{shipment_id, shipment_number, collect, fixedBy: as `shop.sum_fixed_by`}]}. Null unless it is open and has several.
-- Takes its id.
create function shop.order_sums_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select jsonb_build_object('due', sum(p.collect), 'version',
                                    md5(jsonb_agg(jsonb_build_array(p.shipment_id, trim_scale(p.collect)) order by p.place)::text),
                   'parcels', jsonb_agg(jsonb_build_object('shipment_id', p.shipment_id, 'shipment_number', p.shipment_number,
                                                           'collect', trim_scale(p.collect),
                                                           'fixed_by', coalesce(p.fixed_by, 'nothing')) order by p.place))
            from public.orders o cross join lateral shop.parcel_sums_of(o) p
           where o.id = order_sums_json.order_id and o.archived_at is null and shop.is_open(o.status)
           group by o.id having count(*) > 1);
end;
$$;

-- Writes down what each parcel of an order collects, with the timeline. Takes the order, locked, and {shipmentId: rupees} of those that
-- change.
create function shop.store_sums(of_order public.orders, sums jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  changed record;
begin
  for changed in
    select p.shipment_number, p.collect as before, (sums ->> p.shipment_id)::numeric as after from shop.parcel_sums_of(of_order) p
     where (sums ->> p.shipment_id)::numeric <> p.collect
  loop
    perform shop.log_order_event(of_order.id, 'parcel', changed.shipment_number, jsonb_build_object('collect', changed.before),
                                 jsonb_build_object('collect', changed.after));
  end loop;
  insert into shop.parcel_sums as p (shipment_id, order_id, collect)
  select f.shipment_id, of_order.id, coalesce((sums ->> f.shipment_id)::numeric, f.collect) from shop.parcel_sums_of(of_order) f
  on conflict on constraint parcel_sums_pkey do update set collect = excluded.collect where p.collect <> excluded.collect;
  perform shop.count_uncollected(of_order.id);
end;
$$;

-- Gives a new parcel what it is to collect, which those beside it collect less: the first that is not booked, then the next. Takes the
-- order, locked, the parcel's id, rupees, and the staff member, who has to see sums. Refuses 422 `collect` that they cannot give up, and
-- another sum than all that is due for a parcel alone.
create function shop.take_share(sent public.orders, shipment_id text, collect numeric, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  own numeric;
  free numeric;
  receiver text;
  sums jsonb;
begin
  perform shop.assert_may(actor, 'see_sums');
  select p.collect into own from shop.parcel_sums_of(sent) p where p.shipment_id = take_share.shipment_id;
  select coalesce(sum(p.collect), 0), (array_agg(p.shipment_id order by p.fixed_by nulls first, p.place desc))[1] into free, receiver
    from shop.parcel_sums_of(sent) p where p.shipment_id <> take_share.shipment_id and (p.fixed_by is null or p.fixed_by = 'back');
  if take_share.collect > own + free then
    perform shop.refuse_field('collect', format('At most %s: nothing else is due that is not booked', shop.rupees_text(own + free)));
  elsif take_share.collect < own and receiver is null then
    perform shop.refuse_field('collect', format('No other parcel collects the rest of the %s', shop.rupees_text(own)));
  end if;
  select jsonb_object_agg(g.shipment_id, g.collect - least(g.collect, greatest(0, take_share.collect - own - g.before)))
    into sums
    from (select p.shipment_id, p.collect,
                 coalesce(sum(p.collect) over (order by p.fixed_by nulls first, p.place rows between unbounded preceding and 1 preceding),
                          0) as before
            from shop.parcel_sums_of(sent) p
           where p.shipment_id <> take_share.shipment_id and (p.fixed_by is null or p.fixed_by = 'back')) g;
  if take_share.collect < own then
    sums := sums || jsonb_build_object(receiver, (sums ->> receiver)::numeric + own - take_share.collect);
  end if;
  if take_share.collect <> own then
    perform shop.store_sums(sent, sums || jsonb_build_object(take_share.shipment_id, take_share.collect));
  end if;
end;
$$;

-- Makes what an order's parcels collect what is due again, after that changed. What is less comes off those that came back, then off the
-- last that is not booked, and only then off one that is, whose booking is told to differ; what is more goes to the last that is not
-- booked. Takes the order, locked.
create function shop.align_sums(of_order public.orders) returns void
language plpgsql set search_path = ''
as $$
declare
  more numeric;
  one record;
begin
  if not shop.is_open(of_order.status) or not exists (select from shop.parcel_sums p where p.order_id = of_order.id) then
    return;
  end if;
  perform set_config('shop.due_changes', 'on', true);
  delete from shop.parcel_sums p using public.shipments s where p.order_id = of_order.id and s.id = p.shipment_id
    and s.archived_at is not null;
  select shop.to_collect_of(of_order) - coalesce(sum(p.collect), 0) into more
    from shop.parcel_sums_of(of_order) p where p.fixed_by is distinct from 'delivered';
  for one in
    select p.shipment_id, p.collect from shop.parcel_sums_of(of_order) p where p.fixed_by is distinct from 'delivered'
     order by case when p.fixed_by is null then 1 when p.fixed_by = 'booked' then 2 when more < 0 then 0 else 3 end, p.place desc
  loop
    exit when more = 0;
    update shop.parcel_sums p set collect = greatest(0, one.collect + more) where p.shipment_id = one.shipment_id;
    more := least(0, more + one.collect);
  end loop;
  perform set_config('shop.due_changes', '', true);
  perform shop.count_uncollected(of_order.id);
end;
$$;

-- A new parcel is made in the place of those that failed or came back, and are not counted.
create function shop.replace_parcels(new public.shipments) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.shipments s set sent_again_at = now()
   where s.order_id = new.order_id and s.id <> new.id and s.archived_at is null and shop.is_back(s.status) and s.received_at is null
     and s.sent_again_at is null;
end;
$$;

-- A parcel that comes to those of an order with sums takes over what others that came back did not collect; one that is deleted leaves its
-- sum to the others.
create function shop.follow_parcels(new public.shipments) returns void
language plpgsql set search_path = ''
as $$
declare
  of_order public.orders;
  freed numeric := 0;
begin
  select * into of_order from public.orders o where o.id = new.order_id;
  if not exists (select from shop.parcel_sums p where p.order_id = of_order.id) then
    return;
  end if;
  if new.archived_at is null then
    perform set_config('shop.due_changes', 'on', true);
    if not shop.is_back(new.status) then
      select coalesce(sum(p.collect), 0) into freed
        from shop.parcel_sums p join public.shipments s on s.id = p.shipment_id where p.order_id = of_order.id and shop.is_back(s.status);
      update shop.parcel_sums p set passed_on = p.passed_on + p.collect, collect = 0 from public.shipments s
       where p.order_id = of_order.id and s.id = p.shipment_id and shop.is_back(s.status);
    end if;
    insert into shop.parcel_sums (shipment_id, order_id, collect) values (new.id, of_order.id, freed) on conflict do nothing;
    perform set_config('shop.due_changes', '', true);
  end if;
  perform shop.align_sums(of_order);
  perform shop.count_uncollected(of_order.id);
end;
$$;

-- Trigger: what a courier was told to collect stays, unless what is due on the order changes, or the parcel came back without it.
create function shop.keep_booked_sum() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (select from public.courier_bookings b where b.shipment_id = new.shipment_id and b.state in ('intended', 'unknown', 'booked')
             and b.collect <> new.collect)
     and not exists (select from public.shipments s where s.id = new.shipment_id and shop.is_back(s.status)) then
    raise exception 'shipment % is booked to collect another sum', new.shipment_id using errcode = 'restrict_violation';
  end if;
  return new;
end;
$$;

create trigger parcel_sums_keep_booked before insert or update on shop.parcel_sums
  for each row when (coalesce(current_setting('shop.due_changes', true), '') <> 'on') execute function shop.keep_booked_sum();

-- At the end of a transaction the parcels of an open order that are not delivered collect together what is not collected yet, if staff said
-- what each collects, and an order says what of that came back. Takes its id.
create function shop.require_sums(order_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.orders o
     cross join lateral (select count(*) as parcels, count(p.shipment_id) as said,
                                count(*) filter (where s.status <> 'delivered') as others,
                                coalesce(sum(p.collect) filter (where s.status <> 'delivered'), 0) as together,
                                case when bool_or(not shop.is_back(s.status))
                                     then coalesce(sum(p.collect) filter (where shop.is_back(s.status)), 0) else 0 end as came_back
                           from public.shipments s left join shop.parcel_sums p on p.shipment_id = s.id
                          where s.order_id = o.id and s.archived_at is null) sums
    where o.id = require_sums.order_id
      and (coalesce(sums.came_back, 0) <> o.uncollected
           or shop.is_open(o.status) and sums.said > 0
              and (sums.said < sums.parcels or sums.others > 0 and sums.together <> shop.to_collect_of(o)));
  if found then
    raise exception 'the parcels of order % collect another sum than is due', order_id using errcode = 'restrict_violation';
  end if;
end;
$$;
