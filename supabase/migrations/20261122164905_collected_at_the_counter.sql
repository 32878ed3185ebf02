SET local check_function_bodies = off;

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
  if sent.customer_address = '' then
    perform shop.refuse_field('orderId', 'This order is collected in the shop. To ship it, give it an address first.');
  end if;
  insert into public.shipments (order_id, carrier, tracking_number, shipping_method, shipping_cost, estimated_delivery_date, notes)
  values (sent.id, coalesce(shipment ->> 'carrier', ''), coalesce(shipment ->> 'trackingNumber', ''),
          coalesce(shipment ->> 'shippingMethod', 'standard')::shop.shipping_method, coalesce((shipment ->> 'shippingCost')::numeric, 0),
          (shipment ->> 'estimatedDeliveryDate')::date, coalesce(shipment ->> 'notes', ''))
  returning id into created_id;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = created_id);
end;
$function$;

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
  if changes ->> 'customer_address' = '' and before.source <> 'counter' then
    perform shop.refuse_field('customerAddress', 'Required');
  end if;
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
  -- Nothing is delivered that is collected in the shop.
  new_shipping := case when before.customer_address = '' then 0 else shop.delivery_charge(new_subtotal, delivery) end;
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
  select * into customer from public.customers c where c.id = find_customer.customer_id;
  while customer.merged_into is not null loop
    select * into customer from public.customers c where c.id = customer.merged_into;
  end loop;
  if customer.id is null then
    perform shop.refuse(404, 'customer_not_found', 'Customer not found');
  end if;
  return shop.customer_json(customer) || jsonb_build_object(
    'addresses', (select coalesce(jsonb_agg(to_jsonb(a) order by a.last_used_at desc), '[]')
                    from (select max(o.customer_address) as address, max(o.city) as city, count(*) as orders, max(o.created_at) as last_used_at
                            from public.orders o where o.customer_id = customer.id and o.archived_at is null and o.customer_address <> ''
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

CREATE OR REPLACE FUNCTION shop.doubts_of (
  asked   public.orders,
  history jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
  select count(*) into of_device from public.orders o where o.status = 'pending' and o.device_fingerprint = asked.device_fingerprint and o.id <> asked.id;

  return (select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'text', r.text, 'points', r.points) order by r.points desc, r.code), '[]')
            from (values
              ('blocked', 'The customer is blocked: do not ship', case when customer.block = 'do_not_ship' then 100 end),
              ('prepaid_only', 'The customer must pay before', case when customer.block = 'prepaid_only' then 60 end),
              ('returned_before', format('%s of %s orders came back', returned, history ->> 'orders'),
                 case when returned > 0 then least(25 * returned, 75) end),
              ('refused_before', format('Refused %s on the phone before', refused), case when refused > 0 then 20 end),
              ('new_customer', 'First order', case when (history ->> 'orders')::integer <= 1 then 10 end),
              ('large_order', format('Large order: %s', shop.rupees_text(asked.total_amount)),
                 case when asked.total_amount >= 25000 then 30 when asked.total_amount >= 10000 then 15 end),
              ('short_address', format('The address has only %s letters', letters), case when letters between 1 and 11 then 15 end),
              ('abroad', 'Outside of Pakistan: no courier collects cash there', case when asked.country <> 'pk' then 60 end),
              ('no_cash_in_city', format('No courier collects cash in %s', asked.city), case when not asked.city_takes_cash then 60 end),
              ('unknown_city', format('The city is not known: “%s”', asked.city), case when letters > 0 and asked.country = 'pk' and asked.city_known is null then 10 end),
              ('orders_of_phone', format('%s more open orders from this phone', of_phone), case when of_phone > 0 then least(10 * of_phone, 40) end),
              ('orders_of_address', format('%s more open orders to this address', of_address),
                 case when letters > 0 and of_address > of_phone then least(10 * of_address, 40)::integer end),
              ('orders_of_device', format('%s more open orders from this device', of_device),
                 case when of_device > of_phone then least(10 * of_device, 40)::integer end),
              ('good_customer', format('%s orders delivered, none came back', delivered),
                 case when delivered > 0 and returned = 0 then -least(10 * delivered, 30) end)
            ) as r (code, text, points) where r.points is not null);
end;
$function$;

ALTER TABLE "public"."orders"
  ADD CONSTRAINT "orders_address_unless_counter" CHECK (((customer_address <> ''::text) OR (source = 'counter'::shop.order_source)));
