-- What pieces cost the shop. Each variant has the moving average of what its pieces cost at receipt, freight and charges included; a line
-- of an order keeps the average of the moment in which it ships, whatever is bought later. What nobody ever said the cost of has none, and
-- reports count it apart.

create table shop.piece_costs (
  variant_id text primary key references public.product_variants (id),
  -- Rupees a piece, to a hundredth of a paisa: an average of whole paisas is none.
  unit_cost numeric(14, 4) not null,
  constraint piece_costs_not_negative check (unit_cost >= 0)
);

alter table shop.piece_costs enable row level security;
grant select, insert, update on shop.piece_costs to service_role;

create table shop.line_costs (
  item_id text primary key references public.order_items (id) on delete cascade,
  -- Null: the order shipped when nobody had said what the piece costs.
  unit_cost numeric(14, 4),
  constraint line_costs_not_negative check (unit_cost >= 0)
);

alter table shop.line_costs enable row level security;
grant select, insert, delete on shop.line_costs to service_role;

-- The pieces of a variant that the shop owns and has not sent: on the shelf, and those of orders that have not left.
create function shop.pieces_in_shop(variant public.product_variants) returns bigint
language sql stable set search_path = ''
as $$
  select variant.stock_quantity + coalesce(sum(i.quantity), 0)
    from public.order_items i join public.orders o on o.id = i.order_id
   where i.variant_id = variant.id and shop.is_unshipped(o.status) and o.archived_at is null;
$$;

-- Moves the average of each variant by pieces that come (1) or are taken back (-1) at what they cost, before they are booked. Taking back
-- what was sold on meanwhile, at another average, may leave no cost for the rest: then the average stays. Takes the lines of deliveries.
create function shop.average_costs(lines public.purchase_order_delivery_items[], direction integer) returns void
language sql set search_path = ''
as $$
  insert into shop.piece_costs as c (variant_id, unit_cost)
  select moved.variant_id,
         case when c.unit_cost is null or moved.owned + moved.units <= 0 then coalesce(c.unit_cost, moved.cost / abs(moved.units))
              when moved.owned * c.unit_cost + direction * moved.cost < 0 then c.unit_cost
              else (moved.owned * c.unit_cost + direction * moved.cost) / (moved.owned + moved.units) end
    from (select l.variant_id, shop.pieces_in_shop(v) as owned, direction * sum(l.received - l.damaged) as units,
                 sum((l.received - l.damaged) * l.unit_cost) as cost
            from unnest(lines) l join public.product_variants v on v.id = l.variant_id
           where l.received > l.damaged and l.unit_cost is not null
           group by l.variant_id, v.*) moved
    left join shop.piece_costs c on c.variant_id = moved.variant_id
   where direction = 1 or c.unit_cost is not null
  on conflict (variant_id) do update set unit_cost = excluded.unit_cost;
$$;

-- The lines of an order keep what their pieces cost, once it ships; those that it kept before stay as they are. Takes its id.
create function shop.keep_costs(order_id text) returns void
language sql set search_path = ''
as $$
  insert into shop.line_costs (item_id, unit_cost)
  select i.id, c.unit_cost from public.order_items i left join shop.piece_costs c on c.variant_id = i.variant_id
   where i.order_id = keep_costs.order_id
  on conflict (item_id) do nothing;
$$;

-- An order that has not left after all keeps no costs. Takes its id.
create function shop.forget_costs(order_id text) returns void
language sql set search_path = ''
as $$
  delete from shop.line_costs c using public.order_items i where i.id = c.item_id and i.order_id = forget_costs.order_id;
$$;

-- Says what the pieces of a variant cost from now on, where the shop bought them before it wrote down its purchases; what shipped keeps its
-- cost. Takes the product's id, rupees a piece, and the variant's colour, size or SKU, which a product counted as a whole does not need.
-- Returns {product_id, color, size, sku, unit_cost}. Refuses 404 `product_not_found`, 403 without the right to buy stock, and 422 the field
-- `color`, `size` or `sku` when it is not clear which variant is meant.
create function public.set_piece_cost(product_id text, unit_cost numeric, color text default null, size text default null,
                                      sku text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  variant public.product_variants;
  named text;
  before numeric;
begin
  perform shop.need_right('buy_stock');
  -- Locked, so that no delivery averages meanwhile.
  select p.name into named from public.products p where p.id = set_piece_cost.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse('product_not_found');
  end if;
  variant := shop.require_variant(set_piece_cost.product_id, color, size, sku);
  select c.unit_cost into before from shop.piece_costs c where c.variant_id = variant.id;
  insert into shop.piece_costs (variant_id, unit_cost) values (variant.id, set_piece_cost.unit_cost)
  on conflict (variant_id) do update set unit_cost = excluded.unit_cost;
  perform shop.write_audit(shop.acting(), 'product', variant.product_id,
    concat_ws(' ', named, '(' || nullif(shop.choice_name(variant.color, variant.size), '') || ')'),
    jsonb_build_object('unit_cost', before), jsonb_build_object('unit_cost', round(set_piece_cost.unit_cost, 2)));
  return jsonb_build_object('product_id', variant.product_id, 'color', variant.color, 'size', variant.size, 'sku', variant.sku,
                            'unit_cost', round(set_piece_cost.unit_cost, 2));
end;
$$;

grant execute on function public.set_piece_cost to service_role;
