SET local check_function_bodies = off;

DROP TRIGGER "order_confirmations_after" ON "public"."order_confirmations";

DROP FUNCTION "public"."profit_report"(date, date, text, integer);

DROP FUNCTION "shop"."book_paid_back"(shop.dispute_items, public.shipments, jsonb, uuid);

DROP FUNCTION "shop"."dispute_json"(shop.dispute_items);

DROP VIEW "shop"."dispute_items";

DROP VIEW "shop"."courier_wrongs";

DROP FUNCTION "shop"."line_earnings"(timestamp WITH time zone, timestamp WITH time zone);

DROP FUNCTION "shop"."money_state_of"(public.orders, shop.held_of_orders, numeric);

DROP VIEW "shop"."held_of_orders";

DROP VIEW "shop"."held_by_couriers";

DROP FUNCTION "shop"."cash_moved"(text, text);

DROP FUNCTION "shop"."order_earnings"(timestamp WITH time zone, timestamp WITH time zone);

DROP FUNCTION "shop"."share_of_line"(numeric, numeric, numeric, numeric);

CREATE TABLE "shop"."changed_earnings" (
  "id"       bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  "order_id" text   NOT NULL,
  CONSTRAINT "changed_earnings_pkey" PRIMARY KEY (id)
);

ALTER TABLE "shop"."changed_earnings"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "shop"."earned_lines" (
  "order_id"             text    NOT NULL,
  "place"                integer NOT NULL,
  "product_id"           text,
  "variant_id"           text,
  "category"             text,
  "is_first_of_product"  boolean NOT NULL,
  "is_first_of_variant"  boolean NOT NULL,
  "is_first_of_category" boolean NOT NULL,
  "placed_on"            date    NOT NULL,
  "is_sold"              boolean NOT NULL,
  "is_delivered"         boolean NOT NULL,
  "is_back"              boolean NOT NULL,
  "ordered"              bigint  NOT NULL,
  "net"                  bigint  NOT NULL,
  "charges"              bigint  NOT NULL,
  "taxes"                bigint  NOT NULL,
  "pieces"               integer NOT NULL,
  "uncosted"             integer NOT NULL,
  "cost"                 bigint  NOT NULL,
  CONSTRAINT "earned_lines_pkey" PRIMARY KEY (order_id, place)
);

ALTER TABLE "shop"."earned_lines"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "shop"."earned_orders" (
  "order_id"     text    NOT NULL,
  "placed_on"    date    NOT NULL,
  "city"         text,
  "source"       text    NOT NULL,
  "code"         text,
  "courier"      text,
  "is_sold"      boolean NOT NULL,
  "confirmed_on" date,
  "sent_on"      date,
  "delivered_on" date,
  "settled_on"   date,
  "came_back_on" date,
  "ordered"      bigint  NOT NULL,
  "net"          bigint  NOT NULL,
  "charges"      bigint  NOT NULL,
  "taxes"        bigint  NOT NULL,
  "pieces"       integer NOT NULL,
  "uncosted"     integer NOT NULL,
  "cost"         bigint  NOT NULL,
  CONSTRAINT "earned_orders_pkey" PRIMARY KEY (order_id)
);

ALTER TABLE "shop"."earned_orders"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION public.list_stock_at_cost (
  sorted_by   text,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with sold as materialized (
    select l.variant_id, max(l.created_at) as last_at,
           sum(l.quantity) filter (where l.created_at >= now() - interval '28 days') as of_weeks
      from (select i.variant_id, i.quantity, o.created_at
              from public.orders o join public.order_items i on i.order_id = o.id
             where o.status <> 'cancelled' and o.archived_at is null and o.created_at >= now() - interval '1 year') l
     group by l.variant_id
  ), lying as materialized (
    select v.id, v.product_id, v.sku, v.color, v.size, v.stock_quantity as pieces, c.unit_cost, s.last_at,
           coalesce(s.of_weeks, 0) as of_weeks,
           shop.day_of(now()) - shop.day_of(coalesce(s.last_at, v.created_at)) as days,
           case when s.of_weeks > 0 then floor(v.stock_quantity * 28 / s.of_weeks) end as days_left
      from public.product_variants v
      join public.products p on p.id = v.product_id and p.archived_at is null
      left join shop.piece_costs c on c.variant_id = v.id
      left join sold s on s.variant_id = v.id
     where v.archived_at is null
       and case sorted_by when 'short' then s.of_weeks > 0 when 'uncosted' then v.stock_quantity > 0 and c.unit_cost is null
                          else v.stock_quantity > 0 end
  ), page as (
    select l.*, row_number() over (
             order by case sorted_by when 'dead' then - l.days when 'short' then l.days_left when 'worth' then - l.pieces * l.unit_cost end,
                      case when sorted_by = 'uncosted' then l.id end desc, l.id) as place
      from lying l
     order by place offset page_offset limit page_limit
  )
  select jsonb_build_object(
    'total', (select count(*) from lying),
    'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'id', n.id, 'product_id', n.product_id, 'name', (select p.name from public.products p where p.id = n.product_id),
                'color', n.color, 'size', n.size, 'sku', n.sku, 'pieces', n.pieces, 'unit_cost', round(n.unit_cost, 2),
                'cost', round(n.pieces * n.unit_cost, 2), 'last_sold', shop.day_of(n.last_at), 'days', n.days, 'sold', n.of_weeks,
                'days_left', n.days_left) order by n.place), '[]') from page n));
$function$;

CREATE OR REPLACE FUNCTION public.profit_report (
  first_day  date,
  last_day   date,
  grouped_by text,
  max_groups integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  perform shop.work_out_earnings();
  return (
    with groups as materialized (
      select g.* from shop.earned_by_piece(first_day, last_day, grouped_by) g where grouped_by in ('product', 'choice', 'category')
      union all
      select g.* from shop.earned_by_order(first_day, last_day, grouped_by) g where grouped_by not in ('product', 'choice', 'category')
    ), ranked as (
      select g.*, row_number() over (order by case when grouped_by in ('day', 'month') then g.key end,
                                              g.net - g.charges - g.taxes - g.cost desc, g.key) as place
        from groups g
       order by place limit max_groups
    ), named as (
      select r.*, case grouped_by when 'product' then (select p.name from public.products p where p.id = r.key)
                                  when 'choice' then (select concat_ws(' ', p.name,
                                                                       '(' || nullif(shop.choice_name(v.color, v.size), '') || ')')
                                                        from public.product_variants v join public.products p on p.id = v.product_id
                                                       where v.id = r.key)
                                  when 'category' then (select c.name from public.categories c where c.slug = r.key)
                                  else r.key end as name
        from ranked r
    )
    select jsonb_build_object(
      'stages', (select jsonb_agg(jsonb_build_object('stage', s.stage, 'orders', s.orders,
                                                     'amount', round(coalesce(s.ordered, 0)::numeric / 100, 2)) order by s.place)
                   from (select count(*) as placed, sum(e.ordered) as of_placed,
                                count(e.confirmed_on) as confirmed,
                                sum(e.ordered) filter (where e.confirmed_on is not null) as of_confirmed,
                                count(e.sent_on) as sent, sum(e.ordered) filter (where e.sent_on is not null) as of_sent,
                                count(e.delivered_on) as delivered,
                                sum(e.ordered) filter (where e.delivered_on is not null) as of_delivered,
                                count(e.settled_on) as settled, sum(e.ordered) filter (where e.settled_on is not null) as of_settled
                           from shop.earned_orders e where e.placed_on between first_day and last_day) r
                  cross join lateral (values
                    (1, 'placed', r.placed, r.of_placed), (2, 'confirmed', r.confirmed, r.of_confirmed), (3, 'sent', r.sent, r.of_sent),
                    (4, 'delivered', r.delivered, r.of_delivered),
                    (5, 'settled', r.settled, r.of_settled)) s (place, stage, orders, ordered)),
      'totals', (select shop.earned_json(jsonb_build_object(
                          'orders', coalesce(sum(t.orders), 0), 'delivered', coalesce(sum(t.delivered), 0),
                          'came_back', coalesce(sum(t.came_back), 0), 'ordered', sum(t.ordered), 'net', sum(t.net),
                          'charges', sum(t.charges), 'taxes', sum(t.taxes), 'pieces', coalesce(sum(t.pieces), 0),
                          'uncosted', coalesce(sum(t.uncosted), 0), 'cost', sum(t.cost)))
                   from shop.earned_by_order(first_day, last_day, 'all') t),
      'group_count', (select count(*) from groups),
      'groups', (select coalesce(jsonb_agg(shop.earned_json(to_jsonb(n) - 'place') order by n.place), '[]') from named n)));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."profit_report"(date, date, text, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.save_courier (
  courier_id       text,
  fields           jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.couriers;
  wanted public.couriers;
  noted jsonb;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  if courier_id is not null then
    select * into before from public.couriers c where c.id = save_courier.courier_id for update;
    if not found then
      perform shop.refuse('courier_not_found');
    end if;
    perform shop.check_version(before.updated_at, expected_version);
    noted := shop.noted_courier(before);
  end if;
  wanted := jsonb_populate_record(before, fields);
  if before.adapter <> wanted.adapter and exists (select from public.courier_bookings b where b.courier_id = before.id) then
    perform shop.refuse_field('adapter', 'Parcels were booked with this courier. Add another one instead, and set this one aside.');
  end if;
  begin
    if before.id is null then
      insert into public.couriers (name, adapter, cut_off, pickup_code, payout_days, file_mapping, is_active)
      values (wanted.name, wanted.adapter, wanted.cut_off, wanted.pickup_code, wanted.payout_days, wanted.file_mapping, wanted.is_active)
        returning * into wanted;
    else
      update public.couriers c
         set (name, adapter, cut_off, pickup_code, payout_days, file_mapping, is_active) =
             (wanted.name, wanted.adapter, wanted.cut_off, wanted.pickup_code, wanted.payout_days, wanted.file_mapping, wanted.is_active)
       where c.id = before.id returning * into wanted;
    end if;
  exception when unique_violation then
    perform shop.refuse_field('name', 'Another courier has this name');
  end;

  delete from public.courier_cities c where c.courier_id = wanted.id;
  delete from public.courier_charges c where c.courier_id = wanted.id;
  delete from public.courier_advice_hours h where h.courier_id = wanted.id;
  insert into public.courier_cities (courier_id, city, courier_name, courier_code, zone)
  select wanted.id, c.city, c.courier_name, c.courier_code, c.zone
    from jsonb_to_recordset(fields -> 'cities') as c (city text, courier_name text, courier_code text, zone text);
  insert into public.courier_charges (courier_id, zone, valid_from, up_to_grams, charge, further_kg)
  select wanted.id, c.zone, c.valid_from, c.up_to_grams, c.charge, c.further_kg
    from jsonb_to_recordset(fields -> 'charges') as c (zone text, valid_from date, up_to_grams integer, charge numeric, further_kg numeric);
  perform shop.write_courier_taxes(wanted.id, fields -> 'taxes');
  insert into public.courier_advice_hours (courier_id, reason, hours)
  select wanted.id, h.reason, h.hours from jsonb_to_recordset(fields -> 'advice_hours') as h (reason text, hours integer);

  perform shop.write_audit(actor, 'settings', wanted.id::text, 'courier ' || wanted.name, noted, shop.noted_courier(wanted));
  return shop.courier_json(wanted);
end;
$function$;

CREATE OR REPLACE FUNCTION public.stages_by_day (
  first_day   date,
  last_day    date,
  is_by_event boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  perform shop.work_out_earnings();
  return (
    with passed as materialized (
      select s.stage, c.day, count(*) as orders, sum(e.ordered) as amount
        from shop.earned_orders e
       cross join lateral (values ('placed', e.placed_on), ('confirmed', e.confirmed_on), ('sent', e.sent_on),
                                  ('delivered', e.delivered_on), ('settled', e.settled_on), ('came_back', e.came_back_on)) s (stage, day)
       cross join lateral (select case when is_by_event then s.day else e.placed_on end as day) c
       where s.day is not null and c.day between first_day and last_day
       group by s.stage, c.day
    ), counted as (
      select p.day, p.stage, sum(p.orders) as orders, round(sum(p.amount) / 100, 2) as amount
        from passed p group by grouping sets ((p.day, p.stage), (p.stage))
    ), told as (
      select d.day, jsonb_agg(jsonb_build_object('stage', s.stage, 'orders', coalesce(c.orders, 0), 'amount', coalesce(c.amount, 0))
                              order by s.place) as stages
        from (select first_day + n as day from generate_series(0, last_day - first_day) n union all select null) d
       cross join (values (1, 'placed'), (2, 'confirmed'), (3, 'sent'), (4, 'delivered'), (5, 'settled'),
                          (6, 'came_back')) s (place, stage)
        left join counted c on c.stage = s.stage and c.day is not distinct from d.day
       group by d.day
    )
    select jsonb_build_object(
      'stages', (select t.stages from told t where t.day is null),
      'days', (select jsonb_agg(jsonb_build_object('day', t.day, 'stages', t.stages) order by t.day) from told t
                where t.day is not null)));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."stages_by_day"(date, date, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.after_confirmation_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.state <> old.state then perform shop.earn_anew(array[new.order_id]); end if;
  if new.overridden_at is distinct from old.overridden_at then perform shop.log_override(new); end if;
  if new.overridden_at is not null and old.overridden_at is null then
    perform shop.need_right('override_confirmation');
    perform shop.end_proof(new.order_id);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_courier_taxes_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.earn_anew(array(
    select s.order_id
      from changed_taxes t
      join public.settlement_lines l on l.courier_id = t.courier_id and l.is_standing and l.day >= t.valid_from
      join public.shipments s on s.id = l.shipment_id));
  return null;
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
  perform shop.earn_anew(array[new.id]);
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
  if shop.has_shipped(new.status) and not shop.has_shipped(old.status) then perform shop.keep_costs(new.id); end if;
  if shop.is_unshipped(new.status) and not shop.is_unshipped(old.status) then perform shop.forget_costs(new.id); end if;
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
  if moves and 'delivered' in (old.status, new.status) then perform shop.count_returned(new.id); end if;
  if is_given_up then perform shop.undo_exchange(old, new); end if;
  if shop.is_found_elsewhere(old, new) then perform shop.store_order_words(new.id); end if;
  if moves then perform shop.copy_status_to_words(new); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_order_placed (
  new public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.earn_anew(array[new.id]);
  if new.collected <> 0 then perform shop.book_collected(null, new); end if;
  perform shop.begin_confirmation(new);
  perform shop.count_order(null, new);
  if shop.has_shipped(new.status) then perform shop.check_dispatch_gate(new.id); end if;
  if shop.is_discounted(null, new) and coalesce(current_setting('shop.makes_exchange', true), '') <> 'on' then
    perform shop.need_right('discount_orders');
  end if;
  if new.placed_by is not null then perform shop.need_right('place_orders'); end if;
  if new.shopper_id is not null then perform shop.note_used_address(new); end if;
  if new.placed_by is not null then perform shop.note_order_by_staff(new); end if;
  if new.status = 'delivered' then perform shop.promise_returns(new); end if;
  if new.source = 'website' and new.archived_at is null and new.status = 'pending' then perform shop.push_new_order(new); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_payment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.count_payment(new);
  if new.settlement_id is null and 'courier' in (new.from_account, new.to_account) then perform shop.follow_cash(new); end if;
  if new.order_id is not null and 'courier' in (new.from_account, new.to_account) then
    perform shop.earn_anew(array[new.order_id]);
  end if;
  -- An exchange pays for what goes out with what comes back; giving it up takes back what was no refund yet.
  if new.kind in ('refund', 'credit_given')
     and coalesce(current_setting('shop.undoes_exchange', true), '') <> 'on'
     and coalesce(current_setting('shop.makes_exchange', true), '') <> 'on'
  then
    perform shop.need_right('refund');
  end if;
  if new.kind in ('advance', 'settled', 'short_paid', 'supplier_paid') then perform shop.need_right('verify_payments'); end if;
  -- What a supplier gets is for whoever sees what pieces cost.
  if new.supplier_id is not null then perform shop.need_right('buy_stock'); end if;
  if new.actor is not null and new.order_id is null and new.customer_id is not null then perform shop.note_credit(new); end if;
  if new.actor is not null and new.supplier_id is not null then perform shop.note_supplier_payment(new); end if;
  if new.reverses is not null and new.kind = 'advance' then perform shop.follow_payment(new); end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_product_changed (
  old public.products,
  new public.products
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  is_priced_anew constant boolean := (old.price, old.original_price) is distinct from (new.price, new.original_price);
  -- Whatever staff edit makes a new version, but the shop itself counts stock and reviews.
  is_edited constant boolean := old.updated_at <> new.updated_at;
  is_shown_anew constant boolean := (old.in_stock, old.rating, old.review_count) <> (new.in_stock, new.rating, new.review_count)
    or is_edited and to_jsonb(old) - array['stock_quantity', 'left_over', 'updated_at']
                  <> to_jsonb(new) - array['stock_quantity', 'left_over', 'updated_at'];
begin
  if new.is_available and new.archived_at is null and new.stock_quantity > 0 and (not old.is_available or old.archived_at is not null) then
    perform shop.notice_product_on_sale(new);
  end if;
  if (old.stock_quantity, old.left_over) = (new.stock_quantity, new.left_over) then
    perform shop.note_row(to_jsonb(old), to_jsonb(new), 'product', 'id', '', 'name',
                          'price,original_price,in_stock,rating,review_count,search_words');
  end if;
  if is_edited and shop.edited_of(to_jsonb(old)) <> shop.edited_of(to_jsonb(new)) then
    perform shop.need_right('edit_products');
  end if;
  if is_priced_anew then perform shop.need_right('change_prices'); end if;
  if is_priced_anew then perform shop.note_row(to_jsonb(old), to_jsonb(new), 'price', 'id', '', 'name', '', 'price,original_price'); end if;
  if shop.runs_low(old, new) then perform shop.push_low_stock(new); end if;
  if is_shown_anew then perform shop.mark_pages_stale(); end if;
  if old.category <> new.category then
    perform shop.earn_anew(array(select i.order_id from public.order_items i where i.product_id = new.id));
  end if;
  if old.stock_quantity + old.left_over <> new.stock_quantity + new.left_over then perform shop.require_history_row(old, new); end if;
  if (old.name, old.category, old.material, old.colors, old.occasions, old.description)
     is distinct from (new.name, new.category, new.material, new.colors, new.occasions, new.description) then
    perform shop.store_words_of(new.id);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_settlement_lines_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.require_settled(c.settlement_id) from (select distinct l.settlement_id from changed_lines l) c;
  perform shop.follow_lines(array_agg(c::public.settlement_lines)) from changed_lines c having count(*) > 0;
  perform shop.earn_anew(array(select s.order_id from changed_lines l join public.shipments s on s.id = l.shipment_id));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_shipment_added (
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.earn_anew(array[new.order_id]);
  if not shop.is_back(new.status) then perform shop.check_dispatch_gate(new.order_id); end if;
  perform shop.log_parcel_change(null, new);
  perform shop.need_right('send_parcels');
  perform shop.note_courier_parcel(new);
  perform shop.follow_parcels(new);
  if not shop.is_back(new.status) then perform shop.replace_parcels(new); end if;
  if shop.has_left(new.status) then perform shop.check_photo(new.order_id); end if;
  perform shop.end_proof(new.order_id);
  if new.tracking_number <> '' then perform shop.store_order_words(new.order_id); end if;
  if shop.has_left(new.status) then perform shop.note_parcel_news(new); end if;
  perform shop.count_returned(new.order_id);
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
  perform shop.earn_anew(array[old.order_id, new.order_id]);
  if (moves or new.order_id <> old.order_id) and not shop.is_back(new.status) then perform shop.check_dispatch_gate(new.order_id); end if;
  perform shop.log_parcel_change(old, new);
  if shop.is_sent_by_hand(old, new) then perform shop.need_right('send_parcels'); end if;
  if old.received_at is null and new.received_at is not null then perform shop.need_right('receive_returns'); end if;
  if moves or new.carrier <> old.carrier or new.archived_at is distinct from old.archived_at then
    perform shop.note_courier_parcel(new);
  end if;
  if moves and (shop.is_over(old.status) or shop.is_over(new.status)) then perform shop.follow_parcel_sum(new); end if;
  if comes_or_goes then perform shop.follow_parcels(new); end if;
  if new.order_id <> old.order_id then
    perform shop.follow_lines(array_agg(l)) from public.settlement_lines l where l.shipment_id = new.id having count(*) > 0;
  end if;
  if moves and shop.has_left(new.status) then perform shop.check_photo(new.order_id); end if;
  if moves and shop.is_back(new.status) and new.archived_at is null then perform shop.push_parcel(new); end if;
  if comes_or_goes or old.tracking_number <> new.tracking_number then perform shop.store_order_words(new.order_id); end if;
  if moves then perform shop.note_parcel_news(new); end if;
  if comes_or_goes or shop.is_back(old.status) <> shop.is_back(new.status) or (old.received_at is null) <> (new.received_at is null) then
    perform shop.count_returned(new.order_id);
  end if;
  if new.order_id <> old.order_id then perform shop.count_returned(l) from unnest(array[old.order_id, new.order_id]) l; end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.count_returned (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.earn_anew(array[count_returned.order_id]);
  update shop.sold_lines s set returned = r.units, returned_paisas = r.paisas
    from public.orders o cross join lateral shop.returned_of(o) r
   where o.id = count_returned.order_id and s.order_id = o.id and s.position = r.place
     and (s.returned, s.returned_paisas) <> (r.units, r.paisas);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.earn_anew (
  order_ids text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  insert into shop.changed_earnings (order_id) select distinct o.id from unnest(order_ids) o (id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.earned_by_order (
  first_day  date,
  last_day   date,
  grouped_by text
)
  RETURNS TABLE (
    key       text,
    orders    bigint,
    delivered bigint,
    came_back bigint,
    ordered   bigint,
    net       bigint,
    charges   bigint,
    taxes     bigint,
    pieces    bigint,
    uncosted  bigint,
    cost      bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select o.key, count(*) filter (where o.is_sold), count(o.delivered_on), count(o.came_back_on),
         coalesce(sum(o.ordered) filter (where o.is_sold), 0)::bigint, sum(o.net)::bigint, sum(o.charges)::bigint, sum(o.taxes)::bigint,
         sum(o.pieces), sum(o.uncosted), sum(o.cost)::bigint
    from (select e.*, case grouped_by when 'day' then e.placed_on::text when 'month' then to_char(e.placed_on, 'YYYY-MM')
                                      when 'city' then e.city when 'courier' then e.courier when 'source' then e.source
                                      when 'code' then e.code end as key
            from shop.earned_orders e where e.placed_on between first_day and last_day) o
   group by o.key;
$function$;

CREATE OR REPLACE FUNCTION shop.earned_by_piece (
  first_day  date,
  last_day   date,
  grouped_by text
)
  RETURNS TABLE (
    key       text,
    orders    bigint,
    delivered bigint,
    came_back bigint,
    ordered   bigint,
    net       bigint,
    charges   bigint,
    taxes     bigint,
    pieces    bigint,
    uncosted  bigint,
    cost      bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select l.key, count(*) filter (where l.is_first and l.is_sold), count(*) filter (where l.is_first and l.is_delivered),
         count(*) filter (where l.is_first and l.is_back), coalesce(sum(l.ordered) filter (where l.is_sold), 0)::bigint,
         sum(l.net)::bigint, sum(l.charges)::bigint, sum(l.taxes)::bigint, sum(l.pieces), sum(l.uncosted), sum(l.cost)::bigint
    from (select e.*, case grouped_by when 'product' then e.product_id when 'choice' then e.variant_id else e.category end as key,
                 case grouped_by when 'product' then e.is_first_of_product when 'choice' then e.is_first_of_variant
                                 else e.is_first_of_category end as is_first
            from shop.earned_lines e where e.placed_on between first_day and last_day) l
   group by l.key;
$function$;

CREATE OR REPLACE FUNCTION shop.earned_json (
  earned jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select earned || jsonb_object_agg(s.name, round(s.paisas / 100, 2))
    from (select n.name, coalesce((earned ->> n.name)::numeric, 0) as paisas
            from unnest('{ordered,net,charges,taxes,cost}'::text[]) n (name)
          union all
          select 'profit', coalesce((earned ->> 'net')::numeric - (earned ->> 'charges')::numeric - (earned ->> 'taxes')::numeric
                                    - (earned ->> 'cost')::numeric, 0)) s;
$function$;

CREATE OR REPLACE FUNCTION shop.earnings_of (
  order_ids text[]
)
  RETURNS TABLE (
    order_id     text,
    placed_on    date,
    city         text,
    source       text,
    code         text,
    courier      text,
    is_sold      boolean,
    confirmed_on date,
    sent_on      date,
    delivered_on date,
    settled_on   date,
    came_back_on date,
    ordered      bigint,
    net          bigint,
    charges      bigint,
    taxes        bigint
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  return query
    with parcels as materialized (
      select s.order_id, (array_agg(s.carrier order by s.created_at desc, s.id))[1] as carrier
        from public.shipments s where s.order_id = any (order_ids) and s.archived_at is null
       group by s.order_id
    ), rates as materialized (
      select t.courier_id, t.tax, t.treatment, t.valid_from as begins,
             lead(t.valid_from, 1, 'infinity') over (partition by t.courier_id, t.tax order by t.valid_from) as ends
        from public.courier_taxes t
    ), taken as materialized (
      select s.order_id, sum(l.shipping + l.other_charges) as charges,
             sum(case when gst.treatment = 'credit' then 0 else l.gst end
                 + case when income.treatment = 'final' then l.income_tax else 0 end
                 + case when sales.treatment = 'final' then l.sales_tax else 0 end) as taxes
        from public.shipments s
        join public.settlement_lines l on l.shipment_id = s.id and l.is_standing
        left join rates gst on gst.courier_id = l.courier_id and gst.tax = 'gst' and l.day >= gst.begins and l.day < gst.ends
        left join rates income on income.courier_id = l.courier_id and income.tax = 'income_tax' and l.day >= income.begins
                              and l.day < income.ends
        left join rates sales on sales.courier_id = l.courier_id and sales.tax = 'sales_tax' and l.day >= sales.begins
                             and l.day < sales.ends
       where s.order_id = any (order_ids)
       group by s.order_id
    ), passed as materialized (
      select m.order_id, min(shop.day_of(m.at)) filter (where m.stage = 'confirmed') as confirmed_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'sent') as sent_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'delivered') as delivered_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'settled') as settled_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'came_back') as came_back_on
        from shop.stage_moments(order_ids) m group by m.order_id
    )
    select o.id, shop.day_of(o.created_at), coalesce(o.city_known, nullif(o.city, '')), o.source::text, o.discount_code,
           nullif(p.carrier, ''), o.status <> 'cancelled', d.confirmed_on, d.sent_on, d.delivered_on, d.settled_on, d.came_back_on,
           (o.total_amount * 100)::bigint, (coalesce(shop.net_of(o), 0) * 100)::bigint, (coalesce(t.charges, 0) * 100)::bigint,
           (coalesce(t.taxes, 0) * 100)::bigint
      from public.orders o
      left join parcels p on p.order_id = o.id
      left join taken t on t.order_id = o.id
      left join passed d on d.order_id = o.id
     where o.id = any (order_ids) and o.archived_at is null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.forget_settled (
  settlement_id text DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  looked_at shop.courier_cash[];
begin
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  looked_at := array(
    select c from shop.courier_cash c
     where forget_settled.settlement_id is null
        or exists (select from public.settlement_lines l join public.shipments s on s.id = l.shipment_id
                    where l.settlement_id = forget_settled.settlement_id and s.order_id = c.order_id and s.shipment_number = c.number)
     for update skip locked);
  -- A statement of its own: it sees what was paid before the rows were locked.
  delete from shop.courier_cash c using unnest(looked_at) k
   where c.order_id is not distinct from k.order_id and c.number = k.number and c.is_by_file = k.is_by_file
     and not exists (select from shop.held_by_couriers h where h.order_id is not distinct from c.order_id and h.number = c.number);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.month_balance (
  month date
)
  RETURNS TABLE (
    account shop.book_account,
    opening numeric,
    debit   numeric,
    credit  numeric,
    closing numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with kept as materialized (
    select shop.end_of_month(m.month) as ended, m.balance from public.closed_months m
     where m.reopened_at is null and m.month < month_balance.month order by m.month desc limit 1
  ), sums as (
    select j.account, coalesce(sum(j.amount) filter (where j.at < shop.start_of_day(month_balance.month)), 0) as opening,
           coalesce(sum(j.amount) filter (where j.at >= shop.start_of_day(month_balance.month) and j.amount > 0), 0) as debit,
           coalesce(- sum(j.amount) filter (where j.at >= shop.start_of_day(month_balance.month) and j.amount < 0), 0) as credit
      from shop.journal j
     where j.at >= coalesce((select k.ended from kept k), '-infinity') and j.at < shop.end_of_month(month_balance.month)
     group by j.account
  )
  select c.account, o.amount, coalesce(s.debit, 0), coalesce(s.credit, 0), o.amount + coalesce(s.debit - s.credit, 0)
    from shop.usual_chart() c
    left join sums s on s.account = c.account
   cross join lateral (select coalesce((select (k.balance #>> array[c.account::text, 'closing'])::numeric from kept k), 0)
                            + coalesce(s.opening, 0) as amount) o
   order by c.number;
$function$;

CREATE OR REPLACE FUNCTION shop.pieces_gone (
  order_ids text[]
)
  RETURNS TABLE (
    order_id   text,
    place      integer,
    product_id text,
    variant_id text,
    weight     numeric,
    pieces     integer,
    uncosted   integer,
    cost       bigint
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  return query
    with lost as materialized (
      select g.order_item_id, sum(g.quantity) as pieces from public.goods_back g
       where g.order_id = any (order_ids) and g.disposition in ('damaged', 'missing') group by g.order_item_id
    )
    select l.order_id, l.position, l.product_id, l.variant_id, l.weight, l.gone, case when k.unit_cost is null then l.gone else 0 end,
           coalesce(round(l.gone * k.unit_cost, 2) * 100, 0)::bigint
      from (select i.order_id, i.id, i.position, i.product_id, i.variant_id,
                   -- What is free has a trace of it, so that there is always somebody to bear a charge.
                   i.quantity * i.price - i.discount + 0.0001 as weight,
                   (case when o.status = 'delivered' then coalesce(s.sent - s.received, i.quantity) else 0 end
                    + coalesce(n.pieces, 0))::integer as gone
              from public.orders o
              join public.order_items i on i.order_id = o.id
              left join shop.sent_pieces s on s.order_item_id = i.id
              left join lost n on n.order_item_id = i.id
             where o.id = any (order_ids)) l
      left join shop.line_costs k on k.item_id = l.id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.remove_sold_lines()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  delete from shop.sold_lines s using removed r where s.order_id = r.order_id and s.position = r.position;
  perform shop.earn_anew(array(select r.order_id from removed r));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.share_of_line (
  amount bigint,
  upto   numeric,
  whole  numeric,
  weight numeric
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
RETURN CASE WHEN (whole IS NULL) THEN amount ELSE ((round((((amount)::numeric * upto) / whole)))::bigint - (round((((amount)::numeric * (upto - weight)) / whole)))::bigint) END;

CREATE OR REPLACE FUNCTION shop.stage_moments (
  order_ids text[]
)
  RETURNS TABLE (
    order_id text,
    stage    text,
    at       timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with parcels as materialized (
    select s.order_id, bool_or(s.status <> 'preparing') as has_left, bool_or(s.status = 'returned') as came_back
      from public.shipments s where s.order_id = any (order_ids) and s.archived_at is null group by s.order_id
  ), told as materialized (
    select e.order_id,
           min(e.created_at) filter (where e.kind = 'confirmation' and e.after ->> 'confirmation' = 'confirmed') as confirmed_at,
           min(e.created_at) filter (where e.kind = 'order' and e.after ->> 'status' in ('shipped', 'delivered')
                                        or e.kind = 'parcel' and e.after ->> 'status' <> 'preparing') as sent_at,
           max(e.created_at) filter (where e.kind = 'order' and e.after ->> 'status' = 'delivered') as delivered_at,
           max(e.created_at) filter (where e.kind = 'parcel' and e.after ->> 'status' = 'returned') as back_at
      from public.order_events e
     where e.order_id = any (order_ids) and e.kind in ('order', 'parcel', 'confirmation')
     group by e.order_id
  ), paid as materialized (
    select m.order_id, max(m.at) as at
      from (select p.order_id, p.created_at as at from public.payments p
             where p.order_id = any (order_ids) and p.kind <> 'refund' and p.reverses is null
            union all
            select s.order_id, f.created_at
              from public.shipments s
              join public.settlement_lines l on l.shipment_id = s.id and l.is_standing and l.outcome = 'delivered'
              join public.settlements f on f.id = l.settlement_id
             where s.order_id = any (order_ids)) m
     group by m.order_id
  ), held as materialized (select distinct h.order_id from shop.held_by_couriers h where h.order_id = any (order_ids))
  select o.id, m.stage, m.at
    from public.orders o
    left join parcels p on p.order_id = o.id
    left join told t on t.order_id = o.id
    left join paid on paid.order_id = o.id
    left join held h on h.order_id = o.id
    left join public.order_confirmations f on f.order_id = o.id
   cross join lateral (select coalesce(p.has_left, false) or shop.has_shipped(o.status) as is_sent,
                              case when o.status = 'delivered' then coalesce(t.delivered_at, o.created_at) end as delivered_at) d
   cross join lateral (select case when d.is_sent then coalesce(least(t.sent_at, d.delivered_at), o.created_at) end as sent_at) s
   cross join lateral (values
     ('placed', true, o.created_at),
     ('confirmed', d.is_sent or f.state = 'confirmed', coalesce(least(t.confirmed_at, s.sent_at), o.created_at)),
     ('sent', d.is_sent, s.sent_at),
     ('delivered', o.status = 'delivered', d.delivered_at),
     ('settled', o.status = 'delivered' and o.due_on_delivery = 0 and h.order_id is null, greatest(d.delivered_at, paid.at)),
     ('came_back', p.came_back, coalesce(t.back_at, o.created_at))) m (stage, has_passed, at)
   where o.id = any (order_ids) and o.archived_at is null and m.has_passed;
$function$;

CREATE OR REPLACE FUNCTION shop.take_back (
  payment public.payments,
  reason  text
)
  RETURNS public.payments
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  back public.payments;
begin
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, customer_id, courier_id, settlement_id,
                               supplier_id, reference, reason, reverses, actor)
  values (payment.kind, payment.method, payment.to_account, payment.from_account, payment.amount, payment.order_id,
          payment.customer_id, payment.courier_id, payment.settlement_id, payment.supplier_id, payment.reference,
          take_back.reason, payment.id, shop.acting())
  returning * into back;
  if back.order_id is not null and back.kind <> 'collected' then
    perform shop.log_order_event(back.order_id, 'payment', back.kind::text,
              jsonb_strip_nulls(jsonb_build_object('amount', back.amount, 'method', back.method, 'reference', nullif(back.reference, ''))),
              null, back.reason);
  end if;
  return back;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.work_out_earnings()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  changed text[];
begin
  perform pg_advisory_xact_lock(hashtextextended('earnings', 0));
  with taken as (delete from shop.changed_earnings c where true returning c.order_id)
  select array_agg(distinct t.order_id) into changed from taken t;
  if changed is null then
    return;
  end if;
  -- Each statement sees what was committed before it: what changes from here on has a row of its own, for the next time.
  delete from shop.earned_orders e where e.order_id = any (changed);
  with orders as materialized (select * from shop.earnings_of(changed)),
  lines as materialized (
    select l.*, sum(l.weight) over (partition by l.order_id order by l.place) as upto,
           sum(l.weight) over (partition by l.order_id) as whole
      from shop.pieces_gone(changed) l
  ), kept as (
    insert into shop.earned_orders (order_id, placed_on, city, source, code, courier, is_sold, confirmed_on, sent_on,
                                    delivered_on, settled_on, came_back_on, ordered, net, charges, taxes, pieces, uncosted, cost)
    select o.*, coalesce(l.pieces, 0), coalesce(l.uncosted, 0), coalesce(l.cost, 0)
      from orders o
      left join (select n.order_id, sum(n.pieces) as pieces, sum(n.uncosted) as uncosted, sum(n.cost) as cost
                   from lines n group by n.order_id) l on l.order_id = o.order_id
  )
  insert into shop.earned_lines (order_id, place, product_id, variant_id, category, is_first_of_product, is_first_of_variant,
                                 is_first_of_category, placed_on, is_sold, is_delivered, is_back, ordered, net, charges,
                                 taxes, pieces, uncosted, cost)
  select o.order_id, coalesce(l.place, 0), l.product_id, l.variant_id, p.category,
         row_number() over (partition by o.order_id, l.product_id order by l.place) = 1,
         row_number() over (partition by o.order_id, l.variant_id order by l.place) = 1,
         row_number() over (partition by o.order_id, p.category order by l.place) = 1, o.placed_on, o.is_sold,
         o.delivered_on is not null, o.came_back_on is not null,
         shop.share_of_line(o.ordered, l.upto, l.whole, l.weight), shop.share_of_line(o.net, l.upto, l.whole, l.weight),
         shop.share_of_line(o.charges, l.upto, l.whole, l.weight), shop.share_of_line(o.taxes, l.upto, l.whole, l.weight),
         coalesce(l.pieces, 0), coalesce(l.uncosted, 0), coalesce(l.cost, 0)
    from orders o
    left join lines l on l.order_id = o.order_id
    left join public.products p on p.id = l.product_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.write_courier_taxes (
  courier_id text,
  taxes      jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  wanted constant public.courier_taxes[] := array(
    select (write_courier_taxes.courier_id, t.tax, t.valid_from, t.percent, t.treatment)::public.courier_taxes
      from jsonb_to_recordset(taxes) as t (tax shop.courier_tax, valid_from date, percent numeric, treatment shop.tax_treatment));
begin
  delete from public.courier_taxes t where t.courier_id = write_courier_taxes.courier_id and t <> all (wanted);
  insert into public.courier_taxes select w.* from unnest(wanted) w
   where not exists (select from public.courier_taxes t where t = w);
end;
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "shop"."earned_orders"
  ADD CONSTRAINT "earned_orders_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "shop"."earned_lines"
  ADD CONSTRAINT "earned_lines_order_id_fkey" FOREIGN KEY (order_id) REFERENCES shop.earned_orders(order_id) ON DELETE CASCADE;

CREATE VIEW "shop"."held_by_couriers" WITH (security_invoker=true) AS  SELECT m.courier_id,
    c.order_id,
    c.number,
    sum(m.amount) AS amount,
    min(m.at) AS since,
    c.id
   FROM (( SELECT k.order_id,
            k.number,
            min(k.id) AS id
           FROM shop.courier_cash k
          GROUP BY k.order_id, k.number) c
     CROSS JOIN LATERAL ( SELECT COALESCE(p.courier_id, ( SELECT l.courier_id
                   FROM (public.settlement_lines l
                     JOIN public.shipments s ON ((s.id = l.shipment_id)))
                  WHERE ((s.order_id = p.order_id) AND (s.shipment_number = p.reference) AND l.is_standing)
                  ORDER BY l.id
                 LIMIT 1)) AS "coalesce",
                CASE p.to_account
                    WHEN 'courier'::shop.ledger_account THEN p.amount
                    ELSE (- p.amount)
                END AS "case",
            p.created_at
           FROM public.payments p
          WHERE ((p.order_id = c.order_id) AND (p.reference = c.number) AND (('courier'::shop.ledger_account = p.from_account) OR ('courier'::shop.ledger_account = p.to_account)))
        UNION ALL
         SELECT l.courier_id,
            (- l.cod),
            f.created_at
           FROM ((public.shipments s
             JOIN public.settlement_lines l ON (((l.shipment_id = s.id) AND l.is_standing AND (l.outcome = 'delivered'::shop.line_outcome))))
             JOIN public.settlements f ON ((f.id = l.settlement_id)))
          WHERE ((s.order_id = c.order_id) AND (s.shipment_number = c.number))
        UNION ALL
         SELECT l.courier_id,
            (- l.cod),
            f.created_at
           FROM (public.settlement_lines l
             JOIN public.settlements f ON ((f.id = l.settlement_id)))
          WHERE ((c.order_id IS NULL) AND (l.shipment_id IS NULL) AND (l.tracking_number = c.number) AND l.is_standing AND (l.outcome = 'delivered'::shop.line_outcome))) m(courier_id, amount, at))
  GROUP BY m.courier_id, c.order_id, c.number, c.id
 HAVING (sum(m.amount) <> (0)::numeric);

CREATE VIEW "shop"."courier_wrongs" WITH (security_invoker=true) AS  SELECT h.courier_id,
    s.id AS shipment_id,
    'cash'::shop.dispute_about AS about,
    NULL::text AS line_id,
        CASE
            WHEN (paid.lines > 0) THEN 'short'::text
            WHEN (EXISTS ( SELECT
               FROM public.settlements f
              WHERE ((f.courier_id = h.courier_id) AND (f.state = 'booked'::shop.settlement_state) AND (f.created_at > (h.since + make_interval(days => c.payout_days)))))) THEN 'missing'::text
            ELSE 'late'::text
        END AS kind,
    h.amount,
    (h.amount + paid.cod) AS expected,
    paid.cod AS said,
    h.since
   FROM (((shop.held_by_couriers h
     JOIN public.couriers c ON ((c.id = h.courier_id)))
     JOIN public.shipments s ON (((s.order_id = h.order_id) AND (s.shipment_number = h.number))))
     CROSS JOIN LATERAL ( SELECT count(*) AS lines,
            COALESCE(sum(l.cod) FILTER (WHERE (l.outcome = 'delivered'::shop.line_outcome)), (0)::numeric) AS cod
           FROM public.settlement_lines l
          WHERE ((l.shipment_id = s.id) AND (l.courier_id = h.courier_id) AND l.is_standing AND (l.outcome <> 'charge'::shop.line_outcome))) paid)
  WHERE ((h.amount > (0)::numeric) AND ((paid.lines > 0) OR ((shop.day_of(now()) - shop.day_of(h.since)) > c.payout_days)))
UNION ALL
 SELECT l.courier_id,
    l.shipment_id,
    'charges'::shop.dispute_about AS about,
    l.id AS line_id,
    'overcharged'::text AS kind,
    (((l.shipping + l.gst) + l.other_charges) - l.expected_charge) AS amount,
    l.expected_charge AS expected,
    ((l.shipping + l.gst) + l.other_charges) AS said,
    f.created_at AS since
   FROM (public.settlement_lines l
     JOIN public.settlements f ON ((f.id = l.settlement_id)))
  WHERE (l.is_standing AND (l.shipment_id IS NOT NULL) AND ((((l.shipping + l.gst) + l.other_charges) - l.expected_charge) >= (1)::numeric) AND (NOT (EXISTS ( SELECT
           FROM public.courier_disputes d
          WHERE ((d.line_id = l.id) AND (d.about = 'charges'::shop.dispute_about) AND shop.is_ended(d.*))))))
UNION ALL
 SELECT l.courier_id,
    l.shipment_id,
    'taxes'::shop.dispute_about AS about,
    l.id AS line_id,
    'overtaxed'::text AS kind,
    ((l.income_tax + l.sales_tax) - l.expected_tax) AS amount,
    l.expected_tax AS expected,
    (l.income_tax + l.sales_tax) AS said,
    f.created_at AS since
   FROM (public.settlement_lines l
     JOIN public.settlements f ON ((f.id = l.settlement_id)))
  WHERE (l.is_standing AND (l.shipment_id IS NOT NULL) AND (((l.income_tax + l.sales_tax) - l.expected_tax) >= (1)::numeric) AND (NOT (EXISTS ( SELECT
           FROM public.courier_disputes d
          WHERE ((d.line_id = l.id) AND (d.about = 'taxes'::shop.dispute_about) AND shop.is_ended(d.*))))));

CREATE VIEW "shop"."dispute_items" WITH (security_invoker=true) AS  SELECT concat_ws('-'::text, (w.about)::text, COALESCE(w.line_id, w.shipment_id)) AS id,
    w.courier_id,
    w.shipment_id,
    w.about,
    w.line_id,
    w.kind,
    w.amount,
    w.expected,
    w.said,
    w.since,
        CASE
            WHEN (d.id IS NULL) THEN 'open'::text
            ELSE 'asked'::text
        END AS state,
    d.asked_by,
    d.asked_at,
    NULL::text AS settled_by,
    NULL::timestamp with time zone AS settled_at,
    ''::text AS reason
   FROM (shop.courier_wrongs w
     LEFT JOIN public.courier_disputes d ON (((d.courier_id = w.courier_id) AND (d.shipment_id = w.shipment_id) AND (d.about = w.about) AND (NOT (d.line_id IS DISTINCT FROM w.line_id)) AND (d.asked_at IS NOT NULL))))
UNION ALL
 SELECT concat_ws('-'::text, (d.about)::text, COALESCE(d.line_id, d.shipment_id)) AS id,
    d.courier_id,
    d.shipment_id,
    d.about,
    d.line_id,
        CASE d.about
            WHEN 'cash'::shop.dispute_about THEN 'short'::text
            WHEN 'charges'::shop.dispute_about THEN 'overcharged'::text
            ELSE 'overtaxed'::text
        END AS kind,
    d.amount,
    NULL::numeric AS expected,
    NULL::numeric AS said,
    COALESCE(d.asked_at, d.ended_at) AS since,
    'settled'::text AS state,
    d.asked_by,
    d.asked_at,
        CASE
            WHEN (d.ended = 'paid'::shop.dispute_end) THEN 'paid_back'::text
            WHEN (d.ended = 'accepted'::shop.dispute_end) THEN 'accepted'::text
            WHEN (loss.at IS NOT NULL) THEN 'written_off'::text
            WHEN ((d.about = 'cash'::shop.dispute_about) AND (later.at IS NOT NULL)) THEN 'courier'::text
            ELSE 'corrected'::text
        END AS settled_by,
    COALESCE(d.ended_at, loss.at, later.at) AS settled_at,
    COALESCE(loss.reason, d.reason) AS reason
   FROM (((public.courier_disputes d
     JOIN public.shipments s ON ((s.id = d.shipment_id)))
     LEFT JOIN LATERAL ( SELECT p.created_at AS at,
            p.reason
           FROM public.payments p
          WHERE ((d.about = 'cash'::shop.dispute_about) AND (p.order_id = s.order_id) AND (p.reference = s.shipment_number) AND (p.kind = 'short_paid'::shop.payment_kind) AND (p.reverses IS NULL) AND (NOT (EXISTS ( SELECT
                   FROM public.payments r
                  WHERE (r.reverses = p.id)))))
          ORDER BY p.sequence DESC
         LIMIT 1) loss ON (true))
     LEFT JOIN LATERAL ( SELECT max(f.created_at) AS at
           FROM (public.settlement_lines l
             JOIN public.settlements f ON ((f.id = l.settlement_id)))
          WHERE ((l.shipment_id = d.shipment_id) AND l.is_standing AND (l.outcome = 'delivered'::shop.line_outcome) AND (f.created_at > d.asked_at))) later ON (true))
  WHERE
        CASE
            WHEN (d.about = 'cash'::shop.dispute_about) THEN (NOT (EXISTS ( SELECT
               FROM shop.held_by_couriers h
              WHERE ((h.order_id = s.order_id) AND (h.number = s.shipment_number) AND (h.courier_id = d.courier_id) AND (h.amount > (0)::numeric)))))
            ELSE (shop.is_ended(d.*) OR (NOT ( SELECT l.is_standing
               FROM public.settlement_lines l
              WHERE (l.id = d.line_id))))
        END;

CREATE OR REPLACE FUNCTION shop.book_paid_back (
  item   shop.dispute_items,
  parcel public.shipments,
  ending jsonb,
  actor  uuid
)
  RETURNS public.payments
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  paid_into constant text := ending ->> 'paidInto';
  booked public.payments;
begin
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, courier_id, reference, reason, actor)
  values ('claim', case paid_into when 'bank' then 'bank_transfer' else 'cash' end::shop.payment_method,
          case item.about when 'taxes' then 'tax_withheld' else 'charges' end::shop.ledger_account, paid_into::shop.ledger_account,
          (ending ->> 'amount')::numeric, parcel.order_id, item.courier_id,
          -- What comes with its next payout is found there by the parcel.
          case paid_into when 'courier' then parcel.shipment_number else coalesce(ending ->> 'reference', '') end,
          'Kept too much of ' || parcel.shipment_number, actor)
  returning * into booked;
  perform shop.log_order_event(parcel.order_id, 'payment', 'claim', null,
                               jsonb_build_object('amount', booked.amount, 'reference', parcel.shipment_number), booked.reason);
  return booked;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.dispute_json (
  item shop.dispute_items
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(item) - '{line_id,about}'::text[] || jsonb_build_object(
    'courier', (select c.name from public.couriers c where c.id = item.courier_id),
    'asked_by', shop.username_of(item.asked_by), 'days', shop.day_of(now()) - shop.day_of(item.since),
    'shipment_number', s.shipment_number, 'order_number', s.order_number,
    'tracking_number', coalesce((select b.tracking_number from public.courier_bookings b
                                  where b.shipment_id = s.id and b.state = 'booked' and b.tracking_number <> '' limit 1),
                                s.tracking_number),
    'reference', coalesce((select f.reference from public.settlement_lines l join public.settlements f on f.id = l.settlement_id
                            where l.id = item.line_id),
                          (select f.reference from public.settlement_lines l join public.settlements f on f.id = l.settlement_id
                            where item.line_id is null and l.shipment_id = item.shipment_id and l.outcome <> 'charge' and l.is_standing
                            order by f.created_at desc limit 1)))
    from public.shipments s where s.id = item.shipment_id;
$function$;

CREATE VIEW "shop"."held_of_orders" WITH (security_invoker=true) AS  SELECT h.order_id,
    COALESCE(sum(h.amount) FILTER (WHERE (h.amount > (0)::numeric)), (0)::numeric) AS held,
    COALESCE(sum(h.amount) FILTER (WHERE (h.amount < (0)::numeric)), (0)::numeric) AS over,
    bool_or(((h.amount > (0)::numeric) AND (EXISTS ( SELECT
           FROM (public.shipments s
             JOIN public.settlement_lines l ON ((l.shipment_id = s.id)))
          WHERE ((s.order_id = h.order_id) AND (s.shipment_number = h.number) AND l.is_standing AND (l.outcome <> 'charge'::shop.line_outcome) AND (l.courier_id = h.courier_id)))))) AS is_short,
    min(h.since) AS since
   FROM shop.held_by_couriers h
  WHERE (h.order_id IS NOT NULL)
  GROUP BY h.order_id;

CREATE OR REPLACE FUNCTION shop.money_state_of (
  of_order public.orders,
  held     shop.held_of_orders,
  lost     numeric
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
RETURN CASE WHEN ((held).over < (0)::numeric) THEN 'over'::text WHEN (held).is_short THEN 'short'::text WHEN ((held).held > (0)::numeric) THEN 'with_courier'::text WHEN
  (lost > (0)::numeric) THEN 'written_off'::text WHEN ((of_order).due_on_delivery > (0)::numeric) THEN 'due'::text WHEN (shop.received_of(of_order) > (0)::numeric) THEN
  'settled'::text ELSE NULL::text END;

CREATE INDEX earned_lines_by_day ON shop.earned_lines USING btree (placed_on);

CREATE INDEX earned_orders_by_day ON shop.earned_orders USING btree (placed_on);

CREATE TRIGGER courier_taxes_added
  AFTER INSERT ON public.courier_taxes REFERENCING NEW TABLE AS changed_taxes
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.after_courier_taxes_change();

CREATE TRIGGER courier_taxes_removed
  AFTER DELETE ON public.courier_taxes REFERENCING OLD TABLE AS changed_taxes
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.after_courier_taxes_change();

CREATE TRIGGER order_confirmations_after
  AFTER UPDATE OF state, overridden_at ON public.order_confirmations
  FOR EACH ROW
  EXECUTE FUNCTION shop.after_confirmation_change();

REVOKE ALL ON FUNCTION "public"."profit_report"(date, date, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."profit_report"(date, date, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."profit_report"(date, date, text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."stages_by_day"(date, date, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stages_by_day"(date, date, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stages_by_day"(date, date, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_courier_taxes_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_courier_taxes_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_courier_taxes_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_courier_taxes_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."book_paid_back"(shop.dispute_items, public.shipments, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."book_paid_back"(shop.dispute_items, public.shipments, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."book_paid_back"(shop.dispute_items, public.shipments, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."book_paid_back"(shop.dispute_items, public.shipments, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."dispute_json"(shop.dispute_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."dispute_json"(shop.dispute_items) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."dispute_json"(shop.dispute_items) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."dispute_json"(shop.dispute_items) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earn_anew"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earn_anew"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earn_anew"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earn_anew"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earned_by_order"(date, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earned_by_order"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_order"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_order"(date, date, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earned_by_piece"(date, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earned_by_piece"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_piece"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_piece"(date, date, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earned_json"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earned_json"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_json"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_json"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earnings_of"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earnings_of"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earnings_of"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earnings_of"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."money_state_of"(public.orders, shop.held_of_orders, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."money_state_of"(public.orders, shop.held_of_orders, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."money_state_of"(public.orders, shop.held_of_orders, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."money_state_of"(public.orders, shop.held_of_orders, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."pieces_gone"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."pieces_gone"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."pieces_gone"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."pieces_gone"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."share_of_line"(bigint, numeric, numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."share_of_line"(bigint, numeric, numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."share_of_line"(bigint, numeric, numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."share_of_line"(bigint, numeric, numeric, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."stage_moments"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."stage_moments"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stage_moments"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stage_moments"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."work_out_earnings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."work_out_earnings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."work_out_earnings"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."work_out_earnings"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."write_courier_taxes"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."write_courier_taxes"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_courier_taxes"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_courier_taxes"(text, jsonb) TO "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "shop"."changed_earnings" TO "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "shop"."earned_lines" TO "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "shop"."earned_orders" TO "service_role";

GRANT SELECT ON TABLE "shop"."courier_wrongs" TO "service_role";

GRANT SELECT ON TABLE "shop"."dispute_items" TO "service_role";

GRANT SELECT ON TABLE "shop"."held_by_couriers" TO "service_role";

GRANT SELECT ON TABLE "shop"."held_of_orders" TO "service_role";

-- Of what was ordered before.
INSERT INTO shop.changed_earnings (order_id) SELECT o.id FROM public.orders o;
SELECT shop.work_out_earnings();
