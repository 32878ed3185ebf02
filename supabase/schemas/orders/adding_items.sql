-- Shoppers add pieces to an order that nobody has packed, with the link of its page: one parcel instead of two. What the order has keeps
-- its price and its number, what comes costs today's price. Also what joining two orders does (orders/twins.sql): putting more lines into
-- one, and what that does to its confirmation.

-- What was added under which key, so that an addition that is sent again is answered with what it did.
create table shop.order_additions (
  idempotency_key text primary key,
  order_id text not null references public.orders (id) on delete cascade,
  request_fingerprint text not null,
  -- As `add_to_order` tells it: {before, after}.
  outcome jsonb not null,
  created_at timestamptz not null default now()
);

create index order_additions_by_order on shop.order_additions (order_id);

alter table shop.order_additions enable row level security;
grant select, insert on shop.order_additions to service_role;

-- The lines that an order has with more pieces: each goes to the first of its lines that is the same choice at the same price under the
-- same terms of a code, or makes a line of its own behind them. Takes the order's id, the lines, and the terms under which its own lines
-- come that have none. Returns the lines with the id of the order's line that each is, null for a new one.
create function shop.lines_with(order_id text, more shop.priced_line[], own_terms jsonb default null)
  returns table (place integer, item_id text, line shop.priced_line)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    with placed as (
      select m.ordinality, m.product_id, m.product_name, m.product_image, m.price, m.quantity, m.selected_color, m.selected_size,
      m.variant_id, m.code_terms,
             (select i.id from public.order_items i
               where i.order_id = lines_with.order_id and i.variant_id = m.variant_id and i.price = m.price
                 and coalesce(i.code_terms, own_terms) is not distinct from m.code_terms
                 and i.selected_color is not distinct from m.selected_color
                 and i.selected_size is not distinct from m.selected_size
               order by i.position limit 1) as found_id
        from unnest(more) with ordinality m
    ), together as (
      select i.position::bigint as place, 0 as is_new, i.id, i.product_id, i.product_name, i.product_image, i.price,
             i.quantity + coalesce((select sum(p.quantity) from placed p where p.found_id = i.id), 0) as units,
             i.selected_color, i.selected_size, i.variant_id, coalesce(i.code_terms, own_terms) as terms
        from public.order_items i where i.order_id = lines_with.order_id
      union all
      select min(p.ordinality), 1, null, p.product_id, min(p.product_name), min(p.product_image), p.price, sum(p.quantity),
             p.selected_color, p.selected_size, p.variant_id, p.code_terms
        from placed p where p.found_id is null group by p.product_id, p.price, p.selected_color, p.selected_size, p.variant_id, p.code_terms
    )
    select (row_number() over (order by t.is_new, t.place))::integer, t.id,
           row(t.place, t.product_id, t.product_name, t.product_image, t.price, 0, t.units, t.selected_color, t.selected_size, null, null,
               t.variant_id, null, t.terms)::shop.priced_line
      from together t;
end;
$$;
