SET local check_function_bodies = off;

DROP FUNCTION "public"."expected_transfers"(numeric[], text[]);

DROP FUNCTION "public"."receive_returned_order"(text, jsonb, uuid, timestamp WITH time zone);

CREATE OR REPLACE FUNCTION public.expected_transfers (
  amounts numeric[],
  numbers text[],
  lines   jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  -- Worked out once: joined as a view, every advance would be asked for again with each order.
  with missing as materialized (select m.order_id, m.missing from shop.missing_advances m)
  select coalesce(jsonb_agg(jsonb_build_object('order_id', e.id, 'order_number', e.order_number, 'customer_name', e.customer_name,
                                               'references', e.transfers, 'named_by', e.named_by,
                                               'sums', to_jsonb(array_remove(array[e.missing, e.due_on_delivery], null)),
                                               'placed_at', e.created_at)
                            order by e.created_at, e.id), '[]')
    from (select o.id, o.order_number, o.customer_name, o.due_on_delivery, o.created_at, m.missing,
          coalesce(sent.transfers, '[]') as transfers,
                 coalesce(sent.named_by, '[]') as named_by
            from public.orders o
            left join missing m on m.order_id = o.id
            left join lateral (select jsonb_agg(c.reference) as transfers, jsonb_path_query_array(jsonb_agg(named.ids), '$[*][*]') as named_by
                                 from public.advance_claims c
                                cross join lateral (select coalesce(jsonb_agg(l ->> 'id'), '[]') as ids from jsonb_array_elements(lines) l
                                                     where shop.number_stands_in(c.reference_key, l ->> 'reference')) named
                                where c.order_id = o.id and c.state = 'sent') sent on true
           where o.archived_at is null and o.due_on_delivery > 0
             and (sent.transfers is not null
                  or shop.is_unshipped(o.status) and (o.due_on_delivery = any (amounts) or m.missing = any (amounts)
                                                      or o.order_number = any (numbers)))
           order by sent.transfers is null, o.created_at, o.id limit 500) e;
$function$;

REVOKE ALL ON FUNCTION "public"."expected_transfers"(numeric[], text[], jsonb) FROM PUBLIC, "anon", "authenticated";

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
     order by s.received_at is not null, s.status = 'delivered', s.created_at desc, s.id desc limit 1;
  end if;
  if parcel.status = 'preparing'
     or parcel.id is null and shop.is_unshipped(before.status)
     -- Counted, and taken up again since: its pieces are in the shop.
     or parcel.received_at is not null and shop.is_open(before.status)
     or before.status = 'cancelled' and not exists (select from shop.awaited_orders a where a.order_id = before.id)
     or is_whole and not exists (select from shop.returned_orders r where r.order_id = before.id) then
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

CREATE OR REPLACE FUNCTION shop.all_pieces_back (
  counted public.orders,
  named   jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
RETURN
  (named || (SELECT COALESCE(jsonb_agg(jsonb_build_object('itemId', p.item_id, 'quantity', (p."out" - said.quantity), 'disposition', 'restocked') ORDER BY p.place), '[]'::jsonb) AS
  "coalesce" FROM
  (shop.pieces_out(all_pieces_back.counted) p(item_id, product_id, variant_id, place, "out") CROSS JOIN LATERAL (SELECT COALESCE(sum(((n.value ->> 'quantity'::text))::integer),
  (0)::bigint) AS quantity FROM jsonb_array_elements(all_pieces_back.named) n(VALUE) WHERE ((n.value ->> 'itemId'::text) = p.item_id)) said) WHERE (p."out" > said.quantity)));

CREATE OR REPLACE FUNCTION shop.claim_of_line (
  line     public.bank_statement_lines,
  order_id text
)
  RETURNS public.advance_claims
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select c from public.advance_claims c
   where c.order_id = claim_of_line.order_id and c.state = 'sent'
     and (shop.number_stands_in(c.reference_key, line.reference)
          or (select count(*) from public.advance_claims other where other.order_id = c.order_id and other.state = 'sent') = 1)
   order by shop.number_stands_in(c.reference_key, line.reference) desc, c.sent_at limit 1;
$function$;

CREATE OR REPLACE FUNCTION shop.number_stands_in (
  key       text,
  reference text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select shop.tells_transfer(key)
         -- Without IBANs, whose account number would be one.
         and regexp_replace(regexp_replace(shop.plain_signs(reference), '[^A-Z0-9]+', ' ', 'g'),
                            'PK ?[0-9]{2} ?[A-Z]{4}( ?[0-9A-Z]){16}', ' ', 'g') ~ (
           select '(^|[^0-9])' || string_agg(case sign when '0' then '[0O]' when '1' then '[1IL]' else sign end, ' ?' order by place)
                  || '([^0-9]|$)' from unnest(string_to_array(key, null)) with ordinality as signs (sign, place));
$function$;

CREATE OR REPLACE FUNCTION shop.statement_line_json (
  line public.bank_statement_lines
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(line) - 'line_key' - 'payment_id' || jsonb_build_object(
           'state', s.state, 'decided_by', shop.username_of(line.decided_by),
           'order_id', paid.id, 'order_number', paid.order_number)
    from (select shop.statement_state(line) as state) s
    left join lateral (select o.id, o.order_number from public.payments p join public.orders o on o.id = p.order_id
                        where p.id = line.payment_id and s.state = 'booked') paid on true;
$function$;

CREATE OR REPLACE FUNCTION shop.tells_transfer (
  key text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select char_length(regexp_replace(key, '[^0-9]', '', 'g')) >= 6 and key !~ '^(0|92|0092)3[0-9]{9}$'
         and not exists (select from public.bank_accounts a where position(key in shop.number_letters(a.iban || ' ' || a.raast_id)) > 0);
$function$;

REVOKE ALL ON FUNCTION "public"."expected_transfers"(numeric[], text[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."expected_transfers"(numeric[], text[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."expected_transfers"(numeric[], text[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."all_pieces_back"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."all_pieces_back"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."all_pieces_back"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."all_pieces_back"(public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."number_stands_in"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."number_stands_in"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."number_stands_in"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."number_stands_in"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."tells_transfer"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."tells_transfer"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tells_transfer"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tells_transfer"(text) TO "service_role";
