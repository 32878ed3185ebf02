-- Shoppers add pieces to an order that nobody has packed, with the link of its page: one parcel instead of two. What the order has keeps its price and its
-- number, what comes costs today's price. Also what joining two orders does (076_twin_orders.sql): putting more lines into one, and what that does to its
-- confirmation.

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

-- The lines that an order has with more pieces: each goes to the first of its lines that is the same choice at the same price under the same terms of a code,
-- or makes a line of its own behind them. Takes the order's id, the lines, and the terms under which its own lines come that have none. Returns the lines with the id of the order's line that each is, null for a new one.
create function shop.lines_with(order_id text, more shop.priced_line[], own_terms jsonb default null) returns table (place integer, item_id text, line shop.priced_line)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    with placed as (
      select m.ordinality, m.product_id, m.product_name, m.product_image, m.price, m.quantity, m.selected_color, m.selected_size, m.variant_id, m.code_terms,
             (select i.id from public.order_items i
               where i.order_id = lines_with.order_id and i.variant_id = m.variant_id and i.price = m.price
                 and coalesce(i.code_terms, own_terms) is not distinct from m.code_terms and i.selected_color is not distinct from m.selected_color
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

-- Has a confirmed order asked about anew, and says why in its timeline. Does nothing to an order that is not confirmed or has left. Takes its id and the reason.
create function shop.ask_anew(order_id text, because text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.order_confirmations c set state = 'unconfirmed', tries = 0, due_at = shop.after_quiet_hours(now())
   where c.order_id = ask_anew.order_id and c.state = 'confirmed' and c.is_open;
  if found then
    perform shop.log_order_event(order_id, 'confirmation', '', null, '{"confirmation": "unconfirmed"}', because);
  end if;
end;
$$;

-- What more pieces do to the confirmation of an order. Whoever confirmed it stands by it, so it stays confirmed, unless it has become one that only staff may
-- confirm, or one that the rule that confirmed it does not confirm any more: then it is asked about anew. While it is unconfirmed, its score and who may confirm
-- it are those of the order as it is now. Takes the order as it was.
create function shop.reassess_order(before public.orders) returns void
language plpgsql set search_path = ''
as $$
declare
  changed public.orders;
  earlier constant shop.verdict := shop.assess_risk(before);
  verdict shop.verdict;
begin
  select * into changed from public.orders o where o.id = before.id;
  verdict := shop.assess_risk(changed);
  if verdict.held_because is distinct from earlier.held_because and verdict.held_because is not null then
    perform shop.ask_anew(before.id, 'More pieces: ' || verdict.held_because);
  elsif earlier.confirmed_because is not null and verdict.confirmed_because is null
        and not exists (select from public.confirmation_attempts a where a.order_id = before.id and a.outcome = 'confirmed' and a.how <> 'rule') then
    perform shop.ask_anew(before.id, 'More pieces than ' || lower(left(earlier.confirmed_because, 1)) || substr(earlier.confirmed_because, 2));
  end if;
  update public.order_confirmations c set score = verdict.score, reasons = verdict.reasons, held_because = verdict.held_because
   where c.order_id = before.id and c.state <> 'confirmed';
end;
$$;

-- Adds pieces to an order that is not packed; a code that holds no more takes nothing off them. Takes its number, the key of its page, [{productId, quantity, selectedColor?, selectedSize?}], the delivery rule
-- {freeFrom, fee}, the most lines of an order, the new total that the shopper saw, whether to say only what would be, the key of this attempt or null, and
-- whether what strangers may take is limited. Adding never makes delivery dearer. Returns {page: as `order_page`, before, after}, both {items, subtotal,
-- shipping, total}; for a key that was used before what it did then.
-- Refuses like `shop.lock_unpacked_order`, 409 `out_of_stock`, `choice_unavailable`, `price_changed` {total}, `adding_refused`, 422 `choice_required`,
-- `idempotency_mismatch`, the field `items` for too many lines, and with limits `order_too_large`. Nothing is written then.
-- Locks are taken in one order: the key, the order, who orders, the products by id, what strangers hold.
create function public.add_to_order(order_number text, key text, items jsonb, delivery jsonb, most_lines integer, total_seen numeric default null,
                                    preview boolean default false, idempotency_key text default null, is_limited boolean default true) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint constant text := md5(jsonb_build_array(upper(order_number), items, total_seen)::text);
  opened public.orders := shop.open_order_page(order_number, key);
  done shop.order_additions;
  more shop.priced_line[];
  lines shop.priced_line[];
  ids text[];
  priced shop.order_price;
  outcome jsonb;
begin
  if idempotency_key is not null and not preview then
    perform pg_advisory_xact_lock(hashtextextended(add_to_order.idempotency_key, 0));
    select * into done from shop.order_additions a where a.idempotency_key = add_to_order.idempotency_key;
    if found then
      if done.request_fingerprint <> fingerprint or done.order_id <> opened.id then
        perform shop.refuse('idempotency_mismatch', null, '{"of": "addition"}');
      end if;
      return done.outcome || jsonb_build_object('page', public.order_page(order_number, key));
    end if;
  end if;
  opened := shop.lock_unpacked_order(order_number, key);
  if is_limited then
    perform shop.lock_senders(array['phone ' || opened.customer_phone, 'device ' || opened.device_fingerprint]);
  end if;

  perform shop.lock_products(array (select i ->> 'productId' from jsonb_array_elements(items) i));
  more := array (select row(l.line_position, l.product_id, l.product_name, l.product_image, l.price, l.available, l.quantity, l.selected_color,
                            l.selected_size, l.colors, l.sizes, l.variant_id, l.missing_choice, shop.terms_now(shop.off_of(opened)))::shop.priced_line
                   from shop.price_lines(items) l order by l.line_position);
  perform shop.check_order_lines(more);
  select array_agg(w.line order by w.place), array_agg(w.item_id order by w.place) into lines, ids from shop.lines_with(opened.id, more) w;
  if cardinality(lines) > most_lines then
    perform shop.refuse_field('items', format('One order takes %s different items', most_lines));
  end if;
  -- Nothing is delivered that is collected in the shop.
  priced := shop.price_order(lines, case when opened.customer_address <> '' then delivery end, shop.off_of(opened), true,
                             opened.shipping + opened.delivery_discount);
  if is_limited then
    perform shop.refuse_large_order(more, priced.total - opened.total_amount, opened.customer_phone, opened.device_fingerprint, opened.id);
    if not opened.awaits_proof and exists (select from shop.unconfirmed_orders u where u.id = opened.id)
       and shop.needs_proof((select sum(l.quantity) from unnest(more) l), opened.customer_phone,
                            (select n.network from shop.order_networks n where n.order_id = opened.id)) then
      perform shop.refuse('adding_refused');
    end if;
  end if;

  outcome := jsonb_build_object(
    'before', jsonb_build_object('items', shop.items_in_brief(opened.id), 'subtotal', opened.subtotal, 'shipping', opened.shipping,
                                 'total', opened.total_amount)
      || shop.discount_json(opened.discount, opened.delivery_discount, opened.discount_code, null),
    'after', jsonb_build_object('items', shop.lines_in_brief(lines), 'subtotal', priced.subtotal, 'shipping', priced.shipping, 'total', priced.total)
      || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal));
  if not preview then
    if total_seen <> priced.total then
      perform shop.refuse('price_changed', jsonb_build_object('total', priced.total), '{"of": "order"}');
    end if;
    perform shop.write_order_lines(opened, lines, ids, priced, null, 'Added by the customer', 'Added by the customer');
    update public.orders o set pieces_added_at = now() where o.id = opened.id;
    perform shop.reassess_order(opened);
    if idempotency_key is not null then
      insert into shop.order_additions (idempotency_key, order_id, request_fingerprint, outcome)
      values (add_to_order.idempotency_key, opened.id, fingerprint, outcome);
    end if;
  end if;
  return outcome || jsonb_build_object('page', public.order_page(order_number, key));
end;
$$;

grant execute on function public.add_to_order to service_role;
