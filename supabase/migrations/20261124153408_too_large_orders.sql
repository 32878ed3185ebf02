SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.place_order (
  payload         jsonb,
  delivery        jsonb,
  idempotency_key text  DEFAULT NULL::text,
  shopper         uuid  DEFAULT NULL::uuid,
  device          text  DEFAULT NULL::text,
  limits          jsonb DEFAULT NULL::jsonb,
  actor           uuid  DEFAULT NULL::uuid
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
  end if;
  placed := shop.insert_order(payload, lines, subtotal, shipping, idempotency_key, fingerprint, content_fingerprint, device, shopper, actor);
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

CREATE OR REPLACE FUNCTION shop.refuse_large_order (
  lines  shop.priced_line[],
  total  numeric,
  phone  text,
  device text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  most constant public.limits := shop.limits();
  waiting constant text[] := array (select u.id from shop.unconfirmed_orders u where u.customer_phone = phone
                                    union select u.id from shop.unconfirmed_orders u where u.device_fingerprint = device);
  waiting_units constant bigint := (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = any (waiting));
  waiting_value constant numeric := (select coalesce(sum(o.total_amount), 0) from public.orders o where o.id = any (waiting));
  units constant bigint := (select sum(l.quantity) from unnest(lines) l);
  -- What the limits are counted over, in words.
  per constant text := case when cardinality(waiting) = 0 then 'in one order' else 'until your waiting orders are confirmed' end;
  pieces jsonb;
  path text := 'items';
  allowed numeric;
  message text;
begin
  select jsonb_agg(jsonb_build_object('productId', s.product_id, 'name', s.name, 'line', s.first_line,
                                      'available', greatest(0, most.piece_units - s.held)) order by s.first_line)
    into pieces
    from (select l.product_id, min(l.product_name) as name, min(l.line_position) as first_line, sum(l.quantity) as asked,
                 (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = any (waiting) and i.product_id = l.product_id) as held
            from unnest(lines) l group by l.product_id) s
   where s.asked + s.held > most.piece_units;

  if pieces is not null then
    path := format('items.%s.quantity', pieces -> 0 ->> 'line');
    allowed := most.piece_units;
    message := format('Online you can order at most %s of %s %s', allowed, pieces -> 0 ->> 'name', per);
  elsif units + waiting_units > most.order_units then
    allowed := most.order_units;
    message := format('Online you can order at most %s pieces %s: here are %s%s', allowed, per, units,
                      case when waiting_units > 0 then format(', and %s wait already', waiting_units) else '' end);
  elsif total + waiting_value > most.order_value then
    allowed := most.order_value;
    message := format('Online you can order for at most %s %s: this is %s%s', shop.rupees_text(allowed), per, shop.rupees_text(total),
                      case when waiting_value > 0 then format(', and %s wait already', shop.rupees_text(waiting_value)) else '' end);
  else
    return;
  end if;
  perform shop.refuse(422, 'order_too_large', message, jsonb_build_object('allowed', allowed, 'items', coalesce(pieces, '[]'),
    'errors', jsonb_build_array(jsonb_build_object('path', path, 'message', message))));
end;
$function$;

CREATE VIEW "shop"."unconfirmed_orders" WITH (security_invoker=true) AS  SELECT id,
    customer_id,
    customer_phone,
    device_fingerprint,
    total_amount,
    created_at
   FROM public.orders o
  WHERE ((status = 'pending'::shop.order_status) AND (source = 'website'::shop.order_source) AND (archived_at IS NULL) AND (NOT (EXISTS ( SELECT
           FROM public.confirmation_attempts a
          WHERE ((a.order_id = o.id) AND (a.outcome = 'confirmed'::shop.confirmation_outcome) AND ((a.how <> 'shopper'::shop.confirmation_way) OR (a.note <> 'page'::text)))))) AND (NOT (EXISTS ( SELECT
           FROM public.order_confirmations c
          WHERE ((c.order_id = o.id) AND (c.overridden_at IS NOT NULL))))));

REVOKE ALL ON FUNCTION "shop"."refuse_large_order"(shop.priced_line[], numeric, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."refuse_large_order"(shop.priced_line[], numeric, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_large_order"(shop.priced_line[], numeric, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_large_order"(shop.priced_line[], numeric, text, text) TO "service_role";

GRANT SELECT ON TABLE "shop"."unconfirmed_orders" TO "service_role";
