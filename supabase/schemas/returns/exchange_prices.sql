-- What an exchange comes to. A piece wanted instead is promised with the request: its price, and what its delivery costs, are those that
-- the customer was told, whatever they are when staff decide (docs/decisions/business/0197-an-exchange-is-priced-when-it-is-asked-for.md).

-- A piece that is asked for, as `shop.return_pieces` keeps it.
create type shop.asked_piece as (order_item_id text, place integer, share numeric, wanted jsonb, wanted_price numeric);

-- `total`: pieces and charges of the new order; `credit`: what of it is paid by what comes back; `due`: what the rider asks for, in whole
-- rupees; `back`: what is left for the customer.
create type shop.exchange_sums as (total numeric, charges numeric, credit numeric, due numeric, back numeric);

-- The pieces that a customer asks for: of each line those that are in no other request, with what was paid for them and what is wanted
-- instead, another product at its price of now. Takes the order and the items as `ask_return` does.
create function shop.asked_pieces(opened public.orders, items jsonb) returns setof shop.asked_piece
language sql stable set search_path = ''
as $$
  select i.id, free.place, (shop.piece_shares(i))[free.place], jsonb_strip_nulls(a.item -> 'wanted'), other.price
    from jsonb_array_elements(items) as a (item)
    join public.order_items i on i.id = a.item ->> 'itemId' and i.order_id = opened.id
    left join lateral (select l.price from shop.price_lines(jsonb_build_array(a.item -> 'wanted' || '{"quantity": 1}'::jsonb)) l
                        where l.product_id <> i.product_id) other on a.item -> 'wanted' is not null
   cross join lateral (select n.place from generate_series(1, i.quantity) as n (place)
                        where not exists (select from shop.return_pieces p where p.order_item_id = i.id
                                          and p.place = n.place and not p.is_released)
                        order by n.place limit (a.item ->> 'quantity')::integer) free;
$$;

-- The lines of the order that an exchange makes: another variant of a piece costs what was paid for it, another piece what was promised,
-- or its price of today where nothing was. Takes the pieces. A line without a variant is one that nobody offers any more.
create function shop.price_exchange(pieces shop.asked_piece[]) returns shop.priced_line[]
language sql stable set search_path = ''
as $$
  with wanted as (
    select w.choice, w.price, count(*) as units, row_number() over (order by min(w.position), w.choice::text, w.price desc) as n
      from (select i.position, c.choice, case when c.choice ->> 'productId' = i.product_id then p.share else p.wanted_price end as price
              from unnest(pieces) p
              join public.order_items i on i.id = p.order_item_id
             cross join lateral (select coalesce(p.wanted, jsonb_build_object('productId', i.product_id, 'selectedColor', i.selected_color,
                                                                              'selectedSize', i.selected_size)) as choice) c) w
     group by w.choice, w.price
  )
  select array_agg(row(l.line_position, l.product_id, l.product_name, l.product_image, coalesce(w.price, l.price), l.available,
                       l.quantity, l.selected_color,
                       l.selected_size, l.colors, l.sizes, l.variant_id, l.missing_choice, null)::shop.priced_line order by l.line_position)
    from shop.price_lines((select jsonb_agg(w.choice || jsonb_build_object('quantity', w.units) order by w.n) from wanted w)) l
    join wanted w on w.n = l.line_position + 1;
$$;

-- The lines of the order that a request makes, as `shop.price_exchange` has them. Takes the request's id.
create function shop.exchange_lines(request_id text) returns shop.priced_line[]
language sql stable set search_path = ''
as $$
  select shop.price_exchange(array (select row(p.order_item_id, p.place, p.share, p.wanted, p.wanted_price)::shop.asked_piece
                                      from shop.return_pieces p where p.request_id = exchange_lines.request_id));
$$;

-- The first wanted piece that is not there in that number: {name, color, size, available}; null when all are in stock. Takes the lines.
create function shop.sold_out(lines shop.priced_line[]) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object('name', coalesce(s.product_name, ''), 'color', s.selected_color, 'size', s.selected_size,
                                              'available', case when s.is_gone then 0 else s.available end))
    from (select l.*, l.variant_id is null or shop.is_not_offered(l) as is_gone,
          sum(l.quantity) over (partition by l.product_id, l.variant_id) as wanted
            from unnest(lines) l) s
   where s.is_gone or s.wanted > coalesce(s.available, 0)
   order by s.line_position limit 1;
$$;

-- What a customer pays for the delivery of an exchange: what the rule says of its pieces, nothing where the shop pays or the order is
-- collected. Takes the lines, whether the shop pays, the order that they replace pieces of and the rule {freeFrom, fee}.
create function shop.exchange_charges(lines shop.priced_line[], shop_pays boolean, returned public.orders, delivery jsonb) returns numeric
language sql stable set search_path = ''
as $$
  select case when shop_pays or returned.customer_address = '' or delivery is null then 0
              else shop.delivery_charge((select sum(l.price * l.quantity) from unnest(lines) l), delivery) end;
$$;

-- What a customer pays for the delivery of the exchange that a request asks for: what was promised, or as `shop.exchange_charges` has it
-- now. Takes the request, its order and the rule.
create function shop.charges_of(request public.return_requests, returned public.orders, delivery jsonb) returns numeric
language sql stable set search_path = ''
as $$
  select coalesce(request.promised_charges,
                  shop.exchange_charges(shop.exchange_lines(request.id), request.shop_pays, returned, delivery));
$$;

-- What an exchange comes to: asked before a customer sends it, when it is sent, and when staff look at it and approve it. Takes the lines,
-- rupees of charges, and what comes back is worth.
create function shop.sum_up_exchange(lines shop.priced_line[], charges numeric, worth numeric) returns shop.exchange_sums
language plpgsql stable set search_path = ''
as $$
declare
  credit constant numeric := least(worth, (select coalesce(sum(l.price * l.quantity), 0) from unnest(lines) l) + charges);
  priced constant shop.order_price := shop.price_order(lines, jsonb_build_object('fee', charges), null, true, credit % 1);
begin
  return row(priced.total, charges, credit, priced.total - credit, worth - credit)::shop.exchange_sums;
end;
$$;
