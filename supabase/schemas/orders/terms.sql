-- The terms that an order was placed under and keeps: what delivery costs, what is taken off, and for how many pieces. Whatever the shop's
-- rules and codes become, an edit changes what it touches (docs/decisions/business/0190-an-order-keeps-its-terms.md).
--
-- {delivery: {freeFrom, fee}, off?: {code, pieces: [{terms, units}], amount, reason}, paisa?, giftWrap?}. `pieces`: how many came under
-- which terms of the code, the earliest first. `amount`: rupees by staff, or what else was promised, for the `reason`. `paisa`: those that
-- the total has.

-- The terms of an order by what it shows, for one that says none: it costs what it costs. Takes the order, and the delivery rule of its
-- time, where that is known.
create function shop.shown_terms(shown public.orders, rule jsonb default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  charge constant numeric := shown.shipping + shown.delivery_discount;
begin
  return jsonb_build_object(
    'delivery', case when shown.customer_address <> '' and shop.delivery_charge(shown.subtotal, rule) = charge then rule
                     else jsonb_build_object('fee', charge, 'freeFrom', null) end,
    'paisa', shown.total_amount % 1)
    || jsonb_strip_nulls(jsonb_build_object('giftWrap', case when shown.is_wrapped then shown.gift_wrap end))
    || case when shown.discount_code is not null
            then jsonb_build_object('off', jsonb_build_object('code', shown.discount_code, 'pieces', (
                   select coalesce(jsonb_agg(jsonb_build_object('terms', t.terms, 'units', t.units) order by t.place), '[]')
                     from (select i.code_terms as terms, sum(i.quantity) as units, min(i.position) as place from public.order_items i
                            where i.order_id = shown.id and i.code_terms is not null group by i.code_terms) t)))
            when shown.discount_reason is not null
            then jsonb_build_object('off', jsonb_build_object('amount', shown.discount, 'reason', shown.discount_reason))
            else '{}' end;
end;
$$;

-- Why something is taken off an order that is not taken off by a code; null where nothing is. Takes its price and its terms.
create function shop.reason_of(priced shop.order_price, terms jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case when priced.code is null and priced.discount > 0 then coalesce(terms #>> '{off,reason}', 'Rounded to whole rupees') end;
end;
$$;

-- What an order's terms take off, less the code and what came under it. Takes {code, pieces, amount, reason}; null where nothing is left.
create function shop.off_without_code(off jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select nullif(off - array['code', 'pieces'], '{}');
$$;

-- What is taken off an order, as `shop.price_order` takes it. A code that an edit dropped comes back with the pieces, unless its use went
-- to another order meanwhile: then `refusal` says why not, beside what else is taken off. Takes the order, locked with its code.
create function shop.off_of(asked public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  off constant jsonb := asked.terms -> 'off';
  use public.code_redemptions;
  reason text;
begin
  if off ? 'code' and asked.discount_code is null then
    select * into use from public.code_redemptions r where r.order_id = asked.id;
    reason := case when exists (select from public.discount_codes c where c.id = use.code_id and shop.code_uses(c.id) >= c.max_uses)
                   then 'used_up' else shop.phone_refusal(use) end;
  end if;
  return case when reason is null then off
              else coalesce(shop.off_without_code(off), '{}')
                   || jsonb_build_object('refusal', jsonb_build_object('code', off ->> 'code', 'reason', reason)) end;
end;
$$;

-- The terms under which more pieces come to an order with a code than it had under it: those that hold now; null where it does not hold any
-- more, or there is none. Takes what is taken off the order.
create function shop.terms_now(off jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select shop.code_terms(c) from public.discount_codes c where c.code_key = shop.code_key(off ->> 'code') and shop.code_refusal(c) is null;
$$;

-- A part of an order's lines: the order's line that it is (null: a new one), and whether its pieces come under the code's terms of now
-- where the order has no others for them.
create type shop.agreed_part as (place integer, item_id text, is_new boolean, line shop.priced_line);

-- Deals pieces to places for them, both in their order. Takes how many pieces each part has, and how many places there are of each kind.
-- Returns how many of a part are in which kind of place, null for those that found none.
create function shop.deal(pieces bigint[], places bigint[]) returns table (part integer, kind integer, units integer)
language sql immutable set search_path = ''
as $$
  with parts as (
    select p.n, sum(p.units) over (order by p.n) - p.units as first, sum(p.units) over (order by p.n) as last
      from unnest(pieces) with ordinality p (units, n)
  ), kinds as (
    select p.n, sum(p.units) over (order by p.n) - p.units as first, sum(p.units) over (order by p.n) as last
      from unnest(places || array[1000000000::bigint]) with ordinality p (units, n)
  )
  select p.n::integer, case when k.n <= cardinality(places) then k.n end::integer,
         (least(p.last, k.last) - greatest(p.first, k.first))::integer
    from parts p join kinds k on k.first < p.last and p.first < k.last;
$$;

-- The parts of an order's lines, each under terms of its code. As many pieces as came under terms are under them, whichever pieces they are
-- by now: those that were, then new ones, then those that came when the code did not hold. Where places are left, pieces of later terms
-- move up, so that the order costs what it did once its pieces are back. More new ones come under the terms of now. Takes the parts, each
-- with a place of its own, and what is taken off the order.
create function shop.under_agreed_terms(parts shop.agreed_part[], off jsonb)
returns table (place integer, item_id text, age integer, terms jsonb, units integer)
language plpgsql stable set search_path = ''
as $$
declare
  now_terms constant jsonb := shop.terms_now(off);
  known constant jsonb[] := array (
    select a.piece -> 'terms' from jsonb_array_elements(off -> 'pieces') with ordinality a (piece, n) order by a.n);
  places bigint[] := array (
    select (a.piece ->> 'units')::bigint from jsonb_array_elements(off -> 'pieces') with ordinality a (piece, n) order by a.n);
  staying constant shop.agreed_part[] := array (
    select p from unnest(parts) p where (p.line).code_terms = any (known) order by array_position(known, (p.line).code_terms), p.place);
  coming constant shop.agreed_part[] := array (
    select p from unnest(parts) p where (p.line).code_terms = any (known) is not true order by not p.is_new, p.place);
  free constant bigint[] := array (
    select greatest(0, k.units - coalesce((select sum((p.line).quantity) from unnest(staying) p where (p.line).code_terms = known[k.n]), 0))
      from unnest(places) with ordinality k (units, n) order by k.n);
begin
  return query
    select (coming[d.part]).place, (coming[d.part]).item_id, d.kind,
           coalesce(known[d.kind], case when (coming[d.part]).is_new then now_terms else ((coming[d.part]).line).code_terms end), d.units
      from shop.deal(array (select (p.line).quantity from unnest(coming) with ordinality p order by p.ordinality), free) d;
  places := array (
    select k.units - coalesce((select sum(d.units) from shop.deal(
                       array (select (p.line).quantity from unnest(coming) with ordinality p order by p.ordinality),
                       free) d where d.kind = k.n), 0)
      from unnest(places) with ordinality k (units, n) order by k.n);
  return query
    select (staying[d.part]).place, (staying[d.part]).item_id, d.kind, coalesce(known[d.kind], ((staying[d.part]).line).code_terms), d.units
      from shop.deal(array (select (p.line).quantity from unnest(staying) with ordinality p order by p.ordinality),
                     places) d;
end;
$$;

-- The lines of an order by the terms that it keeps. Pieces that are the same choice at the same price under the same terms are one line,
-- that which the order has where there is one. Takes the parts, each with a place of its own, and what is taken off the order. Returns the
-- lines with the id of the order's line that each is, null for a new one.
create function shop.agreed_lines(parts shop.agreed_part[], off jsonb) returns table (place integer, item_id text, line shop.priced_line)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    with dealt as (
      -- A line in two parts keeps its id in the first.
      select u.place, u.age, u.terms, u.units, l.*,
             case when row_number() over (partition by u.item_id order by u.age nulls last) = 1 then u.item_id end as kept_id
        from shop.under_agreed_terms(parts, off) u join unnest(parts) p on p.place = u.place cross join lateral (select (p.line).*) l
    ), together as (
      select d.*, coalesce(d.kept_id, first_value(d.kept_id) over (
               partition by d.product_id, d.variant_id, d.price, d.selected_color, d.selected_size, d.terms
                   order by d.kept_id is null, d.place)) as line_id
        from dealt d
    )
    select (row_number() over (order by min(t.place), min(t.age) nulls last))::integer, t.line_id,
           row(min(t.line_position), t.product_id, (array_agg(t.product_name order by t.place))[1],
               (array_agg(t.product_image order by t.place))[1], t.price, 0, sum(t.units)::integer, t.selected_color, t.selected_size, null,
               null, t.variant_id, null, t.terms)::shop.priced_line
      from together t
     group by t.line_id, t.product_id, t.price, t.selected_color, t.selected_size, t.variant_id, t.terms;
end;
$$;

-- The terms of an order with those that its pieces are under now: more of them than before, or others beside. Takes the terms, the lines
-- and their price.
create function shop.terms_with(terms jsonb, lines shop.priced_line[], priced shop.order_price) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return case when priced.code is null then jsonb_strip_nulls(terms) else jsonb_set(
    jsonb_strip_nulls(terms), '{off}', coalesce(nullif(terms -> 'off', 'null'), '{}') || jsonb_build_object('code', priced.code, 'pieces', (
      select jsonb_agg(jsonb_build_object('terms', k.terms, 'units', k.units) order by k.place)
        from (select u.terms, max(u.units) as units, min(u.place) as place
                from (select a.piece -> 'terms' as terms, (a.piece ->> 'units')::bigint as units, a.n as place
                        from jsonb_array_elements(coalesce(terms #> '{off,pieces}', '[]')) with ordinality a (piece, n)
                      union all
                      select c.terms, sum(l.quantity), 1000000 + min(c.n)
                        from unnest(lines) with ordinality l
                        join unnest(priced.code_terms) with ordinality c (terms, n) on c.n = l.ordinality
                       where c.terms is not null group by c.terms) u
               group by u.terms) k))) end;
end;
$$;

-- The terms that an order would have by the shop's rules of today: its delivery rule, and its code for all pieces as it is now. What staff
-- took off stays, and what its wrap cost. Takes the order, the delivery rule, and how many pieces it would have.
create function shop.terms_today(asked public.orders, delivery jsonb, units bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  off constant jsonb := shop.off_of(asked);
  code public.discount_codes;
  refusal jsonb;
begin
  select * into code from public.discount_codes c where c.code_key = shop.code_key(off ->> 'code');
  refusal := shop.code_refusal(code);
  -- The last use may be the order's own.
  if refusal ->> 'reason' = 'used_up' and asked.discount_code is not null then
    refusal := null;
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'delivery', case when asked.customer_address <> '' then delivery else asked.terms -> 'delivery' end,
    'paisa', asked.terms -> 'paisa', 'giftWrap', asked.terms -> 'giftWrap',
    'off', case when code.id is null then off
                when refusal is null
                then off || jsonb_build_object('pieces', jsonb_build_array(
                       jsonb_build_object('terms', shop.code_terms(code), 'units', units)))
                else coalesce(shop.off_without_code(off), '{}') || jsonb_build_object('refusal', refusal) end));
end;
$$;

-- What an order would be: its lines, for each the id of the order's line that it is, the terms and the price by them.
create type shop.repriced as (lines shop.priced_line[], ids text[], terms jsonb, price shop.order_price);

-- Prices an order anew. Takes the parts of what it is to have, the terms, and what they take off (`shop.off_of`).
create function shop.reprice(parts shop.agreed_part[], terms jsonb, off jsonb) returns shop.repriced
language plpgsql stable set search_path = ''
as $$
declare
  made shop.repriced;
begin
  select array_agg(a.line order by a.place), array_agg(a.item_id order by a.place) into made.lines, made.ids
    from shop.agreed_lines(parts, off) a;
  made.price := shop.price_order(made.lines, terms -> 'delivery', off, true, coalesce((terms ->> 'paisa')::numeric, 0),
                                 (terms ->> 'giftWrap')::numeric);
  made.terms := terms #- '{off,refusal}';
  return made;
end;
$$;
