-- Staff change the items of an order that is not packed yet: another size, another number, one more piece. What the order has costs what it
-- was sold at, what comes costs today's price, and each variant's stock moves by the difference.

-- What is taken off an order, as `shop.price_order` takes it: {code}, {amount, reason} by staff, or null.
create function shop.off_of(asked public.orders) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when asked.discount_code is not null then jsonb_build_object('code', asked.discount_code)
              when asked.discount_reason is not null then jsonb_build_object('amount', asked.discount, 'reason', asked.discount_reason) end;
$$;

-- The lines that an order would have. Takes the order's id and [{id?, productId, quantity, selectedColor?, selectedSize?}], the products
-- locked. A line with the id of one of the order's lines, of the same product, is that line: its pieces keep their price and the terms of
-- the code that they came under, also in another colour or size. More pieces than it had cost today's price, and a code that holds no more
-- takes nothing off them. Returns them in parts, as `shop.price_lines` does: what the line had, with its id, and what is new. Pieces that
-- the order gives up count as available. `is_kept`: what the order has, in its own variant, which needs no stock.
create function shop.edited_lines(asked public.orders, items jsonb)
returns table (place integer, item_id text, is_kept boolean, line shop.priced_line)
language plpgsql stable set search_path = ''
as $$
declare
  terms_now constant jsonb := shop.terms_now(shop.off_of(asked));
begin
  return query
    with wanted as (
      select l.*, o.code_terms as sold_terms, o.id as sold_id, o.price as sold_price, o.quantity as sold_quantity,
      o.variant_id as sold_variant, o.product_name as sold_name,
             o.product_image as sold_image, coalesce((coalesce(o.selected_color, ''), coalesce(o.selected_size, ''))
                                                     = (coalesce(l.selected_color, ''), coalesce(l.selected_size, '')), false) as is_same
        from shop.price_lines(items) l
        left join public.order_items o on o.order_id = asked.id and o.product_id = l.product_id and o.id = items -> l.line_position ->> 'id'
    ), parts as (
      select w.*, w.sold_id as part_id, w.sold_price as part_price, least(w.quantity, w.sold_quantity) as units, w.is_same as kept,
             w.sold_terms as part_terms
        from wanted w
       where w.sold_id is not null
      union all
      select w.*, null, w.price, w.quantity - coalesce(w.sold_quantity, 0), false, terms_now from wanted w
      where w.quantity > coalesce(w.sold_quantity, 0)
    ), taken as (
      select i.variant_id, sum(i.quantity) as units from public.order_items i where i.order_id = asked.id group by i.variant_id
    )
    select (row_number() over (order by p.line_position, p.part_id))::integer, p.part_id, p.kept,
           row(p.line_position, p.product_id,
               case when p.part_price = p.sold_price then p.sold_name else p.product_name end,
               case when p.part_price = p.sold_price then p.sold_image else p.product_image end,
               p.part_price,
               (p.available + coalesce(h.units, 0)
                - coalesce((select sum(k.units) from parts k where k.kept and k.sold_variant = p.variant_id), 0))::integer,
               p.units, p.selected_color, p.selected_size, p.colors, p.sizes,
               case when p.kept then p.sold_variant else p.variant_id end, p.missing_choice, p.part_terms)::shop.priced_line
      from parts p left join taken h on h.variant_id = p.variant_id;
end;
$$;

-- The items of an order as its timeline and a preview show them: [{product_id, name, color, size, quantity, price}]. Takes the order's id.
create function shop.items_in_brief(order_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', i.product_id, 'name', i.product_name, 'color', i.selected_color,
                                               'size', i.selected_size, 'quantity', i.quantity, 'price', i.price)
                            order by i.position), '[]')
    from public.order_items i where i.order_id = items_in_brief.order_id;
$$;

-- Gives an order, locked with its products, these lines instead of those it had: each variant's stock moves by the difference, and the
-- timeline says it. Takes the order as it was, the lines, for each the id of the order's line that it is (null: a new one), their price,
-- the staff member or null, what the stock history says of it, what the timeline adds, and why staff take something off, when that is new.
-- The use of a code follows. Refuses 409 `order_packed` where pieces were received of it.
create function shop.write_order_lines(before public.orders, lines shop.priced_line[], ids text[], priced shop.order_price,
                                       actor uuid, reason text,
                                       note text default '', off_because text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  before_items constant jsonb := shop.items_in_brief(before.id);
  moved record;
begin
  perform shop.refuse('order_packed')
     from shop.sent_pieces s join public.order_items i on i.id = s.order_item_id
    where s.order_id = before.id and not before.awaits_proof and s.sent - s.received <> i.quantity;
  for moved in
    select v.product_id, v.variant_id, sum(v.units)::integer as units
      from (select i.product_id, i.variant_id, i.quantity as units from public.order_items i where i.order_id = before.id
            union all select l.product_id, l.variant_id, - l.quantity from unnest(lines) l) v
     -- What awaits proof has taken nothing yet.
     where not before.awaits_proof
     group by v.product_id, v.variant_id having sum(v.units) <> 0 order by v.product_id, v.variant_id
  loop
    perform shop.change_stock(moved.product_id, moved.units,
                              case when moved.units < 0 then 'sale' else 'return' end::shop.stock_change_kind,
                              before.order_number, reason, actor, moved.variant_id);
  end loop;

  delete from public.order_items i where i.order_id = before.id;
  insert into public.order_items (id, order_id, position, product_id, variant_id, product_name, product_image, selected_color,
                                  selected_size, quantity, price,
                                  discount, code_terms)
  select coalesce(ids[l.ordinality], shop.new_id()), before.id, l.ordinality - 1, l.product_id, l.variant_id,
    l.product_name, l.product_image,
         l.selected_color, l.selected_size, l.quantity, l.price, priced.shares[l.ordinality], priced.code_terms[l.ordinality]
    from unnest(lines) with ordinality l;
  -- What was received of a line before stays received.
  update shop.sent_pieces s
     set sent = s.received
                + case when before.awaits_proof then 0
                       else coalesce((select i.quantity from public.order_items i where i.id = s.order_item_id), 0) end
   where s.order_id = before.id;
  perform shop.log_order_event(before.id, 'items', '', jsonb_build_object('items', before_items),
                               jsonb_build_object('items', shop.items_in_brief(before.id)), note);
  update public.orders o
     set subtotal = priced.subtotal, discount = priced.discount, shipping = priced.shipping, delivery_discount = priced.delivery_discount,
         total_amount = priced.total, discount_code = priced.code,
         discount_reason = case when priced.code is null and priced.discount > 0 then coalesce(off_because, before.discount_reason) end
   where o.id = before.id;
  perform shop.change_redemption(before, priced);
end;
$$;

-- Priced lines as `shop.items_in_brief` tells those of an order.
create function shop.lines_in_brief(lines shop.priced_line[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', l.product_id, 'name', l.product_name, 'color', l.selected_color,
                                               'size', l.selected_size,
                                               'quantity', l.quantity, 'price', l.price) order by l.ordinality), '[]')
    from unnest(lines) with ordinality l;
$$;
