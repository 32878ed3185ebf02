SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.find_customer_of_phone (
  phone text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return jsonb_build_object('customer', (
    select shop.customer_json(c) || jsonb_build_object('open_orders', (
             select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at desc, l.id), '[]')
               from (select o.id, o.order_number, o.status, o.total_amount, o.created_at from public.orders o
                      where o.customer_id = c.id and o.archived_at is null and o.status in ('pending', 'processing', 'shipped')
                            -- One that came back is no longer open, as in the record.
                        and (select s.status from public.shipments s where s.order_id = o.id and s.archived_at is null
                              order by s.created_at desc, s.id desc limit 1) is distinct from 'returned'
                      order by o.created_at desc, o.id limit 20) l))
      from shop.customer_phones p join public.customers c on c.id = p.customer_id
     where p.phone = shop.normal_phone(find_customer_of_phone.phone)));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."find_customer_of_phone"(text) FROM PUBLIC, "anon", "authenticated";

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
  if actor is not null then
    perform shop.check_block(placed, payload ->> 'blockReason', actor);
  end if;
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

CREATE OR REPLACE FUNCTION shop.check_block (
  placed public.orders,
  reason text,
  actor  uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  block shop.customer_block;
begin
  select c.block into block from public.customers c where c.id = placed.customer_id;
  if block = 'none' then
    return;
  end if;
  if coalesce(reason, '') = '' then
    perform shop.refuse(409, 'customer_blocked',
      format('%s. Give a reason to place the order all the same.',
             case block when 'do_not_ship' then 'This customer is blocked: do not ship' else 'This customer must pay before' end),
      jsonb_build_object('block', block));
  end if;
  perform shop.act_as(actor);
  perform shop.log_order_event(placed.id, 'order', 'blocked', null, jsonb_build_object('block', block), reason);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."find_customer_of_phone"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_customer_of_phone"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_customer_of_phone"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."check_block"(public.orders, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."check_block"(public.orders, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_block"(public.orders, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_block"(public.orders, text, uuid) TO "service_role";
