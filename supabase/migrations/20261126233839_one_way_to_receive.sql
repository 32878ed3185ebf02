SET local check_function_bodies = off;

DROP FUNCTION "public"."receive_returned_order"(text, jsonb, uuid, timestamp WITH time zone);

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

REVOKE ALL ON FUNCTION "shop"."all_pieces_back"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."all_pieces_back"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."all_pieces_back"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."all_pieces_back"(public.orders, jsonb) TO "service_role";
