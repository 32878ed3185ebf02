-- Staff say what each parcel of an order collects, and shoppers that a rider asks for another sum.

-- Says what each parcel of an order collects. Takes one of its shipments, {sums: [{shipmentId, collect}], version: that the screen showed},
-- and the staff member, who has to see sums. Parcels that are not named stay. Returns what `shipment_papers` does. Refuses 404
-- `shipment_not_found`, 409 `parcel_over` for an order that is not to be delivered any more, `edited_meanwhile`, `parcel_booked`
-- {shipmentNumber} for another sum of one that a courier was told of, that arrived or came back, and 422 `sums` that are not of its
-- parcels, or together not what is due.
create function public.set_parcel_sums(shipment_id text, said jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments := shop.lock_shipment(shipment_id);
  sent public.orders;
  sums jsonb;
  due numeric;
  back numeric;
  together numeric;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'see_sums');
  select * into sent from public.orders o where o.id = parcel.order_id;
  if sent.archived_at is not null or not shop.is_open(sent.status) then
    perform shop.refuse('parcel_over', jsonb_build_object('shipmentNumber', parcel.shipment_number));
  elsif shop.order_sums_json(sent.id) ->> 'version' is distinct from said ->> 'version' then
    perform shop.refuse('edited_meanwhile');
  end if;
  select coalesce(jsonb_object_agg(s ->> 'shipmentId', (s ->> 'collect')::numeric), '{}') into sums
    from jsonb_array_elements(said -> 'sums') s;
  if exists (select from jsonb_object_keys(sums) k where k not in (select p.shipment_id from shop.parcel_sums_of(sent) p)) then
    perform shop.refuse_field('sums', 'Only parcels of this order');
  end if;
  perform shop.refuse('parcel_booked', jsonb_build_object('shipmentNumber', p.shipment_number))
     from shop.parcel_sums_of(sent) p where p.fixed_by is not null and (sums ->> p.shipment_id)::numeric <> p.collect limit 1;
  due := shop.to_collect_of(sent);
  select coalesce(sum(p.collect) filter (where p.fixed_by = 'back'), 0),
         coalesce(sum(coalesce((sums ->> p.shipment_id)::numeric, p.collect))
                    filter (where p.fixed_by is distinct from 'delivered' and p.fixed_by is distinct from 'back'), 0)
    into back, together
    from shop.parcel_sums_of(sent) p;
  if together > due or together < due - back then
    perform shop.refuse_field('sums', format('Together the parcels collect %s, but %s is due', shop.rupees_text(together),
      shop.rupees_text(case when together > due then due else due - back end)));
  end if;
  perform shop.store_sums(sent, sums || coalesce((
    -- What those that came back still owe: the latest first.
    select jsonb_object_agg(p.shipment_id, least(p.collect, greatest(0, due - together - p.before)))
      from (select b.shipment_id, b.collect,
                   coalesce(sum(b.collect) over (order by b.place desc rows between unbounded preceding and 1 preceding), 0) as before
              from shop.parcel_sums_of(sent) b where b.fixed_by = 'back') p), '{}'));
  return public.shipment_papers(parcel.id);
end;
$$;

-- Keeps that a rider asked for another sum, by the customer. Takes the order's number, the key of its page, the parcel's number, the sum
-- and a note, which may be empty. Returns the page. Refuses like `shop.open_order_page`, and 404 `shipment_not_found` for a parcel of
-- another order.
create function public.report_asked_sum(order_number text, key text, shipment_number text, asked numeric, note text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
  parcel public.shipments;
begin
  select * into parcel from public.shipments s where s.order_id = opened.id and s.shipment_number = upper(report_asked_sum.shipment_number)
    and s.archived_at is null;
  if not found then
    perform shop.refuse('shipment_not_found');
  end if;
  perform shop.keep_asked_sum(parcel, report_asked_sum.asked, report_asked_sum.note, false);
  return public.order_page(order_number, key);
end;
$$;

-- What was said of riders and nobody has seen to, the latest first, as `shop.asked_sum_json` has them; at most a hundred.
create function public.open_asked_sums() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(shop.asked_sum_json(a) order by a.created_at desc), '[]')
    from (select * from public.asked_sums o where o.settled_at is null order by o.created_at desc limit 100) a;
$$;

-- Notes that staff have seen to it. Takes the parcel's id and the staff member. Returns what `open_asked_sums` does. Refuses 404
-- `shipment_not_found` where nobody said anything.
create function public.settle_asked_sum(shipment_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments := shop.lock_shipment(shipment_id);
begin
  perform shop.act_as(actor);
  update public.asked_sums a set settled_at = now() where a.shipment_id = parcel.id and a.settled_at is null;
  if found then
    perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null, '{"asked_sum": "settled"}');
  elsif not exists (select from public.asked_sums a where a.shipment_id = parcel.id) then
    perform shop.refuse('shipment_not_found');
  end if;
  return public.open_asked_sums();
end;
$$;

grant execute on function public.set_parcel_sums, public.report_asked_sum, public.open_asked_sums, public.settle_asked_sum to service_role;
