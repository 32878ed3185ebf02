SET local check_function_bodies = off;

CREATE TABLE "shop"."order_keys" (
  "order_id" text NOT NULL,
  "key"      text NOT NULL,
  CONSTRAINT "order_keys_key_long" CHECK ((char_length(key) = 24)),
  CONSTRAINT "order_keys_pkey" PRIMARY KEY (order_id)
);

ALTER TABLE "shop"."order_keys"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION public.order_page_key (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  order_number text;
begin
  select o.order_number into order_number from public.orders o where o.id = order_page_key.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse(404, 'order_not_found', 'Order not found');
  end if;
  return jsonb_build_object('order_number', order_number, 'key', shop.page_key(order_page_key.order_id));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."order_page_key"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.place_order (
  payload         jsonb,
  delivery        jsonb,
  idempotency_key text  DEFAULT NULL::text,
  shopper         uuid  DEFAULT NULL::uuid,
  device          text  DEFAULT NULL::text,
  limits          jsonb DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  fingerprint text := md5(payload::text);
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
  placed := shop.insert_order(payload, lines, subtotal, shipping, idempotency_key, fingerprint, content_fingerprint, device, shopper);
  perform shop.move_order_stock(placed.id, placed.order_number, -1, null);

  answer := shop.placed_order_json(placed.id);
  insert into public.mail_outbox (kind, recipient, payload)
  values ('order_confirmation', placed.customer_email,
          answer - array['idempotency_key', 'request_fingerprint', 'content_fingerprint', 'device_fingerprint']);
  return answer;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.find_order_of_key (
  idempotency_key text,
  fingerprint     text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  twin public.orders;
begin
  perform pg_advisory_xact_lock(hashtextextended(find_order_of_key.idempotency_key, 0));
  select * into twin from public.orders o where o.idempotency_key = find_order_of_key.idempotency_key;
  if not found then
    return null;
  end if;
  if twin.request_fingerprint <> fingerprint then
    perform shop.refuse(422, 'idempotency_mismatch', 'This Idempotency-Key was already used for another order');
  end if;
  return shop.placed_order_json(twin.id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.new_page_key()
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  return translate(encode(substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) for 18), 'base64'), '+/', '-_');
end;
$function$;

CREATE OR REPLACE FUNCTION shop.page_key (
  order_id text
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  found_key text;
begin
  select k.key into found_key from shop.order_keys k where k.order_id = page_key.order_id;
  if not found then
    insert into shop.order_keys as k (order_id, key) values (page_key.order_id, shop.new_page_key())
    -- Whoever asks at the same time gets the same key.
    on conflict on constraint order_keys_pkey do update set key = k.key
    returning k.key into found_key;
  end if;
  return found_key;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.placed_order_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  return shop.order_json(order_id) || jsonb_build_object('page_key', shop.page_key(order_id));
end;
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "shop"."order_keys"
  ADD CONSTRAINT "order_keys_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id);

REVOKE ALL ON FUNCTION "public"."order_page_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_page_key"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_page_key"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."new_page_key"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."new_page_key"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."new_page_key"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."new_page_key"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."page_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."page_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."page_key"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."page_key"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."placed_order_json"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."placed_order_json"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."placed_order_json"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."placed_order_json"(text) TO "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "shop"."order_keys" TO "service_role";
