SET local check_function_bodies = off;

DROP FUNCTION "public"."sku"(public.order_items);

CREATE OR REPLACE FUNCTION public.count_stock (
  items           jsonb,
  notes           text,
  actor           uuid,
  idempotency_key text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  fingerprint constant text := md5(jsonb_build_array(items, notes)::text);
  booked public.stock_counts;
  unknown bigint;
  line record;
  entry public.stock_history;
  entry_ids text[] := '{}';
begin
  insert into public.stock_counts (actor, idempotency_key, request_fingerprint)
  values (count_stock.actor, count_stock.idempotency_key, fingerprint)
  on conflict on constraint stock_counts_key_unique do nothing returning * into booked;
  if not found then
    select * into booked from public.stock_counts c where c.idempotency_key = count_stock.idempotency_key;
    if booked.request_fingerprint <> fingerprint then
      perform shop.refuse(422, 'idempotency_mismatch', 'This Idempotency-Key was already used for another count');
    end if;
    return shop.stock_count_json(booked);
  end if;

  -- In the order in which everybody locks products.
  perform 1 from public.products p
    where p.id in (select v.product_id from jsonb_array_elements(items) i join public.product_variants v on v.sku = i ->> 'sku')
    order by p.id for no key update;
  select i.place - 1 into unknown from jsonb_array_elements(items) with ordinality as i (item, place)
   where not exists (select from public.product_variants v join public.products p on p.id = v.product_id
                      where v.sku = i.item ->> 'sku' and v.archived_at is null and p.archived_at is null)
   order by i.place limit 1;
  if found then
    perform shop.refuse_field(format('items.%s.sku', unknown), 'No piece on offer has this SKU');
  end if;

  for line in
    select v.product_id, v.id as variant_id, (i.item ->> 'counted')::integer - (i.item ->> 'stockSeen')::integer as difference
      from jsonb_array_elements(items) with ordinality as i (item, place) join public.product_variants v on v.sku = i.item ->> 'sku'
     order by v.product_id, i.place
  loop
    entry := shop.change_stock(line.product_id, line.difference, 'adjustment', booked.count_number, notes, actor, line.variant_id);
    entry_ids := entry_ids || entry.id;
  end loop;
  update public.stock_counts c set entries = entry_ids where c.id = booked.id returning * into booked;
  return shop.stock_count_json(booked);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_purchase_order_receipts (
  purchase_order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from public.purchase_orders o where o.id = list_purchase_order_receipts.purchase_order_id and o.archived_at is null) then
    perform shop.refuse(404, 'purchase_order_not_found', 'Purchase order not found');
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object(
             'actor_name', (select s.username from public.staff s where s.id = r.actor),
             'taken_back_by_name', (select s.username from public.staff s where s.id = r.taken_back_by),
             'items', (select jsonb_agg(to_jsonb(i) || jsonb_build_object('color', v.color, 'size', v.size, 'sku', v.sku) order by i.position)
                         from public.purchase_order_receipt_items i join public.product_variants v on v.id = i.variant_id where i.receipt_id = r.id))
             order by r.created_at desc, r.id desc), '[]')
      from public.purchase_order_receipts r
     where r.purchase_order_id = list_purchase_order_receipts.purchase_order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.order_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select to_jsonb(o) || jsonb_build_object(
                   'items', (select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('sku', v.sku) order by i.position), '[]')
                               from public.order_items i join public.product_variants v on v.id = i.variant_id where i.order_id = o.id),
                   'shipments', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'status', s.status,
                                           'carrier', s.carrier, 'tracking_number', s.tracking_number, 'updated_at', s.updated_at)
                                           order by s.created_at, s.id), '[]')
                                   from public.shipments s where s.order_id = o.id and s.archived_at is null))
            from public.orders o
           where o.id = order_json.order_id);
end;
$function$;
