-- Purchase orders as staff see them.

-- A page of the purchase orders. Takes a status, a pattern for the supplier's name, two moments (each filter may be null; the day is the
-- one it was ordered on, else created), a sort key (`createdAt`, `supplierName`, `totalAmount`, `status`) and its direction, how many rows
-- to skip and how many to return. Returns {items, total}, the orders with their items.
create function public.list_purchase_orders(status shop.purchase_order_status, supplier_name_like text, from_time timestamptz,
                                            to_time timestamptz, sort_by text, ascending boolean, page_offset integer, page_limit integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  ids text[];
begin
  execute format('select array (
    select p.id from public.purchase_orders p
     where p.archived_at is null and ($1 is null or p.status = $1) and ($2 is null or p.supplier_name ilike $2)
       and ($3 is null or p.dated_at >= $3) and ($4 is null or p.dated_at < $4)
     order by p.%I %s, p.id)',
    case sort_by when 'supplierName' then 'supplier_name' when 'totalAmount' then 'total_amount' when 'status' then 'status'
                 else 'created_at' end, case when ascending then 'asc' else 'desc' end)
     into ids using list_purchase_orders.status, supplier_name_like, from_time, to_time;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('items',
                       (select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('color', v.color, 'size', v.size, 'sku', v.sku)
                                                  order by i.position), '[]')
                          from public.purchase_order_items i join public.product_variants v on v.id = i.variant_id
                         where i.purchase_order_id = p.id)) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.purchase_orders p on p.id = page.id),
    'total', cardinality(ids));
end;
$$;

grant execute on function public.list_purchase_orders to service_role;
