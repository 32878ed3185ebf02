-- What every order runs through keeps its plan. Postgres plans an SQL function anew for each statement that calls it, a PL/pgSQL one once per
-- connection: for ids, prices and orders as JSON the planning cost several times what was planned.

-- A new id: 24 hex characters, the first eight the second it was made in, the rest random (the parts of the UUID that are).
create or replace function shop.new_id() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  random constant text := gen_random_uuid()::text;
begin
  return lpad(to_hex(extract(epoch from clock_timestamp())::bigint), 8, '0') || left(random, 4) || right(random, 12);
end;
$$;

-- The day in Karachi a moment belongs to.
create or replace function shop.day_of(moment timestamptz) returns date
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (moment at time zone 'Asia/Karachi')::date;
end;
$$;

-- The delivery charge in rupees. Takes the subtotal and the rule {freeFrom, fee}; an empty cart ships for nothing.
create or replace function shop.delivery_charge(subtotal numeric, delivery jsonb) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return case when subtotal = 0 or subtotal >= (delivery ->> 'freeFrom')::numeric then 0 else (delivery ->> 'fee')::numeric end;
end;
$$;

-- Prices the lines of a cart. Takes [{productId, quantity, selectedColor?, selectedSize?}].
-- Returns them in order, with today's name, image and price, and the pieces to be had (0 when it is not on sale any more).
create or replace function shop.price_lines(items jsonb)
returns table (line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
               quantity integer, selected_color text, selected_size text, colors text[], sizes text[])
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select i.ordinality::integer - 1, i.item ->> 'productId', p.name, p.images[1], p.price,
           case when p.is_available then p.stock_quantity else 0 end,
           (i.item ->> 'quantity')::integer, nullif(i.item ->> 'selectedColor', ''), nullif(i.item ->> 'selectedSize', ''), p.colors, p.sizes
      from jsonb_array_elements(items) with ordinality as i (item, ordinality)
           -- The offset keeps it line by line, each product found by its key, however many lines the plan was made for.
           left join lateral (select * from public.products o where o.id = i.item ->> 'productId' offset 0) p on p.archived_at is null
     order by i.ordinality;
end;
$$;

-- An order as the API shows it, with its items. Takes the order's id.
create or replace function shop.order_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select to_jsonb(o) || jsonb_build_object('items', (
                   select coalesce(jsonb_agg(to_jsonb(i) order by i.position), '[]') from public.order_items i where i.order_id = o.id))
            from public.orders o
           where o.id = order_json.order_id);
end;
$$;

-- Locks the products of a cart, lowest id first: two orders for the same pieces queue instead of deadlocking.
-- One by one: for a list of ids, Postgres plans anew each time, since it cannot know how long the next list will be.
create or replace function shop.lock_products(product_ids text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  product_id text;
begin
  for product_id in select distinct i.id from unnest(product_ids) as i (id) order by i.id loop
    perform 1 from public.products p where p.id = product_id for no key update;
  end loop;
end;
$$;
