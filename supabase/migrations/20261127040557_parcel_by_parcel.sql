SET local check_function_bodies = off;

DROP INDEX "public"."orders_to_refund";

DROP VIEW "public"."shipments_of_orders";

DROP VIEW "shop"."order_lists";

DROP VIEW "shop"."order_parts";

DROP VIEW "shop"."order_work";

DROP VIEW "shop"."returned_orders";

ALTER TABLE "public"."orders"
  DROP CONSTRAINT "orders_collected_once_delivered";

ALTER TABLE "shop"."parcel_sums"
  DROP CONSTRAINT "parcel_sums_collect_not_negative";

DROP FUNCTION "shop"."book_parcel_sums"(public.orders, numeric);

DROP FUNCTION "shop"."uncollected_of"(text);

-- pgls-ignore lint/safety/banDropColumn: it is generated from other columns, and comes back
ALTER TABLE "public"."orders"
  DROP COLUMN "due_on_delivery";

-- pgls-ignore lint/safety/banDropColumn: it is generated from other columns, and comes back
ALTER TABLE "public"."orders"
  DROP COLUMN "payment_status";

-- pgls-ignore lint/safety/banDropColumn: it is generated from other columns, and comes back
ALTER TABLE "public"."orders"
  DROP COLUMN "to_refund";

ALTER TABLE "public"."orders"
  ADD COLUMN "goodwill" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."orders"
  ADD COLUMN "uncollected" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."orders"
  ADD COLUMN "due_on_delivery" numeric(12,2) GENERATED ALWAYS AS (
CASE
    WHEN (status = 'cancelled'::shop.order_status) THEN (0)::numeric
    ELSE GREATEST((0)::numeric, ((((((total_amount - uncollected) - advance_verified) - credit_used) - collected) + refunded) - goodwill))
END) STORED NOT NULL;

ALTER TABLE "public"."orders"
  ADD COLUMN "to_refund" numeric(12,2) GENERATED ALWAYS AS (
CASE
    WHEN (status = 'cancelled'::shop.order_status) THEN (((advance_verified + credit_used) + collected) - refunded)
    ELSE GREATEST((0)::numeric, ((((advance_verified + credit_used) + collected) - refunded) - (total_amount - uncollected)))
END) STORED NOT NULL;

ALTER TABLE "public"."orders"
  ADD COLUMN "payment_status" shop.payment_status GENERATED ALWAYS AS (
CASE
    WHEN
      (((status = 'delivered'::shop.order_status) AND (((((((total_amount - uncollected) - advance_verified) - credit_used) - collected) + refunded) - goodwill) <= (0)::numeric))
      OR (((advance_verified + credit_used) > (0)::numeric) AND (((advance_verified + credit_used) - refunded) >= total_amount))) THEN 'paid'::shop.payment_status
    ELSE 'pending'::shop.payment_status
END) STORED NOT NULL;

ALTER TABLE "shop"."parcel_sums"
  ADD COLUMN "passed_on" numeric(12,2) NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION public.create_shipment (
  shipment   jsonb,
  actor      uuid    DEFAULT NULL::uuid,
  only_first boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- Locked, so that it cannot be cancelled or given another parcel between these checks and the shipment.
  sent public.orders := shop.lock_order(shipment ->> 'orderId');
  created_id text;
begin
  perform shop.act_as(actor);
  if only_first then
    perform shop.refuse('shipment_exists', null, jsonb_build_object('shipmentNumber', s.shipment_number))
       from public.shipments s where s.order_id = sent.id and s.archived_at is null and not shop.is_back(s.status)
      order by s.created_at, s.id limit 1;
  end if;
  if sent.status = 'cancelled' then
    perform shop.refuse('order_cancelled');
  end if;
  if sent.customer_address = '' then
    perform shop.refuse_field('orderId', 'This order is collected in the shop. To ship it, give it an address first.');
  end if;
  insert into public.shipments (order_id, carrier, tracking_number, shipping_method, shipping_cost, weight, estimated_delivery_date, notes)
  values (sent.id, coalesce(shipment ->> 'carrier', ''), coalesce(shipment ->> 'trackingNumber', ''),
          coalesce(shipment ->> 'shippingMethod', 'standard')::shop.shipping_method, coalesce((shipment ->> 'shippingCost')::numeric, 0),
          (shipment ->> 'weight')::integer, (shipment ->> 'estimatedDeliveryDate')::date, coalesce(shipment ->> 'notes', ''))
  returning id into created_id;
  if (shipment ->> 'collect') is not null then
    perform shop.take_share(sent, created_id, (shipment ->> 'collect')::numeric, actor);
  end if;
  if sent.status = 'shipped' and shop.came_back(sent.id, created_id) is not null then
    update public.orders o set status = 'processing' where o.id = sent.id;
  elsif sent.uncollected > 0 and sent.status = 'delivered' then
    update public.orders o set status = shop.status_by_parcels(sent) where o.id = sent.id;
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = created_id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.receive_pieces (
  counted jsonb,
  actor   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(counted ->> 'orderId');
  is_whole constant boolean := coalesce((counted ->> 'isWholeOrder')::boolean, false);
  pieces jsonb := counted -> 'pieces';
  parcel public.shipments;
  parcels text[];
  used text;
begin
  perform shop.act_as(actor);
  -- Before the key: two calls with it wait for each other, also for two orders.
  perform pg_advisory_xact_lock(hashtextextended('goods back ' || (counted ->> 'key'), 0));
  select r.order_id into used from public.goods_back r where r.key = counted ->> 'key' limit 1;
  if used = before.id then
    return shop.returned_pieces_json(before.id);
  elsif used is not null then
    perform shop.refuse('idempotency_mismatch');
  end if;
  perform shop.check_version(before.updated_at, (counted ->> 'updatedAt')::timestamptz);

  if counted ->> 'shipmentId' is not null then
    parcel := shop.lock_shipment(counted ->> 'shipmentId');
    if parcel.order_id <> before.id then
      perform shop.refuse_field('shipmentId', 'This parcel is of another order');
    end if;
  else
    -- The one that was not counted, or the last one.
    select s.* into parcel from public.shipments s
     where s.order_id = before.id and s.archived_at is null and s.status <> 'preparing'
     order by s.received_at is not null, s.status = 'delivered', not shop.is_back(s.status), s.created_at desc, s.id desc limit 1;
  end if;
  if parcel.status = 'preparing'
     or parcel.id is null and shop.is_unshipped(before.status)
     -- Counted, and taken up again since: its pieces are in the shop.
     or parcel.received_at is not null and shop.is_open(before.status)
     or before.status = 'cancelled' and not exists (select from shop.awaited_orders a where a.order_id = before.id)
     or is_whole and not exists (select from shop.returned_orders r where r.order_id = before.id and not r.is_part) then
    perform shop.refuse('nothing_came_back', null, jsonb_build_object('orderNumber', before.order_number));
  end if;
  perform shop.check_pieces_out(before, pieces, 'pieces');
  parcels := case when parcel.id is null then '{}' else array[parcel.id] end;
  if is_whole then
    pieces := shop.all_pieces_back(before, pieces);
    parcels := array (select s.id from public.shipments s where s.order_id = before.id and s.archived_at is null
                      and s.received_at is null and s.status <> 'preparing' order by s.created_at desc, s.id desc);
  end if;
  perform shop.receive(before, parcels, pieces, is_whole or coalesce((counted ->> 'isComplete')::boolean, false), counted ->> 'key',
                       counted ->> 'notes', actor);
  return shop.returned_pieces_json(before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.receiving_work()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'awaited', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.since, w.order_id), '[]')
        from (select o.id as order_id, o.order_number, o.customer_name, o.city, o.status,
                     (select coalesce(jsonb_agg(s.shipment_number order by s.created_at, s.id), '[]') from public.shipments s
                       where s.order_id = o.id and s.archived_at is null and s.received_at is null
                         and case when r.is_part then shop.is_back(s.status) else s.status <> 'preparing' end) as shipments,
                     case when not r.is_part then (select sum(p.out) from shop.pieces_out(o) p) end as pieces,
                     coalesce((select a.since from shop.awaited_orders a where a.order_id = o.id),
                              (select max(s.updated_at) from public.shipments s where s.order_id = o.id and s.archived_at is null)) as since
                from shop.returned_orders r join public.orders o on o.id = r.order_id
               order by since, o.id limit 100) w),
    'to_inspect', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at, w.id), '[]')
        from (select r.id, r.order_id, o.order_number, i.product_name, i.selected_color, i.selected_size,
                     r.quantity - (select coalesce(sum(d.quantity), 0) from public.goods_back d where d.inspects = r.id) as quantity,
                     r.created_at
                from shop.sent_pieces s join public.goods_back r on r.order_item_id = s.order_item_id and r.disposition = 'to_inspect'
                join public.orders o on o.id = r.order_id join public.order_items i on i.id = r.order_item_id
               where s.to_inspect > 0
                 and r.quantity > (select coalesce(sum(d.quantity), 0) from public.goods_back d where d.inspects = r.id)
               order by r.created_at, r.id limit 100) w));
$function$;

CREATE OR REPLACE FUNCTION public.set_parcel_sums (
  shipment_id text,
  said        jsonb,
  actor       uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.staff_figures (
  viewer   uuid,
  person   uuid,
  from_day date,
  to_day   date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  last_day constant date := coalesce(to_day, shop.day_of(now()));
  from_time constant timestamptz := shop.start_of_day(coalesce(from_day, last_day - 29));
  to_time constant timestamptz := shop.start_of_day(last_day + 1);
begin
  if person is distinct from viewer then
    perform shop.assert_may(viewer, 'see_activity');
  end if;
  return (
    with confirmed as (
      select distinct c.actor, c.order_id from public.confirmation_attempts c
       where c.actor is not null and (person is null or c.actor = person) and c.outcome = 'confirmed' and c.created_at >= from_time
         and c.created_at < to_time
    ), outcomes as (
      select c.actor, count(*) as confirmed, count(*) filter (where shop.has_arrived(o)) as delivered,
             count(*) filter (where shop.is_returned(o)) as returned
        from confirmed c
        join public.orders o on o.id = c.order_id
       group by c.actor
    ), packed as (
      select distinct e.actor, s.id, s.order_id
        from public.order_events e
        join public.shipments s on s.order_id = e.order_id and s.shipment_number = e.subject and s.archived_at is null
       where e.kind = 'parcel' and e.before is null and e.actor is not null and (person is null or e.actor = person)
         and e.created_at >= from_time and e.created_at < to_time
         and not exists (select from public.packed_pieces l where l.order_id = e.order_id)
    ), scanned as (
      select r.actor, r.order_id, sum(r.counted) as pieces
        from (select distinct l.order_id from public.packed_pieces l
               where l.actor is not null and (person is null or l.actor = person) and l.packed_at >= from_time and l.packed_at < to_time) d
       cross join lateral (select * from shop.packed_rows p where p.order_id = d.order_id) r
       where r.actor is not null and (person is null or r.actor = person) and r.packed_at >= from_time and r.packed_at < to_time
       group by r.actor, r.order_id having sum(r.counted) > 0
    ), parcels as (
      select p.actor, count(*) as parcels
        from (select actor, id from packed union all select actor, order_id from scanned) p group by p.actor
    ), pieces as (
      select p.actor, sum(p.pieces) as pieces
        from (select d.actor, i.quantity as pieces from (select distinct actor, order_id from packed) d
              join public.order_items i on i.order_id = d.order_id
              union all select actor, pieces from scanned) p group by p.actor
    )
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', m.id, 'username', m.username, 'confirmed', coalesce(o.confirmed, 0), 'delivered', coalesce(o.delivered, 0),
             'returned', coalesce(o.returned, 0), 'parcels', coalesce(p.parcels, 0), 'pieces', coalesce(i.pieces, 0)) order by m.username),
             '[]')
      from public.staff m
      left join outcomes o on o.actor = m.id left join parcels p on p.actor = m.id left join pieces i on i.actor = m.id
     where case when person is null then m.is_active or o.actor is not null or p.actor is not null else m.id = person end);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_order_changed (
  old public.orders,
  new public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  moves constant boolean := new.status <> old.status;
  arrives constant boolean := moves and new.status = 'delivered';
  comes_or_goes constant boolean := (old.archived_at is null) <> (new.archived_at is null);
  is_given_up constant boolean := moves and new.status = 'cancelled' or old.archived_at is null and new.archived_at is not null;
  is_due_anew constant boolean := moves or old.due_on_delivery <> new.due_on_delivery;
  is_sold_else constant boolean := shop.is_sold(old) <> shop.is_sold(new);
  is_wish constant boolean := new.cancellation_asked_at is not null
    and new.cancellation_asked_at is distinct from old.cancellation_asked_at;
begin
  if is_due_anew or comes_or_goes or old.advance_verified <> new.advance_verified then perform shop.follow_advance(new.id); end if;
  if new.collected <> old.collected then perform shop.book_collected(old, new); end if;
  if moves or comes_or_goes or old.customer_phone <> new.customer_phone then perform shop.follow_order(old, new); end if;
  if arrives then perform shop.note_delivery(new); end if;
  if moves and shop.has_shipped(new.status) then perform shop.check_dispatch_gate(new.id); end if;
  if shop.is_open(old.status) <> shop.is_open(new.status) then perform shop.keep_packed_photos(new); end if;
  -- That a parcel's cash is booked, its own event says.
  if moves or new.collected = old.collected then perform shop.log_order_change(old, new); end if;
  if shop.is_cancelled_by_hand(old, new) then perform shop.need_right('cancel_orders'); end if;
  if shop.is_corrected(old, new) then perform shop.need_right('confirm_orders'); end if;
  if shop.is_discounted(old, new) then perform shop.need_right('discount_orders'); end if;
  if moves and new.status in ('shipped', 'delivered') then perform shop.need_right('send_parcels'); end if;
  if is_due_anew then perform shop.align_sums(new); end if;
  if shop.has_shipped(new.status) and not shop.has_shipped(old.status) then perform shop.check_photo(new.id); end if;
  if arrives then perform shop.promise_returns(new); end if;
  if old.awaits_proof and not new.awaits_proof and new.status <> 'cancelled' then perform shop.take_proven_pieces(new); end if;
  if new.pieces_added_at is distinct from old.pieces_added_at then perform shop.push_added_pieces(new); end if;
  if is_wish then perform shop.push_cancellation_wish(new); end if;
  if moves or (old.total_amount, old.created_at, old.archived_at) is distinct from (new.total_amount, new.created_at, new.archived_at) then
    perform shop.count_order(old, new);
  end if;
  if is_sold_else and new.discount_code is not null then perform shop.release_code(old, new); end if;
  if is_given_up and new.credit_used > 0 and shop.returns_credit(old) then perform shop.return_credit(new); end if;
  if is_sold_else or new.created_at <> old.created_at then perform shop.update_sold_lines(new); end if;
  if is_given_up then perform shop.undo_exchange(old, new); end if;
  if shop.is_found_elsewhere(old, new) then perform shop.store_order_words(new.id); end if;
  if moves then perform shop.copy_status_to_words(new); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_shipment_changed (
  old public.shipments,
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  moves constant boolean := new.status <> old.status;
  comes_or_goes constant boolean := (old.archived_at is null) <> (new.archived_at is null);
begin
  if (moves or new.order_id <> old.order_id) and not shop.is_back(new.status) then perform shop.check_dispatch_gate(new.order_id); end if;
  perform shop.log_parcel_change(old, new);
  if shop.is_sent_by_hand(old, new) then perform shop.need_right('send_parcels'); end if;
  if old.received_at is null and new.received_at is not null then perform shop.need_right('receive_returns'); end if;
  if moves or new.carrier <> old.carrier or new.archived_at is distinct from old.archived_at then
    perform shop.note_courier_parcel(new);
  end if;
  if moves and (shop.is_over(old.status) or shop.is_over(new.status)) then perform shop.follow_parcel_sum(new); end if;
  if comes_or_goes then perform shop.follow_parcels(new); end if;
  if moves and shop.has_left(new.status) then perform shop.check_photo(new.order_id); end if;
  if moves and shop.is_back(new.status) and new.archived_at is null then perform shop.push_parcel(new); end if;
  if comes_or_goes or old.tracking_number <> new.tracking_number then perform shop.store_order_words(new.order_id); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.align_sums (
  of_order public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.before_order_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    if new.status = 'delivered' then new := shop.collect_at_door(null, new); end if;
    return shop.give_order_its_customer(null, new);
  end if;

  if new.status <> old.status and (new.status = 'delivered' or old.collected > 0) then new := shop.collect_at_door(old, new); end if;
  if (new.customer_phone, new.customer_id) <> (old.customer_phone, old.customer_id) then
    new := shop.give_order_its_customer(old, new);
  end if;
  if old.merged_into is not null and new.status <> old.status then perform shop.keep_merged_cancelled(old); end if;
  -- What went back before is no goodwill where nothing was collected after all.
  if old.collected > 0 and new.collected = 0 then new.goodwill := 0; end if;
  -- One that goes on awaits no proof any more.
  new.awaits_proof := new.awaits_proof and new.status = 'pending';
  new.updated_at := shop.next_version(old.updated_at);
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.before_shipment_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    return shop.copy_order_number(new);
  end if;
  if (new.order_id, new.order_number) <> (old.order_id, old.order_number) then new := shop.copy_order_number(new); end if;
  if shop.is_over(new.status) and new.status <> old.status then perform shop.fix_sums(old, new); end if;
  new.updated_at := shop.next_version(old.updated_at);
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.book_cash (
  paid      public.orders,
  amount    numeric,
  holder    shop.ledger_account,
  reference text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, reference, actor, created_at)
  values ('collected', 'cash', 'customer', holder, book_cash.amount, paid.id, book_cash.reference, shop.acting(), paid.updated_at);
$function$;

CREATE OR REPLACE FUNCTION shop.book_collected (
  old public.orders,
  new public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  more numeric := new.collected - coalesce((select sum((c.payment).amount) from shop.collections_of(new.id) c), 0);
  one record;
begin
  if more > 0 then
    for one in
      select s.shipment_number, coalesce(p.collect, more) as collect
        from public.shipments s left join shop.parcel_sums p on p.shipment_id = s.id
       where s.order_id = new.id and s.archived_at is null and s.status = 'delivered' and (shop.payment_of(s)).id is null
       order by s.created_at, s.id
    loop
      continue when least(one.collect, more) = 0;
      perform shop.book_cash(new, least(one.collect, more), 'courier', one.shipment_number);
      more := more - least(one.collect, more);
    end loop;
    if more > 0 then
      perform shop.book_cash(new, more, case current_setting('shop.cash_with', true) when 'courier' then 'courier' else 'cash' end
                                          ::shop.ledger_account, '');
    end if;
  else
    for one in select c.payment from shop.collections_of(new.id) c order by c.is_of_parcel, (c.payment).sequence desc loop
      exit when more >= 0;
      perform shop.take_back(one.payment, '');
      more := more + (one.payment).amount;
    end loop;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_order_at_end()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    if new.discount <> 0 then perform shop.require_shared_discount(new.id); end if;
    if new.advance_verified + new.credit_used + new.collected + new.refunded <> 0 then perform shop.require_booked_order(new.id); end if;
    return null;
  end if;

  if new.discount <> old.discount then perform shop.require_shared_discount(new.id); end if;
  if (old.status, old.due_on_delivery, old.uncollected) <> (new.status, new.due_on_delivery, new.uncollected) then
    perform shop.require_sums(new.id);
  end if;
  if (old.advance_verified, old.credit_used, old.collected, old.refunded)
     <> (new.advance_verified, new.credit_used, new.collected, new.refunded) then
    perform shop.require_booked_order(new.id);
  end if;
  if new.collected > 0 then perform shop.require_delivered(new.id); end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.collect_at_door (
  old public.orders,
  new public.orders
)
  RETURNS public.orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.status = 'delivered' then
    if old.status = 'cancelled' and shop.received_of(old) <= 0 then
      new.goodwill := 0;
    end if;
    if coalesce(current_setting('shop.cash_with', true), '') <> 'nobody' then
      new.collected := new.collected + greatest(0, new.total_amount - new.uncollected - new.advance_verified - new.credit_used
                                                     - new.collected + new.refunded - new.goodwill);
    end if;
  elsif new.status <> 'cancelled' then
    new.collected := (select coalesce(sum((c.payment).amount), 0) from shop.collections_of(new.id) c where c.is_of_parcel);
    if new.refunded > new.advance_verified + new.credit_used + new.collected then
      perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(new.refunded)));
    end if;
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.collections_of (
  order_id text
)
  RETURNS TABLE (
    payment      public.payments,
    is_of_parcel boolean
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p, exists (select from public.shipments s where s.order_id = p.order_id and s.shipment_number = p.reference
                    and s.archived_at is null and s.status = 'delivered')
    from public.payments p
   where p.order_id = collections_of.order_id and p.kind = 'collected' and p.reverses is null
     and not exists (select from public.payments r where r.reverses = p.id);
$function$;

CREATE OR REPLACE FUNCTION shop.count_payment (
  new public.payments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  amount constant numeric := shop.signed_amount(new);
begin
  if new.kind in ('advance', 'credit_used', 'refund') then
    update public.orders o
       set advance_verified = o.advance_verified + case new.kind when 'advance' then amount else 0 end,
           credit_used = o.credit_used + case new.kind when 'credit_used' then amount else 0 end,
           refunded = o.refunded + case new.kind when 'refund' then amount else 0 end,
           goodwill = case when new.kind <> 'refund' then o.goodwill
                           when new.reverses is not null then greatest(0, o.goodwill + amount)
                           when o.collected > 0 or o.status = 'delivered' then o.goodwill + amount
                           else o.goodwill end
     where o.id = new.order_id;
  end if;
  if new.customer_id is not null then
    update public.customers c set credit = c.credit + case when new.from_account = 'credit' then new.amount else - new.amount end
      where c.id = new.customer_id;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.count_uncollected (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.customer_record (
  customer_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select jsonb_build_object(
             'orders', count(*),
             'delivered', count(*) filter (where o.has_arrived),
             'returned', count(*) filter (where o.is_returned),
             'cancelled', count(*) filter (where o.status = 'cancelled' and not o.is_returned),
             'open', count(*) filter (where shop.is_open(o.status) and not o.is_returned),
             'value', coalesce(sum(o.total_amount - o.uncollected) filter (where o.has_arrived), 0),
             'first_order_at', min(o.created_at), 'last_order_at', max(o.created_at))
      from (select f.status, f.total_amount, f.uncollected, f.created_at, shop.is_returned(f) as is_returned,
                   shop.has_arrived(f) as has_arrived
              from public.orders f
             where f.customer_id = customer_record.customer_id and f.archived_at is null) o);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.different_fields (
  of_row jsonb,
  other  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return (select jsonb_object_agg(f.key, f.value) from jsonb_each(of_row) f
           where f.value is distinct from other -> f.key
             and f.key <>
           all ('{updated_at,order_number,received_at,advance_verified,credit_used,collected,refunded,goodwill,uncollected,due_on_delivery,
                  to_refund}'));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.fix_sums (
  old public.shipments,
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
  select s.id, of_order.id, case when s.id = holder then shop.to_collect_of(of_order)
                                 when s.status = 'delivered' then coalesce((shop.payment_of(s)).amount, 0) else 0 end
    from public.shipments s where s.order_id = of_order.id and s.archived_at is null;
  perform set_config('shop.due_changes', '', true);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.follow_parcel_sum (
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  of_order public.orders;
  payment constant public.payments := shop.payment_of(new);
  share numeric;
begin
  select * into of_order from public.orders o where o.id = new.order_id;
  if of_order.status <> 'cancelled' and of_order.archived_at is null then
    if new.status = 'delivered' and payment.id is null then
      perform set_config('shop.due_changes', 'on', true);
      update shop.parcel_sums p set collect = least(p.collect + p.passed_on, shop.to_collect_of(of_order)), passed_on = 0
       where p.shipment_id = new.id returning p.collect into share;
      perform set_config('shop.due_changes', '', true);
      share := coalesce(share, of_order.due_on_delivery);
      update public.orders o set collected = o.collected + share where o.id = of_order.id and share > 0;
    elsif new.status <> 'delivered' and payment.id is not null then
      if shop.received_of(of_order) < payment.amount then
        perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(of_order.refunded)));
      end if;
      update public.orders o set collected = o.collected - payment.amount where o.id = of_order.id;
    end if;
  end if;
  perform shop.count_uncollected(new.order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.follow_parcels (
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.has_arrived (
  of_order public.orders
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select of_order.status = 'delivered'
         and (not shop.is_returned(of_order)
              or exists (select from public.shipments s
                          where s.order_id = of_order.id and s.archived_at is null and s.status = 'delivered'));
$function$;

CREATE OR REPLACE FUNCTION shop.is_returned (
  of_order public.orders
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(of_order.uncollected > 0
                    or (array_agg(s.status = 'returned' or s.status = 'failed' and of_order.status = 'cancelled'
                                  order by s.created_at desc, s.id desc))[1], false)
         and not (shop.is_open(of_order.status) and coalesce(bool_or(not shop.is_back(s.status)), false))
    from public.shipments s where s.order_id = of_order.id and s.archived_at is null;
$function$;

CREATE OR REPLACE FUNCTION shop.order_sums_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.paid_json (
  paid public.orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return case when paid.advance_verified + paid.credit_used + paid.refunded + paid.to_refund + paid.uncollected > 0
                   or paid.collected > 0 and paid.status <> 'delivered' or paid.due_on_delivery > 0 and paid.status = 'delivered'
              then jsonb_build_object('advance', paid.advance_verified, 'credit', paid.credit_used, 'collected', paid.collected,
                                      'refunded', paid.refunded, 'due', paid.due_on_delivery,
                                      'to_refund', paid.to_refund)
                   || jsonb_strip_nulls(jsonb_build_object('came_back', nullif(paid.uncollected, 0))) end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.parcel_sums_of (
  of_order public.orders
)
  RETURNS TABLE (
    shipment_id     text,
    shipment_number text,
    collect         numeric,
    fixed_by        text,
    place           bigint
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    select s.id, s.shipment_number, shop.share_of(s, of_order, p.collect), shop.sum_fixed_by(s),
           row_number() over (order by s.created_at, s.id)
      from public.shipments s left join shop.parcel_sums p on p.shipment_id = s.id
     where s.order_id = of_order.id and s.archived_at is null
     order by s.created_at, s.id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_delivered (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if exists (select from public.orders o where o.id = require_delivered.order_id and o.collected > 0 and shop.is_unshipped(o.status)) then
    raise exception 'order % was not delivered and cannot have collected anything', order_id using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_sums (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.share_of (
  parcel   public.shipments,
  of_order public.orders,
  said     numeric
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
RETURN CASE WHEN (said IS NOT NULL) THEN said WHEN (shop.is_over((parcel).status) OR (EXISTS (SELECT FROM public.shipments e
  WHERE
  ((e.order_id = (share_of.parcel).order_id) AND (e.archived_at IS NULL) AND (NOT shop.is_over(e.status)) AND (ROW(e.created_at, e.id) < ROW((share_of.parcel).created_at,
  (share_of.parcel).id)))))) THEN (0)::numeric ELSE (of_order).due_on_delivery END;

CREATE OR REPLACE FUNCTION shop.store_sums (
  of_order public.orders,
  sums     jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.to_collect_of (
  of_order public.orders
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
RETURN ((of_order).due_on_delivery + (of_order).uncollected);

ALTER TABLE "public"."orders"
  ADD CONSTRAINT "orders_goodwill_refunded" CHECK (((goodwill >= (0)::numeric) AND (goodwill <= refunded)));

ALTER TABLE "public"."orders"
  ADD CONSTRAINT "orders_uncollected_not_negative" CHECK ((uncollected >= (0)::numeric));

ALTER TABLE "shop"."parcel_sums"
  ADD CONSTRAINT "parcel_sums_collect_not_negative" CHECK (((collect >= (0)::numeric) AND (passed_on >= (0)::numeric)));

CREATE VIEW "public"."shipments_of_orders" WITH (security_invoker=true) AS  SELECT s.id,
    s.shipment_number,
    s.order_id,
    s.carrier,
    s.tracking_number,
    s.shipping_method,
    s.shipping_cost,
    s.status,
    s.weight,
    s.estimated_delivery_date,
    s.shipped_date,
    s.received_at,
    s.notes,
    s.created_at,
    s.updated_at,
    s.archived_at,
    o.order_number,
    o.status AS order_status,
    o.customer_name AS recipient_name,
    o.customer_email AS recipient_email,
    o.customer_phone AS recipient_phone,
    o.city,
    o.city_known,
        CASE
            WHEN (shop.is_over(s.status) OR (o.status IS NULL) OR (NOT shop.is_open(o.status))) THEN (0)::numeric
            ELSE shop.share_of(s.*, o.*, p.collect)
        END AS to_collect,
    ( SELECT COALESCE(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', i.quantity, 'selected_color', i.selected_color, 'selected_size', i.selected_size, 'sku', v.sku) ORDER BY i."position"), '[]'::jsonb) AS "coalesce"
           FROM (public.order_items i
             JOIN public.product_variants v ON ((v.id = i.variant_id)))
          WHERE (i.order_id = s.order_id)) AS items
   FROM ((public.shipments s
     LEFT JOIN public.orders o ON ((o.id = s.order_id)))
     LEFT JOIN shop.parcel_sums p ON ((p.shipment_id = s.id)));

REVOKE ALL ON TABLE "public"."shipments_of_orders" FROM "anon", "authenticated";

CREATE VIEW "shop"."order_parts" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
    o.*::public.orders AS stored,
    shop.paid_json(o.*) AS paid,
    ( SELECT COALESCE(json_agg(line.* ORDER BY line."position"), '[]'::json) AS "coalesce"
           FROM ( SELECT i.id,
                    i.order_id,
                    i."position",
                    i.product_id,
                    i.variant_id,
                    i.product_name,
                    i.product_image,
                    i.selected_color,
                    i.selected_size,
                    i.quantity,
                    i.price,
                    i.discount,
                    v.sku
                   FROM (public.order_items i
                     JOIN public.product_variants v ON ((v.id = i.variant_id)))
                  WHERE (i.order_id = o.id)) line) AS items,
    ( SELECT COALESCE(json_agg(json_build_object('id', s.id, 'shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier, 'tracking_number', s.tracking_number, 'weight', s.weight, 'received_at', s.received_at, 'is_awaited', (shop.is_back(s.status) AND (s.received_at IS NULL) AND shop.awaits_goods_back(s.*, o.*)), 'updated_at', s.updated_at) ORDER BY s.created_at, s.id), '[]'::json) AS "coalesce"
           FROM public.shipments s
          WHERE ((s.order_id = o.id) AND (s.archived_at IS NULL))) AS shipments,
    ( SELECT json_build_object('state', c.state, 'tries', c.tries, 'due_at', c.due_at, 'score', c.score, 'reasons', c.reasons, 'call_because', COALESCE(c.call_because,
                CASE
                    WHEN (NOT c.is_open) THEN NULL::text
                    WHEN c.awaits_advance THEN 'The advance has not arrived'::text
                    WHEN c.awaits_return THEN 'The pieces of the exchange are not back'::text
                    ELSE NULL::text
                END), 'claimed_by',
                CASE
                    WHEN (c.claimed_until > now()) THEN ( SELECT json_build_object('id', s.id, 'name', s.username) AS json_build_object
                       FROM public.staff s
                      WHERE (s.id = c.claimed_by))
                    ELSE NULL::json
                END, 'claimed_until',
                CASE
                    WHEN (c.claimed_until > now()) THEN c.claimed_until
                    ELSE NULL::timestamp with time zone
                END, 'override',
                CASE
                    WHEN (c.overridden_at IS NOT NULL) THEN json_build_object('because', c.overridden_because, 'at', c.overridden_at, 'by', ( SELECT s.username
                       FROM public.staff s
                      WHERE (s.id = c.overridden_by)))
                    ELSE NULL::json
                END, 'gate',
                CASE
                    WHEN (EXISTS ( SELECT
                       FROM shop.orders_stopped_by_gate h
                      WHERE (h.order_id = c.order_id))) THEN 'closed'::text
                    ELSE 'open'::text
                END) AS json_build_object
           FROM public.order_confirmations c
          WHERE (c.order_id = o.id)) AS confirmation,
    ( SELECT json_build_object('question', w.question, 'answers', COALESCE(w.answers, '[]'::json)) AS json_build_object
           FROM ( SELECT ( SELECT json_build_object('status', q.status, 'error', q.error, 'updated_at', q.updated_at) AS json_build_object
                           FROM public.whatsapp_questions q
                          WHERE (q.order_id = o.id)) AS question,
                    ( SELECT json_agg(json_build_object('pressed', a.pressed, 'body', a.body, 'effect', a.effect, 'sent_at', a.sent_at) ORDER BY a.sent_at, a.id) AS json_agg
                           FROM public.whatsapp_answers a
                          WHERE (a.order_id = o.id)) AS answers) w
          WHERE ((w.question IS NOT NULL) OR (w.answers IS NOT NULL))) AS whatsapp
   FROM public.orders o;

CREATE VIEW "shop"."returned_orders" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
    l.is_part
   FROM (public.orders o
     CROSS JOIN LATERAL ( SELECT COALESCE(bool_or((NOT shop.is_back(a.status))), false) AS is_part
           FROM public.shipments a
          WHERE ((a.order_id = o.id) AND (a.archived_at IS NULL))) l)
  WHERE ((o.archived_at IS NULL) AND (shop.is_open(o.status) OR (o.status = 'delivered'::shop.order_status)) AND (o.id IN ( SELECT s.order_id
           FROM public.shipments s
          WHERE ((s.archived_at IS NULL) AND shop.is_back(s.status) AND (s.received_at IS NULL) AND ((NOT l.is_part) OR shop.awaits_goods_back(s.*, o.*))))))
UNION ALL
 SELECT a.order_id,
    false AS is_part
   FROM (shop.awaited_orders a
     JOIN public.orders o ON ((o.id = a.order_id)))
  WHERE ((o.archived_at IS NULL) AND (NOT (EXISTS ( SELECT
           FROM public.shipments l
          WHERE ((l.order_id = a.order_id) AND (l.archived_at IS NULL) AND shop.is_under_way(l.status))))));

CREATE VIEW "shop"."order_work" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
        CASE
            WHEN parcels.waits THEN 'to_hand_over'::text
            WHEN parcels.has_left THEN 'with_courier'::text
            WHEN parcels.is_back THEN 'returned'::text
            WHEN (o.status = 'shipped'::shop.order_status) THEN 'with_courier'::text
            WHEN (c.awaits_return AND (c.overridden_at IS NULL)) THEN 'to_confirm'::text
            WHEN ((o.status = 'pending'::shop.order_status) AND ((c.state <> 'confirmed'::shop.confirmation_state) OR c.awaits_advance) AND (c.overridden_at IS NULL)) THEN 'to_confirm'::text
            ELSE 'to_pack'::text
        END AS work
   FROM ((public.orders o
     LEFT JOIN public.order_confirmations c ON ((c.order_id = o.id)))
     CROSS JOIN LATERAL ( SELECT bool_or((s.status = 'preparing'::shop.shipment_status)) AS waits,
            bool_or(shop.has_left(s.status)) AS has_left,
            bool_or((shop.is_back(s.status) AND (s.received_at IS NULL))) AS is_back
           FROM public.shipments s
          WHERE ((s.order_id = o.id) AND (s.archived_at IS NULL))) parcels)
  WHERE ((o.archived_at IS NULL) AND shop.is_open(o.status))
UNION ALL
 SELECT o.id AS order_id,
    'returned'::text AS work
   FROM (shop.returned_orders r
     JOIN public.orders o ON ((o.id = r.order_id)))
  WHERE ((o.status = 'cancelled'::shop.order_status) OR r.is_part)
UNION ALL
 SELECT o.id AS order_id,
    'to_refund'::text AS work
   FROM public.orders o
  WHERE ((o.to_refund > (0)::numeric) AND (o.archived_at IS NULL));

CREATE VIEW "shop"."order_lists" WITH (security_invoker=true) AS  SELECT w.order_id,
    w.work
   FROM shop.order_work w
UNION ALL
 SELECT DISTINCT c.order_id,
    'to_check'::text AS work
   FROM (public.advance_claims c
     JOIN public.orders o ON ((o.id = c.order_id)))
  WHERE ((c.state = 'sent'::shop.transfer_state) AND (o.archived_at IS NULL))
UNION ALL
 SELECT m.order_id,
    'advance_late'::text AS work
   FROM shop.missing_advances m
  WHERE (m.is_late AND (NOT (EXISTS ( SELECT
           FROM public.advance_claims c
          WHERE ((c.order_id = m.order_id) AND (c.state = 'sent'::shop.transfer_state))))));

CREATE INDEX orders_to_refund ON public.orders USING btree (updated_at)
  WHERE (to_refund > (0)::numeric);

REVOKE ALL ON FUNCTION "shop"."book_cash"(public.orders, numeric, shop.ledger_account, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."book_cash"(public.orders, numeric, shop.ledger_account, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."book_cash"(public.orders, numeric, shop.ledger_account, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."book_cash"(public.orders, numeric, shop.ledger_account, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."collections_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."collections_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."collections_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."collections_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."count_uncollected"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."count_uncollected"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."count_uncollected"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."count_uncollected"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."fix_sums"(public.shipments, public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."fix_sums"(public.shipments, public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."fix_sums"(public.shipments, public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."fix_sums"(public.shipments, public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."has_arrived"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."has_arrived"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."has_arrived"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."has_arrived"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_returned"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_returned"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_returned"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_returned"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_delivered"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_delivered"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_delivered"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_delivered"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."to_collect_of"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."to_collect_of"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."to_collect_of"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."to_collect_of"(public.orders) TO "service_role";

REVOKE ALL ON TABLE "public"."shipments_of_orders" FROM "service_role";

GRANT SELECT ON TABLE "public"."shipments_of_orders" TO "service_role";

GRANT SELECT ON TABLE "shop"."order_lists" TO "service_role";

GRANT SELECT ON TABLE "shop"."order_parts" TO "service_role";

GRANT SELECT ON TABLE "shop"."order_work" TO "service_role";

GRANT SELECT ON TABLE "shop"."returned_orders" TO "service_role";

-- Rows that shops have. No trigger: nobody does this, and no timeline tells of it.
alter table public.orders disable trigger user;
alter table public.payments disable trigger user;

-- What was collected with the one parcel of an order is under its number.
update public.payments p set reference = s.number
  from (select s.order_id, min(s.shipment_number) as number from public.shipments s
         where s.archived_at is null and s.status = 'delivered' group by s.order_id having count(*) = 1) s
 where p.order_id = s.order_id and p.kind = 'collected' and p.reference = '' and p.reverses is null
   and not exists (select from public.payments r where r.reverses = p.id)
   and not exists (select from public.payments k where k.order_id = p.order_id and k.kind = 'collected' and k.reference = s.number);

-- What parcels that came back did not collect is not owed while another one goes on or arrived.
update public.orders o set uncollected = u.uncollected
  from (select s.order_id, sum(p.collect) filter (where shop.is_back(s.status)) as uncollected
          from public.shipments s join shop.parcel_sums p on p.shipment_id = s.id
         where s.archived_at is null group by s.order_id having bool_or(not shop.is_back(s.status))) u
 where o.id = u.order_id and u.uncollected > 0;

-- What went back after a delivery is let off, as it was.
update public.orders o
   set goodwill = least(o.refunded, greatest(0, o.total_amount - o.uncollected - o.advance_verified - o.credit_used - o.collected
                                                  + o.refunded))
 where o.refunded > 0 and (o.status = 'delivered' or o.status = 'cancelled' and o.collected > 0);

alter table public.payments enable trigger user;
alter table public.orders enable trigger user;

-- Parcels that were delivered while others were under way have collected theirs: it is booked now.
select set_config('shop.due_changes', 'on', true);
insert into shop.parcel_sums (shipment_id, order_id, collect)
select s.id, o.id, case when row_number() over (partition by o.id order by shop.is_back(s.status), s.created_at, s.id) = 1
                        then o.due_on_delivery else 0 end
  from public.orders o join public.shipments s on s.order_id = o.id and s.archived_at is null
 where shop.is_open(o.status) and not exists (select from shop.parcel_sums p where p.order_id = o.id)
   and exists (select from public.shipments d where d.order_id = o.id and d.archived_at is null and d.status = 'delivered')
   and (select count(*) from public.shipments d where d.order_id = o.id and d.archived_at is null) > 1;
select set_config('shop.due_changes', '', true);
update public.orders o set collected = c.collected
  from (select s.order_id, sum(p.collect) as collected from public.shipments s join shop.parcel_sums p on p.shipment_id = s.id
         where s.archived_at is null and s.status = 'delivered' group by s.order_id) c
 where o.id = c.order_id and shop.is_open(o.status) and c.collected > 0;
