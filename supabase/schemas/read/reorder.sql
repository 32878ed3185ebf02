-- What to order from suppliers before it runs out.

-- A page of what sells and does not last until its next delivery and a week, the most urgent first: {items: [{id, product_id, name, color,
-- size, sku, sold: pieces of the last four weeks that did not come back, sold_a_week, on_hand, expected: of purchase orders, days_left: how
-- long those on hand last as they sell, lead_days, is_lead_known, supplier_name and unit_cost of the last purchase, suggested: what sells
-- in the lead time and four weeks, less what is on hand and expected}], total}. Where no delivery says how long it takes, it is two weeks.
create function public.list_reorder(page_offset integer, page_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with selling as materialized (
    select s.variant_id, sum(s.quantity - s.returned) as sold
      from shop.sold_lines s
     where s.sold_at >= now() - interval '28 days'
     group by s.variant_id having sum(s.quantity - s.returned) > 0
  ), expected as materialized (
    select i.variant_id, sum(greatest(i.quantity - i.received, 0)) as pieces
      from public.purchase_orders o join public.purchase_order_items i on i.purchase_order_id = o.id
     where shop.is_expected(o.status) and o.archived_at is null and not i.closed_short
     group by i.variant_id
  ), short as materialized (
    select v.id, v.product_id, p.name, v.color, v.size, v.sku, s.sold, v.stock_quantity as on_hand, coalesce(e.pieces, 0) as expected,
           last.supplier_name, last.unit_cost, known.days is not null as is_lead_known, coalesce(known.days, 14) as lead_days,
           -- What is expected lasts as well: what was ordered again is not short any more.
           (v.stock_quantity + coalesce(e.pieces, 0)) * 28.0 / s.sold - coalesce(known.days, 14) as spare_days
      from selling s
      join public.product_variants v on v.id = s.variant_id and v.archived_at is null
      join public.products p on p.id = v.product_id and p.archived_at is null
      left join expected e on e.variant_id = v.id
      left join shop.last_purchases last on last.variant_id = v.id
      left join shop.lead_times known on known.variant_id = v.id
  ), page as (
    select n.*, row_number() over (order by n.spare_days, n.sold desc, n.id) as place
      from short n where n.spare_days < 7
     order by place offset page_offset limit page_limit
  )
  select jsonb_build_object(
    'total', (select count(*) from short n where n.spare_days < 7),
    'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'id', n.id, 'product_id', n.product_id, 'name', n.name, 'color', n.color, 'size', n.size, 'sku', n.sku,
                'sold', n.sold, 'sold_a_week', round(n.sold / 4.0, 1), 'on_hand', n.on_hand, 'expected', n.expected,
                'days_left', floor(n.on_hand * 28.0 / n.sold), 'lead_days', n.lead_days, 'is_lead_known', n.is_lead_known,
                'supplier_name', n.supplier_name, 'unit_cost', n.unit_cost,
                'suggested', greatest(ceil(n.sold * (n.lead_days + 28) / 28.0) - n.on_hand - n.expected, 1)) order by n.place), '[]')
                from page n));
$$;

grant execute on function public.list_reorder to service_role;
