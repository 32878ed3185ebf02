-- Pieces that staff change and shoppers add, while nobody has packed the order.

-- Changes the items of an order. Takes its id, the items as `shop.edited_lines` does, the delivery rule of today {freeFrom, fee}, the staff
-- member, the version and the total that their screen showed (null: any), whether to say only what would be, and whether to price all of it
-- by the rules of today instead of those it was placed under. Returns {order: as it is now, before, after} as `shop.change_of`, and
-- {today}, like `after`, where the rules of today make another price. A code that does not hold for these pieces goes, and comes back with
-- others. Refuses 404 `order_not_found`, 409 `edited_meanwhile`, `order_packed`, `out_of_stock`, `choice_unavailable`, `price_changed`
-- {total}, 422 `choice_required`.
create function public.edit_order_items(order_id text, items jsonb, delivery jsonb, actor uuid, expected_version timestamptz default null,
                                        total_seen numeric default null, preview boolean default false,
                                        by_today boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id, array (select i ->> 'productId' from jsonb_array_elements(items) i));
  edited shop.agreed_part[];
  needed shop.priced_line[];
  terms_today jsonb;
  agreed shop.repriced;
  today shop.repriced;
  made shop.repriced;
  answer jsonb;
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  if not shop.is_unpacked(before) then
    perform shop.refuse('order_packed');
  end if;

  select array_agg(e.part order by (e.part).place), array_agg((e.part).line order by (e.part).place) filter (where not e.is_kept)
    into edited, needed from shop.edited_lines(before, items) e;
  perform shop.check_order_lines(coalesce(needed, '{}'));
  agreed := shop.reprice(edited, before.terms, shop.off_of(before));
  terms_today := shop.terms_today(before, delivery, (select sum((e.line).quantity) from unnest(edited) e));
  today := shop.reprice(edited, terms_today, terms_today -> 'off');
  made := case when by_today then today else agreed end;
  answer := shop.change_of(before, made)
    || case when (today.price).total <> (agreed.price).total then jsonb_build_object('today', shop.price_in_brief(today)) else '{}' end;

  if not preview then
    if total_seen <> (made.price).total then
      perform shop.refuse('price_changed', jsonb_build_object('total', (made.price).total), '{"of": "order"}');
    end if;
    perform shop.write_order_lines(before, made, actor, 'Items changed');
  end if;
  return answer || jsonb_build_object('order', shop.staff_order_json(before.id));
end;
$$;

-- What was answered when pieces were added with this key, null for a new one; two calls with it wait for each other. Takes the key, the
-- fingerprint of what is asked now, and the order. Refuses 409 `idempotency_mismatch` for another order or other pieces.
create function shop.find_addition(idempotency_key text, fingerprint text, order_id text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  done shop.order_additions;
begin
  perform pg_advisory_xact_lock(hashtextextended(find_addition.idempotency_key, 0));
  select * into done from shop.order_additions a where a.idempotency_key = find_addition.idempotency_key;
  if done.request_fingerprint <> fingerprint or done.order_id <> find_addition.order_id then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "addition"}');
  end if;
  return done.outcome;
end;
$$;

-- Refuses pieces that a shopper may not add: too many, or of a stranger who holds too many already. Takes the order, the pieces and what
-- they cost.
create function shop.refuse_large_addition(opened public.orders, more shop.priced_line[], costs numeric) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse_large_order(more, costs, opened.customer_phone, opened.device_fingerprint, opened.id);
  if not opened.awaits_proof and exists (select from shop.unconfirmed_orders u where u.id = opened.id)
     and shop.needs_proof((select sum(l.quantity) from unnest(more) l), opened.customer_phone,
                          (select n.network from shop.order_networks n where n.order_id = opened.id)) then
    perform shop.refuse('adding_refused');
  end if;
end;
$$;

-- Adds pieces to an order that is not packed; a code that holds no more takes nothing off more of them than it did. Takes its number, the
-- key of its page, [{productId, quantity, selectedColor?, selectedSize?}], the most lines of an order, the new total that the shopper saw,
-- whether to say only what would be, the key of this attempt or null, and whether what strangers may take is limited. Delivery costs what
-- the rule said when the order was placed. Returns {page: as `order_page`} beside `shop.change_of`; for a key that was used before what it
-- did then. Refuses like `shop.lock_unpacked_order`, 409 `out_of_stock`, `choice_unavailable`, `price_changed` {total}, `adding_refused`,
-- 422 `choice_required`, `idempotency_mismatch`, the field `items` for too many lines, and with limits `order_too_large`. Nothing is
-- written then. Locks are taken in one order: the key, who orders, the order with its products, what strangers hold.
create function public.add_to_order(order_number text, key text, items jsonb, most_lines integer, total_seen numeric default null,
                                    preview boolean default false, idempotency_key text default null,
                                    is_limited boolean default true) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint constant text := md5(jsonb_build_array(upper(order_number), items, total_seen)::text);
  opened public.orders := shop.open_order_page(order_number, key);
  more shop.priced_line[];
  made shop.repriced;
  outcome jsonb;
begin
  if idempotency_key is not null and not preview then
    outcome := shop.find_addition(idempotency_key, fingerprint, opened.id);
    if outcome is not null then
      return outcome || jsonb_build_object('page', public.order_page(order_number, key));
    end if;
  end if;
  if is_limited then
    perform shop.lock_senders(array['phone ' || opened.customer_phone, 'device ' || opened.device_fingerprint]);
  end if;
  opened := shop.lock_unpacked_order(order_number, key, array (select i ->> 'productId' from jsonb_array_elements(items) i));
  more := array (select row(l.*)::shop.priced_line from shop.price_lines(items) l order by l.line_position);
  perform shop.check_order_lines(more);
  made := shop.reprice(
    array (select p from shop.parts_of(opened.id) p
           union all select row(1000 + m.line_position, null, true, m)::shop.agreed_part from unnest(more) m),
    opened.terms, shop.off_of(opened));
  if cardinality(made.lines) > most_lines then
    perform shop.refuse_field('items', format('One order takes %s different items', most_lines));
  end if;
  if is_limited then
    perform shop.refuse_large_addition(opened, more, (made.price).total - opened.total_amount);
  end if;

  outcome := shop.change_of(opened, made);
  if not preview then
    if total_seen <> (made.price).total then
      perform shop.refuse('price_changed', jsonb_build_object('total', (made.price).total), '{"of": "order"}');
    end if;
    perform shop.write_order_lines(opened, made, null, 'Added by the customer', 'Added by the customer');
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

grant execute on function public.edit_order_items, public.add_to_order to service_role;
