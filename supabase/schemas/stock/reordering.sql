-- What runs short is ordered again: from whom and at what it was bought last, one purchase order for each supplier.

-- One press makes its purchase orders once: the key it was sent with, and the fingerprint of what was sent.
create table shop.reorders (
  id text primary key default shop.new_id(),
  -- Those that it made, in the order in which their pieces were named.
  purchase_orders text[] not null default '{}',
  idempotency_key text,
  request_fingerprint text not null,
  created_at timestamptz not null default now(),
  constraint reorders_key_unique unique (idempotency_key)
);

alter table shop.reorders enable row level security;
grant select, insert, update on shop.reorders to service_role;

-- From whom each variant was ordered last, and at how many rupees a piece; no row where it never was: {variant_id, supplier_name,
-- unit_cost}.
create view shop.last_purchases with (security_invoker = true) as
  select distinct on (i.variant_id) i.variant_id, o.supplier_name, i.unit_cost
    from public.purchase_order_items i join public.purchase_orders o on o.id = i.purchase_order_id
   where o.status <> 'cancelled' and o.archived_at is null
   order by i.variant_id, o.created_at desc, o.id, i.position desc;

-- In how many days the last supplier of each variant brings it: the median of its deliveries, from the order to the receipt; no row where
-- none came: {variant_id, days}.
create view shop.lead_times with (security_invoker = true) as
  select came.variant_id,
         ceil(percentile_cont(0.5) within group (order by shop.day_of(came.received_at) - shop.day_of(came.ordered_at)))::integer as days
    from (select l.variant_id, o.supplier_name, r.created_at as received_at,
                 -- What nobody marked as ordered has its receipt for its order's date, and was written down before.
                 case when r.created_at - o.order_date > interval '1 minute' then o.order_date else o.created_at end as ordered_at
            from public.purchase_order_delivery_items l
            join public.purchase_order_deliveries r on r.id = l.delivery_id and r.taken_back_at is null
            join public.purchase_orders o on o.id = r.purchase_order_id and o.archived_at is null) came
    join shop.last_purchases p on p.variant_id = came.variant_id and lower(p.supplier_name) = lower(came.supplier_name)
   group by came.variant_id;

grant select on shop.last_purchases, shop.lead_times to service_role;

-- Refuses lines of a reorder, 422 at each field that is wrong: a piece that is no longer on offer, and without a purchase before, a missing
-- supplier or cost. Takes the lines.
create function shop.check_reorder(lines jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', format('lines.%s.%s', l.place - 1, wrong.field), 'message', wrong.message)
                   order by l.place, wrong.field)
    into complaints
    from jsonb_array_elements(lines) with ordinality as l (line, place)
    left join (public.product_variants v join public.products p on p.id = v.product_id and p.archived_at is null)
           on v.id = l.line ->> 'variantId' and v.archived_at is null
    left join shop.last_purchases last on last.variant_id = v.id
   cross join lateral (
     values ('variantId', 'This piece is no longer on offer', v.id is null),
            ('supplierName', 'Who supplies it?', v.id is not null and coalesce(l.line ->> 'supplierName', last.supplier_name) is null),
            ('unitCost', 'What does a piece cost?', v.id is not null and coalesce(l.line ->> 'unitCost', last.unit_cost::text) is null)
   ) as wrong (field, message, is_so)
   where wrong.is_so;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;
end;
$$;

-- Orders pieces again: one pending purchase order for each supplier, with the address of the order before. Takes [{variantId, quantity,
-- supplierName?, unitCost?}], where the last purchase says what is left away, and the key of the attempt or null; a repeated key answers
-- with the first orders. Returns them with their items. Refuses 422 `lines.N.variantId`, `supplierName` or `unitCost` as
-- `shop.check_reorder`, 422 `lines` when an order comes to more than can be kept, 422 `idempotency_mismatch`, and without the right to buy
-- stock.
create function public.reorder_pieces(lines jsonb, idempotency_key text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint constant text := md5(lines::text);
  pressed shop.reorders;
  purchase record;
begin
  insert into shop.reorders (idempotency_key, request_fingerprint) values (reorder_pieces.idempotency_key, fingerprint)
  on conflict on constraint reorders_key_unique do nothing returning * into pressed;
  if not found then
    select * into pressed from shop.reorders r where r.idempotency_key = reorder_pieces.idempotency_key;
    if pressed.request_fingerprint <> fingerprint then
      perform shop.refuse('idempotency_mismatch', null, '{"of": "reorder"}');
    end if;
    return (select jsonb_agg(shop.purchase_order_json(made.id) order by made.place)
              from unnest(pressed.purchase_orders) with ordinality as made (id, place));
  end if;

  perform shop.check_reorder(lines);
  for purchase in
    select wanted.supplier_name, wanted.total, wanted.items, before.supplier_email, before.supplier_phone, before.supplier_address
      from (select (array_agg(n.supplier_name order by n.place))[1] as supplier_name, min(n.place) as place,
                   sum(n.quantity * n.unit_cost) as total,
                   jsonb_agg(jsonb_build_object('productId', n.product_id, 'sku', n.sku, 'quantity', n.quantity,
                                                'unitCost', n.unit_cost) order by n.place) as items
              from (select l.place, v.product_id, v.sku, (l.line ->> 'quantity')::integer as quantity,
                           coalesce(l.line ->> 'supplierName', last.supplier_name) as supplier_name,
                           coalesce((l.line ->> 'unitCost')::numeric, last.unit_cost) as unit_cost
                      from jsonb_array_elements(lines) with ordinality as l (line, place)
                      join public.product_variants v on v.id = l.line ->> 'variantId'
                      left join shop.last_purchases last on last.variant_id = v.id) n
             group by lower(n.supplier_name)) wanted
      left join lateral (
        select o.supplier_email, o.supplier_phone, o.supplier_address from public.purchase_orders o
         where lower(o.supplier_name) = lower(wanted.supplier_name) and o.archived_at is null
         order by o.created_at desc, o.id limit 1) before on true
     order by wanted.place
  loop
    if purchase.total > 9999999999 then
      perform shop.refuse_field('lines', 'The total is too large');
    end if;
    pressed.purchase_orders := pressed.purchase_orders || (public.create_purchase_order(jsonb_build_object(
      'supplierName', purchase.supplier_name, 'supplierEmail', purchase.supplier_email, 'supplierPhone', purchase.supplier_phone,
      'supplierAddress', purchase.supplier_address, 'items', purchase.items)) ->> 'id');
  end loop;
  update shop.reorders r set purchase_orders = pressed.purchase_orders where r.id = pressed.id;
  return (select jsonb_agg(shop.purchase_order_json(made.id) order by made.place)
            from unnest(pressed.purchase_orders) with ordinality as made (id, place));
end;
$$;

grant execute on function public.reorder_pieces to service_role;
