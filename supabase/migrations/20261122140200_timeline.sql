-- What happens to an order is written down from now on; customers that exist are found by their words.

SET local check_function_bodies = off;

DROP FUNCTION "public"."create_shipment"(jsonb);

DROP FUNCTION "public"."restore_shipment"(text);

CREATE TABLE "public"."order_events" (
  "order_id" text NOT NULL,
  "id"       text NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "order_events_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."order_events"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."order_events" FROM "anon", "authenticated";

CREATE TABLE "shop"."customer_words" (
  "customer_id" text     NOT NULL,
  "words"       tsvector NOT NULL,
  CONSTRAINT "customer_words_pkey" PRIMARY KEY (customer_id)
);

ALTER TABLE "shop"."customer_words"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."orders"
  ADD COLUMN "tags" text[] NOT NULL DEFAULT '{}'::text[];

CREATE TYPE "shop"."order_event_kind" AS ENUM (
  'order',
  'items',
  'parcel',
  'note',
  'mail',
  'confirmation',
  'message'
);

ALTER TABLE "public"."order_events"
  ADD COLUMN "kind" shop.order_event_kind NOT NULL;

ALTER TABLE "public"."order_events"
  ADD COLUMN "subject" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."order_events"
  ADD COLUMN "before" jsonb;

ALTER TABLE "public"."order_events"
  ADD COLUMN "after" jsonb;

ALTER TABLE "public"."order_events"
  ADD COLUMN "note" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."order_events"
  ADD COLUMN "actor" uuid;

ALTER TABLE "public"."order_events"
  ADD COLUMN "created_at" timestamp WITH time zone NOT NULL DEFAULT clock_timestamp();

CREATE OR REPLACE FUNCTION public.add_order_note (
  order_id text,
  note     text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.act_as(actor);
  perform shop.lock_order(order_id);
  perform shop.log_order_event(order_id, 'note', '', null, null, note);
  return public.order_timeline(order_id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."add_order_note"(text, text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.archive_shipment (
  shipment_id text,
  actor       uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.act_as(actor);
  update public.shipments s set archived_at = now() where s.id = archive_shipment.shipment_id and s.archived_at is null;
  if not found then
    perform shop.refuse(404, 'shipment_not_found', 'Shipment not found');
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = archive_shipment.shipment_id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."archive_shipment"(text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.create_shipment (
  shipment jsonb,
  actor    uuid  DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- Locked, so that it cannot be cancelled between this check and the shipment.
  sent public.orders := shop.lock_order(shipment ->> 'orderId');
  created_id text;
begin
  perform shop.act_as(actor);
  if sent.status = 'cancelled' then
    perform shop.refuse(409, 'order_cancelled', 'A cancelled order cannot be shipped');
  end if;
  insert into public.shipments (order_id, carrier, tracking_number, shipping_method, shipping_cost, estimated_delivery_date, notes)
  values (sent.id, coalesce(shipment ->> 'carrier', ''), coalesce(shipment ->> 'trackingNumber', ''),
          coalesce(shipment ->> 'shippingMethod', 'standard')::shop.shipping_method, coalesce((shipment ->> 'shippingCost')::numeric, 0),
          (shipment ->> 'estimatedDeliveryDate')::date, coalesce(shipment ->> 'notes', ''))
  returning id into created_id;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = created_id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."create_shipment"(jsonb, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.edit_customer (
  customer_id text,
  changes     jsonb,
  seen        timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.customers;
begin
  select * into before from public.customers c where c.id = edit_customer.customer_id and c.merged_into is null for no key update;
  if not found then
    perform shop.refuse(404, 'customer_not_found', 'Customer not found');
  end if;
  perform shop.check_version(before.updated_at, seen);
  update public.customers c
     set name = coalesce(changes ->> 'name', c.name), email = coalesce(changes ->> 'email', c.email), notes = coalesce(changes ->> 'notes', c.notes),
         block = coalesce((changes ->> 'block')::shop.customer_block, c.block),
         tags = case when changes ? 'tags' then array (select jsonb_array_elements_text(changes -> 'tags')) else c.tags end
   where c.id = before.id;
  return public.find_customer(before.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."edit_customer"(text, jsonb, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.edit_order (
  order_id text,
  changes  jsonb,
  actor    uuid,
  seen     timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, seen);
  update public.orders o
     set (customer_name, customer_email, customer_phone, second_phone, customer_address, city, city_known, city_takes_cash, zip_code, country,
          notes) =
         (select f.customer_name, f.customer_email, f.customer_phone, f.second_phone, f.customer_address, f.city, f.city_known, f.city_takes_cash,
                 f.zip_code, f.country, f.notes
            from jsonb_populate_record(before, changes) f)
   where o.id = before.id;
  return shop.staff_order_json(before.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."edit_order"(text, jsonb, uuid, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.edit_order_items (
  order_id   text,
  items      jsonb,
  delivery   jsonb,
  actor      uuid,
  seen       timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  total_seen numeric                  DEFAULT NULL::numeric,
  preview    boolean                  DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id);
  before_items constant jsonb := shop.items_in_brief(order_id);
  needed shop.priced_line[];
  lines shop.priced_line[];
  ids text[];
  new_subtotal numeric;
  new_shipping numeric;
  after_items jsonb;
  moved record;
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, seen);
  if before.status not in ('pending', 'processing') or exists (select from public.shipments s where s.order_id = before.id and s.archived_at is null) then
    perform shop.refuse(409, 'order_packed', 'This order is packed already: its items can no longer be changed');
  end if;

  perform shop.lock_products(array (select i ->> 'productId' from jsonb_array_elements(items) i
                                    union select i.product_id from public.order_items i where i.order_id = before.id));
  with edited as materialized (
    select e.place, e.item_id, e.is_kept, e.line from shop.edited_lines(before.id, items) e
  ), merged as (
    -- Pieces of one line that cost the same stay one line.
    select min(e.place) as place, max(e.item_id) as item_id,
           row(l.line_position, l.product_id, l.product_name, l.product_image, l.price, 0, sum(l.quantity)::integer, l.selected_color, l.selected_size,
               null, null, l.variant_id, null)::shop.priced_line as line
      from edited e cross join lateral (select (e.line).*) l
     group by l.line_position, l.product_id, l.product_name, l.product_image, l.price, l.selected_color, l.selected_size, l.variant_id
  )
  select array (select e.line from edited e where not e.is_kept order by e.place),
         array (select m.line from merged m order by m.place), array (select m.item_id from merged m order by m.place),
         (select sum((m.line).price * (m.line).quantity) from merged m)
    into needed, lines, ids, new_subtotal;
  perform shop.check_order_lines(needed);
  new_shipping := shop.delivery_charge(new_subtotal, delivery);
  select jsonb_agg(jsonb_build_object('product_id', l.product_id, 'name', l.product_name, 'color', l.selected_color, 'size', l.selected_size, 'quantity', l.quantity, 'price', l.price)
                   order by l.ordinality) into after_items from unnest(lines) with ordinality l;

  if not preview then
    if total_seen <> new_subtotal + new_shipping then
      perform shop.refuse(409, 'price_changed', 'Prices have changed meanwhile', jsonb_build_object('total', new_subtotal + new_shipping));
    end if;
    for moved in
      select v.product_id, v.variant_id, sum(v.pieces)::integer as pieces
        from (select i.product_id, i.variant_id, i.quantity as pieces from public.order_items i where i.order_id = before.id
              union all select l.product_id, l.variant_id, - l.quantity from unnest(lines) l) v
       group by v.product_id, v.variant_id having sum(v.pieces) <> 0 order by v.product_id, v.variant_id
    loop
      perform shop.change_stock(moved.product_id, moved.pieces, case when moved.pieces < 0 then 'sale' else 'return' end::shop.stock_change_kind,
                                before.order_number, 'Items changed', actor, moved.variant_id);
    end loop;

    delete from public.order_items i where i.order_id = before.id;
    insert into public.order_items (id, order_id, position, product_id, variant_id, product_name, product_image, selected_color, selected_size, quantity, price)
    select coalesce(ids[l.ordinality], shop.new_id()), before.id, l.ordinality - 1, l.product_id, l.variant_id, l.product_name, l.product_image,
           l.selected_color, l.selected_size, l.quantity, l.price
      from unnest(lines) with ordinality l;
    perform shop.log_order_event(before.id, 'items', '', jsonb_build_object('items', before_items), jsonb_build_object('items', after_items));
    update public.orders o set subtotal = new_subtotal, shipping = new_shipping, total_amount = new_subtotal + new_shipping where o.id = before.id;
  end if;
  return jsonb_build_object(
    'order', shop.staff_order_json(before.id),
    'before', jsonb_build_object('items', before_items, 'subtotal', before.subtotal, 'shipping', before.shipping, 'total', before.total_amount),
    'after', jsonb_build_object('items', after_items, 'subtotal', new_subtotal, 'shipping', new_shipping, 'total', new_subtotal + new_shipping));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.edit_shipment (
  shipment_id text,
  changes     jsonb,
  actor       uuid,
  seen        timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.shipments;
begin
  perform shop.act_as(actor);
  select * into before from public.shipments s where s.id = edit_shipment.shipment_id and s.archived_at is null for update;
  if not found then
    perform shop.refuse(404, 'shipment_not_found', 'Shipment not found');
  end if;
  perform shop.check_version(before.updated_at, seen);
  update public.shipments s
     set (carrier, tracking_number, shipping_method, shipping_cost, estimated_delivery_date, notes) =
         (select f.carrier, f.tracking_number, f.shipping_method, f.shipping_cost, f.estimated_delivery_date, f.notes
            from jsonb_populate_record(before, changes) f)
   where s.id = before.id;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."edit_shipment"(text, jsonb, uuid, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.find_customer (
  customer_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  customer public.customers;
begin
  select k.* into customer from public.customers c join public.customers k on k.id = coalesce(c.merged_into, c.id) where c.id = find_customer.customer_id;
  if not found then
    perform shop.refuse(404, 'customer_not_found', 'Customer not found');
  end if;
  return shop.customer_json(customer) || jsonb_build_object(
    'addresses', (select coalesce(jsonb_agg(to_jsonb(a) order by a.last_used_at desc), '[]')
                    from (select max(o.customer_address) as address, max(o.city) as city, count(*) as orders, max(o.created_at) as last_used_at
                            from public.orders o where o.customer_id = customer.id and o.archived_at is null
                           group by shop.address_key(o.customer_address, o.city) order by 4 desc limit 20) a),
    'orders', (select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at desc, l.id), '[]')
                 from (select o.id, o.order_number, o.status, o.total_amount, o.created_at from public.orders o
                        where o.customer_id = customer.id and o.archived_at is null order by o.created_at desc, o.id limit 50) l),
    'similar', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'record', shop.customer_record(s.id)) order by s.last_order_at desc), '[]')
                  from (select * from public.customers e
                         where e.email = customer.email and e.email <> '' and e.id <> customer.id and e.merged_into is null
                         order by e.last_order_at desc limit 5) s));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."find_customer"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_customers (
  typed_words text[],
  email_like  text,
  number      text,
  tag         text,
  blocked     shop.customer_block,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  ids text[];
  total bigint;
begin
  if typed_words is null and email_like is null and number is null then
    ids := array (select c.id from public.customers c
                   where c.merged_into is null and (tag is null or c.tags @> array[tag]) and (blocked is null or c.block = blocked)
                   order by c.last_order_at desc, c.id offset page_offset limit page_limit);
    select count(*) into total from public.customers c
     where c.merged_into is null and (tag is null or c.tags @> array[tag]) and (blocked is null or c.block = blocked);
  else
    ids := array (
      select c.id
        from (select w.customer_id as id from shop.customer_words w where typed_words is not null and w.words @@ shop.word_prefix_query(typed_words)
              union
              select e.id from public.customers e where typed_words is null and e.email like email_like
              union
              select o.customer_id from public.orders o where o.order_number in (number, 'ORD-' || number)) m
        join public.customers c on c.id = m.id
       where c.merged_into is null and (email_like is null or c.email like email_like) and (tag is null or c.tags @> array[tag])
         and (blocked is null or c.block = blocked)
       order by c.last_order_at desc, c.id);
    total := cardinality(ids);
    ids := ids[page_offset + 1 : page_offset + page_limit];
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.customer_json(c) order by page.place), '[]')
                from unnest(ids) with ordinality as page (id, place) join public.customers c on c.id = page.id),
    'total', total);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."list_customers"(text[], text, text, text, shop.customer_block, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.merge_customers (
  keep  text,
  other text,
  actor uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  kept public.customers;
  merged public.customers;
begin
  perform shop.act_as(actor);
  if keep = other then
    perform shop.refuse_field('other', 'Choose another customer');
  end if;
  perform 1 from public.orders o where o.customer_id = other order by o.id for no key update;
  perform 1 from public.customers c where c.id in (keep, other) order by c.id for no key update;
  select * into kept from public.customers c where c.id = keep and c.merged_into is null;
  select * into merged from public.customers c where c.id = other and c.merged_into is null;
  if kept.id is null or merged.id is null then
    perform shop.refuse(404, 'customer_not_found', 'Customer not found');
  end if;

  update shop.customer_phones p set customer_id = keep where p.customer_id = other;
  update public.customers c set merged_into = keep where c.id = other or c.merged_into = other;
  update public.customers c
     set notes = concat_ws(e'\n', nullif(kept.notes, ''), nullif(merged.notes, '')),
         tags = array (select distinct t from unnest(kept.tags || merged.tags) t order by t),
         block = greatest(kept.block, merged.block),
         created_at = least(kept.created_at, merged.created_at)
   where c.id = keep;
  perform shop.write_customer_words(kept);
  -- Their customer follows from the phone.
  update public.orders o set customer_id = keep where o.customer_id = other;
  return public.find_customer(keep);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."merge_customers"(text, text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.order_timeline (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  placed public.orders;
begin
  select * into placed from public.orders o where o.id = order_timeline.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse(404, 'order_not_found', 'Order not found');
  end if;
  return jsonb_build_array(jsonb_build_object(
      'id', placed.id, 'kind', 'placed', 'subject', '', 'before', null, 'note', '', 'created_at', placed.created_at,
      'after', jsonb_build_object('source', placed.source),
      'actor_name', (select s.username from public.staff s where s.id = placed.placed_by)))
    || (select coalesce(jsonb_agg(jsonb_build_object(
            'id', e.id, 'kind', e.kind, 'subject', e.subject, 'before', e.before, 'after', e.after, 'note', e.note, 'created_at', e.created_at,
            'actor_name', (select s.username from public.staff s where s.id = e.actor)) order by e.created_at, e.id), '[]')
          from public.order_events e where e.order_id = placed.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."order_timeline"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.restore_shipment (
  shipment_id text,
  actor       uuid DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  shipment public.shipments;
begin
  perform shop.act_as(actor);
  select * into shipment from public.shipments s where s.id = restore_shipment.shipment_id and s.archived_at > shop.restorable_since() for update;
  if not found then
    perform shop.refuse_restore();
  elsif exists (select from public.orders o where o.id = shipment.order_id and o.archived_at is not null) then
    perform shop.refuse(409, 'order_deleted', format('Order %s was deleted, too. Restore it first.', shipment.order_number));
  end if;
  update public.shipments s set archived_at = null where s.id = shipment.id;
  return shipment_id;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."restore_shipment"(text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.set_order_tags (
  order_id text,
  tags     text[],
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  update public.orders o set tags = set_order_tags.tags where o.id = before.id and o.tags <> set_order_tags.tags;
  return shop.staff_order_json(before.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."set_order_tags"(text, text[], uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.customer_json (
  customer public.customers
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(customer) || jsonb_build_object(
           'record', shop.customer_record(customer.id),
           'phones', (select coalesce(jsonb_agg(p.phone order by p.created_at, p.phone), '[]') from shop.customer_phones p where p.customer_id = customer.id));
$function$;

CREATE OR REPLACE FUNCTION shop.different_fields (
  of_row jsonb,
  other  jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_object_agg(f.key, f.value) from jsonb_each(of_row) f
   where f.value is distinct from other -> f.key and f.key <> all ('{updated_at,order_number}');
$function$;

CREATE OR REPLACE FUNCTION shop.edited_lines (
  order_id text,
  items    jsonb
)
  RETURNS TABLE (
    place   integer,
    item_id text,
    is_kept boolean,
    line    shop.priced_line
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    with wanted as (
      select l.*, o.id as sold_id, o.price as sold_price, o.quantity as sold_quantity, o.variant_id as sold_variant, o.product_name as sold_name,
             o.product_image as sold_image, coalesce((coalesce(o.selected_color, ''), coalesce(o.selected_size, ''))
                                                     = (coalesce(l.selected_color, ''), coalesce(l.selected_size, '')), false) as is_same
        from shop.price_lines(items) l
        left join public.order_items o on o.order_id = edited_lines.order_id and o.product_id = l.product_id and o.id = items -> l.line_position ->> 'id'
    ), parts as (
      select w.*, w.sold_id as part_id, w.sold_price as part_price, least(w.quantity, w.sold_quantity) as pieces, w.is_same as kept from wanted w
       where w.sold_id is not null
      union all
      select w.*, null, w.price, w.quantity - coalesce(w.sold_quantity, 0), false from wanted w where w.quantity > coalesce(w.sold_quantity, 0)
    ), held as (
      select i.variant_id, sum(i.quantity) as pieces from public.order_items i where i.order_id = edited_lines.order_id group by i.variant_id
    )
    select (row_number() over (order by p.line_position, p.part_id))::integer, p.part_id, p.kept,
           row(p.line_position, p.product_id,
               case when p.part_price = p.sold_price then p.sold_name else p.product_name end,
               case when p.part_price = p.sold_price then p.sold_image else p.product_image end,
               p.part_price,
               (p.available + coalesce(h.pieces, 0) - coalesce((select sum(k.pieces) from parts k where k.kept and k.sold_variant = p.variant_id), 0))::integer,
               p.pieces, p.selected_color, p.selected_size, p.colors, p.sizes,
               case when p.kept then p.sold_variant else p.variant_id end, p.missing_choice)::shop.priced_line
      from parts p left join held h on h.variant_id = p.variant_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.items_in_brief (
  order_id text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', i.product_id, 'name', i.product_name, 'color', i.selected_color, 'size', i.selected_size, 'quantity', i.quantity, 'price', i.price)
                            order by i.position), '[]')
    from public.order_items i where i.order_id = items_in_brief.order_id;
$function$;

CREATE OR REPLACE FUNCTION shop.log_order_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.log_order_event(new.id, 'order', '', shop.different_fields(to_jsonb(old), to_jsonb(new)), shop.different_fields(to_jsonb(new), to_jsonb(old)));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.log_order_event (
  order_id text,
  kind     shop.order_event_kind,
  subject  text,
  before   jsonb,
  after    jsonb,
  note     text                  DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if before is null and after is null and note = '' then
    return;
  end if;
  insert into public.order_events (order_id, kind, subject, before, after, note, actor)
  values (log_order_event.order_id, log_order_event.kind, log_order_event.subject, log_order_event.before, log_order_event.after, log_order_event.note, shop.acting());
end;
$function$;

CREATE OR REPLACE FUNCTION shop.log_order_mail()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.log_order_event(o.id, 'mail', new.recipient, null,
            jsonb_build_object('mail', new.kind, 'status', case when new.sent_at is null then 'failed' else 'sent' end))
     from public.orders o where o.id = new.payload ->> 'id';
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.log_parcel_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    perform shop.log_order_event(new.order_id, 'parcel', new.shipment_number, null,
      jsonb_strip_nulls(jsonb_build_object('status', new.status, 'carrier', nullif(new.carrier, ''), 'tracking_number', nullif(new.tracking_number, ''))));
  else
    perform shop.log_order_event(new.order_id, 'parcel', new.shipment_number,
      shop.different_fields(to_jsonb(old), to_jsonb(new)), shop.different_fields(to_jsonb(new), to_jsonb(old)));
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.refuse_event_rewrite()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) = to_jsonb(old) || '{"actor": null}' then
    if old.actor is not null and not exists (select from auth.users u where u.id = old.actor) then
      return new;
    end if;
  end if;
  raise exception 'the timeline of an order is append-only' using errcode = 'restrict_violation';
end;
$function$;

CREATE OR REPLACE FUNCTION shop.remove_sold_lines()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  delete from shop.sold_lines s using removed r where s.order_id = r.order_id and s.position = r.position;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.store_customer_words()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.merged_into is null then
    perform shop.write_customer_words(new);
  else
    delete from shop.customer_words w where w.customer_id = new.id;
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.write_customer_words (
  customer public.customers
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  insert into shop.customer_words (customer_id, words)
  values (customer.id, array_to_tsvector(array (
            select distinct left(w, 100)
              from unnest(shop.split_words(customer.name) || shop.split_words(split_part(customer.email, '@', 1))
                          || array (select p from shop.customer_phones c, unnest(shop.phone_words(c.phone)) p where c.customer_id = customer.id)) w
             where w <> '')))
  on conflict on constraint customer_words_pkey do update set words = excluded.words;
end;
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."order_events"
  ADD CONSTRAINT "order_events_actor_fkey" FOREIGN KEY (actor) REFERENCES auth.users(id) ON DELETE SET NULL;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."order_events"
  ADD CONSTRAINT "order_events_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "shop"."customer_words"
  ADD CONSTRAINT "customer_words_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE CASCADE;

CREATE INDEX customers_by_email ON public.customers USING btree (email text_pattern_ops)
  WHERE (merged_into IS NULL);

CREATE INDEX order_events_by_actor ON public.order_events USING btree (actor)
  WHERE (actor IS NOT NULL);

CREATE INDEX order_events_of_order ON public.order_events USING btree (order_id, created_at);

CREATE INDEX customer_words_search ON shop.customer_words USING gin (words)
  WITH (fastupdate=off);

SELECT shop.write_customer_words(c) FROM "public"."customers" c WHERE c.merged_into IS NULL;

CREATE TRIGGER customers_words_new
  AFTER INSERT ON public.customers
  FOR EACH ROW
  EXECUTE FUNCTION shop.store_customer_words();

CREATE TRIGGER customers_words
  AFTER UPDATE ON public.customers
  FOR EACH ROW
  WHEN (((old.name <> new.name) OR (old.email <> new.email) OR (old.merged_into IS DISTINCT FROM new.merged_into)))
  EXECUTE FUNCTION shop.store_customer_words();

CREATE TRIGGER mail_outbox_logged
  AFTER UPDATE ON public.mail_outbox
  FOR EACH ROW
  WHEN
    (((new.kind = 'order_confirmation'::shop.mail_kind) AND (((old.sent_at IS NULL) IS DISTINCT FROM (new.sent_at IS NULL)) OR ((old.failed_at IS NULL) IS DISTINCT FROM
    (new.failed_at IS NULL)))))
  EXECUTE FUNCTION shop.log_order_mail();

CREATE TRIGGER order_events_append_only
  BEFORE DELETE OR UPDATE ON public.order_events
  FOR EACH ROW
  EXECUTE FUNCTION shop.refuse_event_rewrite();

CREATE TRIGGER order_events_never_truncated
  BEFORE TRUNCATE ON public.order_events
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.refuse_event_rewrite();

CREATE TRIGGER order_items_unsold
  AFTER DELETE ON public.order_items REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.remove_sold_lines();

CREATE TRIGGER orders_logged
  AFTER UPDATE ON public.orders
  FOR EACH ROW
  EXECUTE FUNCTION shop.log_order_change();

CREATE TRIGGER shipments_logged
  AFTER INSERT OR UPDATE ON public.shipments
  FOR EACH ROW
  EXECUTE FUNCTION shop.log_parcel_change();

REVOKE ALL ON FUNCTION "public"."add_order_note"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_order_note"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_order_note"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."archive_shipment"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."archive_shipment"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."archive_shipment"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."create_shipment"(jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_shipment"(jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_shipment"(jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."edit_customer"(text, jsonb, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_customer"(text, jsonb, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_customer"(text, jsonb, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."edit_order"(text, jsonb, uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_order"(text, jsonb, uuid, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_order"(text, jsonb, uuid, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."edit_shipment"(text, jsonb, uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_shipment"(text, jsonb, uuid, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_shipment"(text, jsonb, uuid, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_customer"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_customer"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_customer"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_customers"(text[], text, text, text, shop.customer_block, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_customers"(text[], text, text, text, shop.customer_block, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_customers"(text[], text, text, text, shop.customer_block, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."merge_customers"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_customers"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_customers"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_timeline"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_timeline"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_timeline"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."restore_shipment"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."restore_shipment"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."restore_shipment"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_order_tags"(text, text[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_order_tags"(text, text[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_order_tags"(text, text[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."customer_json"(public.customers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."customer_json"(public.customers) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."customer_json"(public.customers) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."customer_json"(public.customers) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."different_fields"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."different_fields"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."different_fields"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."different_fields"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."edited_lines"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."edited_lines"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."edited_lines"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."edited_lines"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."items_in_brief"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."items_in_brief"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."items_in_brief"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."items_in_brief"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."log_order_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."log_order_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_order_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_order_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."log_order_event"(text, shop.order_event_kind, text, jsonb, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."log_order_event"(text, shop.order_event_kind, text, jsonb, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_order_event"(text, shop.order_event_kind, text, jsonb, jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_order_event"(text, shop.order_event_kind, text, jsonb, jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."log_order_mail"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."log_order_mail"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_order_mail"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_order_mail"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."log_parcel_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."log_parcel_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_parcel_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_parcel_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."refuse_event_rewrite"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."refuse_event_rewrite"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_event_rewrite"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_event_rewrite"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."remove_sold_lines"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."remove_sold_lines"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."remove_sold_lines"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."remove_sold_lines"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."store_customer_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."store_customer_words"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_customer_words"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_customer_words"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."write_customer_words"(public.customers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."write_customer_words"(public.customers) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_customer_words"(public.customers) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_customer_words"(public.customers) TO "service_role";

REVOKE ALL ON TABLE "public"."order_events" FROM "service_role";

GRANT INSERT, SELECT ON TABLE "public"."order_events" TO "service_role";

REVOKE ALL ON TABLE "public"."order_items" FROM "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "public"."order_items" TO "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "shop"."customer_words" TO "service_role";
