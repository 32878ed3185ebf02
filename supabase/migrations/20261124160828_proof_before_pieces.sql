SET local check_function_bodies = off;

DROP VIEW "shop"."unconfirmed_orders";

DROP FUNCTION "public"."place_order"(jsonb, jsonb, text, uuid, text, jsonb, uuid);

DROP FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], numeric, numeric, text, text, text, text, uuid, uuid);

CREATE TABLE "shop"."order_networks" (
  "order_id"  text                     NOT NULL,
  "network"   text                     NOT NULL,
  "placed_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "order_networks_pkey" PRIMARY KEY (order_id)
);

ALTER TABLE "shop"."order_networks"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."orders"
  ADD COLUMN "awaits_proof" boolean NOT NULL DEFAULT false;

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
       -- What awaits proof has taken nothing yet.
       where not before.awaits_proof
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

CREATE OR REPLACE FUNCTION public.held_by_strangers (
  same text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    with held as (
      select u.id, u.customer_phone, u.total_amount, u.created_at, u.awaits_proof, o.order_number, o.customer_name,
             case when u.awaits_proof then 0 else (select sum(i.quantity) from public.order_items i where i.order_id = u.id) end as units,
             coalesce(case same when 'phone' then u.customer_phone when 'device' then u.device_fingerprint else n.network end, u.id) as stranger
        from shop.unconfirmed_orders u join public.orders o on o.id = u.id left join shop.order_networks n on n.order_id = u.id
    ), numbered as (
      select h.*, row_number() over (partition by h.stranger order by h.created_at, h.id) as place from held h
    ), strangers as (
      select sum(h.units) as units, sum(h.total_amount) as value, count(*) as orders, min(h.created_at) as since,
             jsonb_agg(jsonb_build_object('id', h.id, 'order_number', h.order_number, 'customer_name', h.customer_name, 'customer_phone', h.customer_phone,
                         'units', h.units, 'value', h.total_amount, 'awaits_proof', h.awaits_proof, 'created_at', h.created_at)
                       order by h.created_at, h.id) filter (where h.place <= 100) as list
        from numbered h group by h.stranger
    )
    select jsonb_build_object('orders', coalesce(sum(s.orders), 0), 'units', coalesce(sum(s.units), 0), 'value', coalesce(sum(s.value), 0),
             'since', min(s.since), 'strangers', (select coalesce(jsonb_agg(jsonb_build_object('orders', m.list, 'units', m.units, 'value', m.value,
                                                    'since', m.since) order by m.units desc, m.since), '[]')
                                                    from (select * from strangers t order by t.units desc, t.since limit 100) m))
      from strangers s);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."held_by_strangers"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.order_page (
  order_number text,
  key          text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  opened public.orders := shop.open_order_page(order_number, key);
  confirmation public.order_confirmations;
begin
  select * into confirmation from public.order_confirmations c where c.order_id = opened.id;
  return shop.tracked_order_json(opened.id) || jsonb_build_object(
    'customer_name', opened.customer_name, 'customer_phone', opened.customer_phone, 'customer_address', opened.customer_address, 'city', opened.city,
    'city_known', opened.city_known, 'subtotal', opened.subtotal, 'shipping', opened.shipping, 'is_unpacked', shop.is_unpacked(opened),
    'version', shop.order_version(opened.id), 'may_confirm', coalesce(confirmation.is_open, false) and not opened.awaits_proof, 'awaits_proof', opened.awaits_proof,
    -- Said by the shopper, or known to us already.
    'is_confirmed', coalesce(confirmation.state = 'confirmed', false) or exists (
      select from public.confirmation_attempts a where a.order_id = opened.id and a.how = 'shopper' and a.outcome = 'confirmed'),
    'cancellation_asked_at', opened.cancellation_asked_at, 'cancellation_answered_at', opened.cancellation_answered_at);
end;
$function$;

CREATE OR REPLACE FUNCTION public.place_order (
  payload         jsonb,
  delivery        jsonb,
  idempotency_key text  DEFAULT NULL::text,
  shopper         uuid  DEFAULT NULL::uuid,
  device          text  DEFAULT NULL::text,
  limits          jsonb DEFAULT NULL::jsonb,
  actor           uuid  DEFAULT NULL::uuid,
  network         text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- Of what was sent: a city that the shop has learned meanwhile makes no other order.
  fingerprint text := md5((payload - array['cityKnown', 'cityTakesCash'])::text);
  content_fingerprint text;
  lines shop.priced_line[];
  subtotal numeric;
  shipping numeric;
  placed public.orders;
  awaits_proof boolean := false;
  answer jsonb;
begin
  if idempotency_key is not null then
    answer := shop.find_order_of_key(idempotency_key, fingerprint);
    if answer is not null then
      return answer;
    end if;
    content_fingerprint := shop.content_fingerprint(payload);
    if not coalesce((payload ->> 'repeat')::boolean, false) then
      perform shop.refuse_repeated_order(content_fingerprint);
    end if;
  end if;
  if limits is not null then
    perform shop.refuse_order_flood(payload, device, limits);
  end if;

  perform shop.lock_products(array (select i ->> 'productId' from jsonb_array_elements(payload -> 'items') i));
  select array_agg(row(l.*)::shop.priced_line order by l.line_position), sum(l.price * l.quantity) into lines, subtotal
    from shop.price_lines(payload -> 'items') l;
  perform shop.check_order_lines(lines);
  shipping := shop.delivery_charge(subtotal, delivery);
  if subtotal + shipping <> (payload ->> 'totalAmount')::numeric then
    perform shop.refuse(409, 'price_changed', 'Prices have changed since you filled your cart', public.quote_cart(payload -> 'items', delivery));
  end if;
  if limits is not null then
    perform shop.refuse_large_order(lines, subtotal + shipping, payload ->> 'customerPhone', device);
    awaits_proof := shop.needs_proof((select sum(l.quantity) from unnest(lines) l), payload ->> 'customerPhone', network);
  end if;
  placed := shop.insert_order(payload, lines, subtotal, shipping, idempotency_key, fingerprint, content_fingerprint, device, shopper, actor,
                              awaits_proof);
  if actor is null and network is not null then
    insert into shop.order_networks (order_id, network) values (placed.id, place_order.network);
  end if;
  perform shop.move_order_stock(placed.id, placed.order_number, -1, actor);

  answer := shop.placed_order_json(placed.id);
  if placed.customer_email <> '' then
    insert into public.mail_outbox (kind, recipient, payload)
    values ('order_confirmation', placed.customer_email,
            answer - array['idempotency_key', 'request_fingerprint', 'content_fingerprint', 'device_fingerprint']);
  end if;
  return answer;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."place_order"(jsonb, jsonb, text, uuid, text, jsonb, uuid, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.purge_expired()
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  with mails as (
    delete from public.mail_outbox m
     where coalesce(m.sent_at, m.failed_at) < now() - interval '30 days'
        -- Nobody sends them any more where WhatsApp was switched off.
        or (m.kind::text = 'whatsapp_question' and m.created_at < now() - interval '30 days')
    returning 1
  ), answers as (
    delete from public.whatsapp_answers a
     where a.created_at < now() - interval '90 days'
    returning 1
  ), questions as (
    delete from public.whatsapp_questions q
     where q.created_at < now() - interval '90 days'
    returning 1
  ), networks as (
    delete from shop.order_networks n
     where n.placed_at < now() - interval '30 days'
    returning 1
  ), limits as (
    delete from public.rate_limits r
     where r.window_ends_at < now()
    returning 1
  ), links as (
    -- A while after they stopped working, so that they say why.
    delete from public.account_links l
     where l.expires_at < now() - interval '7 days'
    returning 1
  ), notices as (
    -- Past those that stock is serving right now.
    delete from public.stock_notices n
     where n.id in (select e.id from public.stock_notices e
                     where e.back_at < now() - interval '30 days' or e.created_at < now() - interval '180 days' for update skip locked)
    returning 1
  )
  select ((select count(*) from mails) + (select count(*) from answers) + (select count(*) from questions) + (select count(*) from limits) + (select count(*) from links) + (select count(*) from notices))::integer;
$function$;

CREATE OR REPLACE FUNCTION public.release_held_orders (
  ids    text[],
  reason text,
  actor  uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  asked record;
  released jsonb := '[]';
  kept text[] := '{}';
begin
  perform shop.act_as(actor);
  perform 1 from public.orders o where o.id = any (ids) order by o.id for update;
  perform shop.lock_products(array (select i.product_id from public.order_items i where i.order_id = any (ids)));
  for asked in select o.id, o.order_number, u.id is not null as is_held
                 from public.orders o left join shop.unconfirmed_orders u on u.id = o.id where o.id = any (ids) order by o.id loop
    if asked.is_held then
      perform public.set_order_status(asked.id, 'cancelled', actor);
      perform shop.log_order_event(asked.id, 'note', '', null, null, reason);
      released := released || shop.staff_order_json(asked.id);
    else
      kept := kept || asked.order_number;
    end if;
  end loop;
  return jsonb_build_object('released', released, 'left', kept);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."release_held_orders"(text[], text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.end_proof()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update public.orders o set awaits_proof = false where o.id = new.order_id and o.awaits_proof;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.end_proof_with_status()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  new.awaits_proof := false;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.insert_order (
  payload             jsonb,
  lines               shop.priced_line[],
  subtotal            numeric,
  shipping            numeric,
  idempotency_key     text,
  fingerprint         text,
  content_fingerprint text,
  device_fingerprint  text,
  shopper             uuid,
  actor               uuid,
  awaits_proof        boolean
)
  RETURNS public.orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  placed public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city, city_known, city_takes_cash,
                             zip_code, country, subtotal, shipping, total_amount, payment_method, notes, shopper_id, idempotency_key,
                             request_fingerprint, content_fingerprint, device_fingerprint, placed_by, source, awaits_proof)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'secondPhone', payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), payload ->> 'cityKnown', (payload ->> 'cityTakesCash')::boolean,
          coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          insert_order.subtotal, insert_order.shipping, insert_order.subtotal + insert_order.shipping,
          payload ->> 'paymentMethod', coalesce(payload ->> 'notes', ''), shopper, insert_order.idempotency_key, fingerprint, insert_order.content_fingerprint,
          insert_order.device_fingerprint, actor, case when actor is null then 'website' else payload ->> 'source' end::shop.order_source,
          insert_order.awaits_proof)
  returning * into placed;

  insert into public.order_items (order_id, position, product_id, variant_id, product_name, product_image, selected_color, selected_size, quantity, price)
  select placed.id, l.line_position, l.product_id, l.variant_id, l.product_name, l.product_image, l.selected_color, l.selected_size, l.quantity, l.price
    from unnest(lines) l;
  return placed;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.judge_order (
  placed public.orders
)
  RETURNS shop.verdict
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  rules public.confirmation_rules;
  verdict shop.verdict;
  history constant jsonb := shop.customer_record(placed.customer_id);
begin
  select * into rules from public.confirmation_rules r where r.id;
  verdict.reasons := shop.doubts_of(placed, history);
  verdict.score := shop.sum_of_points(verdict.reasons);
  verdict.held_because := case
    when placed.awaits_proof then 'No pieces are set aside yet'
    when rules.hold_blocked and verdict.reasons @> '[{"code": "blocked"}]' then 'The customer is blocked'
    when rules.hold_blocked and verdict.reasons @> '[{"code": "prepaid_only"}]' then 'The customer must pay before'
    when placed.total_amount >= rules.hold_value then format('%s or more', shop.rupees_text(rules.hold_value))
    when verdict.score >= rules.hold_score then format('Score of %s or more', rules.hold_score)
    when rules.hold_unknown_city and placed.city_known is null then 'The city is not known'
  end;
  if verdict.held_because is null then
    verdict.confirmed_because := case
      when rules.confirm_by_staff and placed.placed_by is not null then 'Rule: written down by staff'
      when (history ->> 'delivered')::integer >= rules.confirm_deliveries and (history ->> 'returned')::integer = 0
           and placed.total_amount < rules.confirm_below
      then format('Rule: %s deliveries or more, none returned, below %s', rules.confirm_deliveries, shop.rupees_text(rules.confirm_below))
    end;
  end if;
  return verdict;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.move_order_stock (
  order_id     text,
  order_number text,
  direction    integer,
  actor        uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  line record;
begin
  if (select o.awaits_proof from public.orders o where o.id = move_order_stock.order_id) then
    return;
  end if;
  for line in
    select i.product_id, i.variant_id, sum(i.quantity)::integer as pieces from public.order_items i
     where i.order_id = move_order_stock.order_id group by i.product_id, i.variant_id order by i.product_id, i.variant_id
  loop
    perform shop.change_stock(line.product_id, direction * line.pieces,
      case when direction < 0 then 'sale' else 'return' end::shop.stock_change_kind, order_number, '', actor, line.variant_id);
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.needs_proof (
  units   bigint,
  phone   text,
  network text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  most constant public.limits := shop.limits();
  of_network bigint;
  of_strangers bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('held by strangers', 3));
  select coalesce(sum(i.quantity), 0) into of_network
    from shop.order_networks n
    join shop.unconfirmed_orders u on u.id = n.order_id and not u.awaits_proof
    join public.order_items i on i.order_id = u.id
   where n.network = needs_proof.network;
  if of_network + units > most.network_units then
    return true;
  end if;
  if exists (select from shop.customer_phones p join public.orders d on d.customer_id = p.customer_id
              where p.phone = needs_proof.phone and d.status = 'delivered') then
    return false;
  end if;
  select coalesce(sum(i.quantity), 0) into of_strangers
    from shop.unconfirmed_orders u
    join public.order_items i on i.order_id = u.id
   where not u.awaits_proof and not exists (select from public.orders d where d.customer_id = u.customer_id and d.status = 'delivered');
  return of_strangers + units > most.shop_units;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.take_proven_pieces()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  short record;
begin
  perform shop.lock_products(array (select i.product_id from public.order_items i where i.order_id = new.id));
  select i.product_id, min(i.product_name) as name, v.stock_quantity as available into short
    from public.order_items i join public.product_variants v on v.id = i.variant_id
   where i.order_id = new.id group by i.product_id, v.id having sum(i.quantity) > v.stock_quantity order by min(i.position) limit 1;
  if found then
    perform shop.refuse(409, 'not_enough_stock',
      format('%s sold while order %s waited: %s left. Change its items first, or cancel it.', short.name, new.order_number, short.available),
      jsonb_build_object('productId', short.product_id, 'available', short.available));
  end if;
  perform shop.move_order_stock(new.id, new.order_number, -1, shop.acting());
  update public.order_confirmations c set held_because = null where c.order_id = new.id;
  return null;
end;
$function$;

ALTER TABLE "public"."orders"
  ADD CONSTRAINT "orders_awaits_proof_pending" CHECK (((NOT awaits_proof) OR (status = 'pending'::shop.order_status)));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "shop"."order_networks"
  ADD CONSTRAINT "order_networks_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE;

CREATE VIEW "shop"."unconfirmed_orders" WITH (security_invoker=true) AS  SELECT id,
    customer_id,
    customer_phone,
    device_fingerprint,
    total_amount,
    created_at,
    awaits_proof
   FROM public.orders o
  WHERE ((status = 'pending'::shop.order_status) AND (source = 'website'::shop.order_source) AND (archived_at IS NULL) AND (NOT (EXISTS ( SELECT
           FROM public.confirmation_attempts a
          WHERE ((a.order_id = o.id) AND (a.outcome = 'confirmed'::shop.confirmation_outcome) AND ((a.how <> 'shopper'::shop.confirmation_way) OR (a.note <> 'page'::text)))))) AND (NOT (EXISTS ( SELECT
           FROM public.order_confirmations c
          WHERE ((c.order_id = o.id) AND (c.overridden_at IS NOT NULL))))));

CREATE INDEX order_networks_by_network ON shop.order_networks USING btree (network);

CREATE TRIGGER confirmation_attempts_prove
  AFTER INSERT ON public.confirmation_attempts
  FOR EACH ROW
  WHEN (((new.outcome = 'confirmed'::shop.confirmation_outcome) AND (new.how <> 'shopper'::shop.confirmation_way)))
  EXECUTE FUNCTION shop.end_proof();

CREATE TRIGGER order_confirmations_prove
  AFTER UPDATE OF overridden_at ON public.order_confirmations
  FOR EACH ROW
  WHEN (((old.overridden_at IS NULL) AND (new.overridden_at IS NOT NULL)))
  EXECUTE FUNCTION shop.end_proof();

CREATE TRIGGER orders_proof_ends
  BEFORE UPDATE ON public.orders
  FOR EACH ROW
  WHEN ((new.awaits_proof AND (new.status <> 'pending'::shop.order_status)))
  EXECUTE FUNCTION shop.end_proof_with_status();

CREATE TRIGGER orders_proven
  AFTER UPDATE ON public.orders
  FOR EACH ROW
  WHEN ((old.awaits_proof AND (NOT new.awaits_proof) AND (new.status <> 'cancelled'::shop.order_status)))
  EXECUTE FUNCTION shop.take_proven_pieces();

CREATE TRIGGER shipments_prove
  AFTER INSERT ON public.shipments
  FOR EACH ROW
  EXECUTE FUNCTION shop.end_proof();

REVOKE ALL ON FUNCTION "public"."held_by_strangers"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."held_by_strangers"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."held_by_strangers"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."place_order"(jsonb, jsonb, text, uuid, text, jsonb, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_order"(jsonb, jsonb, text, uuid, text, jsonb, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_order"(jsonb, jsonb, text, uuid, text, jsonb, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."release_held_orders"(text[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_held_orders"(text[], text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_held_orders"(text[], text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."end_proof"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."end_proof"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."end_proof"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."end_proof"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."end_proof_with_status"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."end_proof_with_status"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."end_proof_with_status"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."end_proof_with_status"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], numeric, numeric, text, text, text, text, uuid, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], numeric, numeric, text, text, text, text, uuid, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], numeric, numeric, text, text, text, text, uuid, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], numeric, numeric, text, text, text, text, uuid, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."needs_proof"(bigint, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."needs_proof"(bigint, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."needs_proof"(bigint, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."needs_proof"(bigint, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."take_proven_pieces"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."take_proven_pieces"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_proven_pieces"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_proven_pieces"() TO "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "shop"."order_networks" TO "service_role";

GRANT SELECT ON TABLE "shop"."unconfirmed_orders" TO "service_role";
