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

-- The lines of an order as parts of what it, or another one, is to have. Takes its id, where their places begin, and whether they keep the
-- terms of the code that they came under; else they come anew.
create function shop.parts_of(order_id text, first_place integer default 0, keeps_terms boolean default true) returns setof shop.agreed_part
language sql stable set search_path = ''
as $$
  select row(first_place + i.position, i.id, not keeps_terms,
             row(i.position, i.product_id, i.product_name, i.product_image, i.price, 0, i.quantity, i.selected_color,
                 i.selected_size, null, null, i.variant_id, null,
                 case when keeps_terms then i.code_terms end)::shop.priced_line)::shop.agreed_part
    from public.order_items i where i.order_id = parts_of.order_id;
$$;
