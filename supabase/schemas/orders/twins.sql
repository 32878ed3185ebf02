-- Twins: two orders of one person within a day that share a piece. Often the second is the first once more, or forgot something: staff put
-- them into one parcel, or say that both are wanted.

-- Two orders that staff keep apart, so that nobody asks again. The lower id first.
create table shop.separate_orders (
  order_id text not null references public.orders (id) on delete cascade,
  other_id text not null references public.orders (id) on delete cascade,
  decided_by uuid references public.staff (id) on delete set null,
  decided_at timestamptz not null default now(),
  primary key (order_id, other_id),
  constraint separate_orders_lower_first check (order_id < other_id)
);

create index separate_orders_of_other on shop.separate_orders (other_id);
create index separate_orders_by_decider on shop.separate_orders (decided_by) where decided_by is not null;

alter table shop.separate_orders enable row level security;
grant select, insert on shop.separate_orders to service_role;

-- What is taken off two orders in one parcel, as `shop.off_of` says it: a code that is not for the phone of the order that stays does not
-- come along. Takes the order that stays, and the other one.
create function shop.merged_off(kept public.orders, merged public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  use public.code_redemptions;
begin
  if num_nonnulls(kept.discount_reason, merged.discount_reason) = 2 then
    return jsonb_build_object(
      'amount', kept.discount + merged.discount,
      'reason', left(concat_ws('; ', kept.discount_reason, nullif(merged.discount_reason, kept.discount_reason)), 200));
  elsif kept.customer_phone <> merged.customer_phone then
    select * into use from public.code_redemptions r where r.order_id = merged.id;
    use.order_id := kept.id;
    use.phone := kept.customer_phone;
  end if;
  return coalesce(shop.off_of(kept), case when shop.phone_refusal(use, merged.id) is null then shop.off_of(merged) end);
end;
$$;

-- The lines of an order, as they were sold. Takes its id.
create function shop.lines_of(order_id text) returns shop.priced_line[]
language sql stable set search_path = ''
as $$
  select array (select row(i.position, i.product_id, i.product_name, i.product_image, i.price, 0, i.quantity, i.selected_color,
                           i.selected_size, null, null,
                           i.variant_id, null, i.code_terms)::shop.priced_line
                  from public.order_items i where i.order_id = lines_of.order_id order by i.position);
$$;

-- The lines of two orders in one parcel, as `shop.lines_with` returns them: the pieces of the order with the code that stays keep the terms
-- they came under, those of the other one come under the terms of now. Takes the order that stays, and the other one.
create function shop.merged_lines(kept public.orders, merged public.orders)
  returns table (place integer, item_id text, line shop.priced_line)
language plpgsql stable set search_path = ''
as $$
declare
  off constant jsonb := shop.merged_off(kept, merged);
  terms constant jsonb := shop.terms_now(off);
begin
  return query
    select w.* from shop.lines_with(kept.id,
      array (select row(l.line_position, l.product_id, l.product_name, l.product_image, l.price, l.available, l.quantity,
                        l.selected_color, l.selected_size,
                        l.colors, l.sizes, l.variant_id, l.missing_choice,
                        case when merged.discount_code = off ->> 'code' then l.code_terms else terms end)::shop.priced_line
               from unnest(shop.lines_of(merged.id)) with ordinality l order by l.ordinality),
      case when kept.discount_code is null then terms end) w;
end;
$$;

-- What two orders cost in one parcel: their pieces as they were sold, delivered for what the rule says of both, and never for more than
-- they cost apart, delivery included. What is taken off the order that stays is taken off both, as far as it holds now; else what is taken
-- off the other one; two sums by staff are added. Where that is less than both had, the rest comes off the pieces as well: what was
-- promised goes with them. Takes the order that stays, the other one, and the rule {freeFrom, fee}.
create function shop.price_merged(kept public.orders, merged public.orders, delivery jsonb) returns shop.order_price
language plpgsql stable set search_path = ''
as $$
declare
  lines constant shop.priced_line[] := array (select w.line from shop.merged_lines(kept, merged) w order by w.place);
  priced shop.order_price := shop.price_order(lines, case when kept.customer_address <> '' then delivery end,
                                              shop.merged_off(kept, merged), true,
                                              kept.shipping + kept.delivery_discount + merged.shipping + merged.delivery_discount);
  more constant numeric := least(priced.total - kept.total_amount - merged.total_amount, priced.subtotal - priced.discount);
begin
  if more > 0 then
    priced.shares := (select array_agg(s.share + s.rest order by s.n)
                        from unnest(priced.shares, shop.shares_of(more, array (
                               select l.price * l.quantity - p.share
                                 from unnest(lines) with ordinality l join unnest(priced.shares) with ordinality p (share, n)
                                   on p.n = l.ordinality order by p.n))) with ordinality s (share, rest, n));
    priced.discount := priced.discount + more;
    priced.total := priced.total - more;
    if priced.code is null then
      priced.code_terms := null;
    end if;
  end if;
  return priced;
end;
$$;

-- Why something is taken off two orders in one parcel, where it is not by a code: what staff said of either, or that it was promised. Takes
-- the order that stays, and the other one.
create function shop.merged_reason(kept public.orders, merged public.orders) returns text
language sql stable set search_path = ''
as $$
  select coalesce(shop.merged_off(kept, merged) ->> 'reason', kept.discount_reason, merged.discount_reason,
                  'As promised with ' || coalesce(merged.discount_code, kept.discount_code));
$$;

-- The pieces of a merged order are in the other one, so it stays cancelled. Refuses 409 `order_merged`.
create function shop.keep_merged_cancelled(old public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('order_merged', null, jsonb_build_object('orderNumber', old.order_number,
    'into', (select o.order_number from public.orders o where o.id = old.merged_into)));
end;
$$;
