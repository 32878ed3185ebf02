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

-- How many pieces came under which terms in two orders with one code. Takes both lists, as `orders.terms` has them.
create function shop.pieces_of_both(own jsonb, other jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('terms', t.terms, 'units', t.units) order by t.place)
    from (select p.piece -> 'terms' as terms, sum((p.piece ->> 'units')::integer) as units, min(p.n) as place
            from jsonb_array_elements(own || other) with ordinality p (piece, n) group by p.piece -> 'terms') t;
$$;

-- What is taken off two orders in one parcel, as `shop.off_of` says it: what is taken off the order that stays, else what is taken off the
-- other one; sums by staff together. A code that is not for the phone of the order that stays does not come along. Takes the order that
-- stays, and the other one.
create function shop.merged_off(kept public.orders, merged public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  own constant jsonb := nullif(shop.off_of(kept) - 'refusal', '{}');
  other jsonb := nullif(shop.off_of(merged) - 'refusal', '{}');
  use public.code_redemptions;
begin
  if kept.customer_phone <> merged.customer_phone then
    select * into use from public.code_redemptions r where r.order_id = merged.id;
    use.order_id := kept.id;
    use.phone := kept.customer_phone;
    if shop.phone_refusal(use, merged.id) is not null then
      other := shop.off_without_code(other);
    end if;
  end if;
  return case
    when own ->> 'code' = other ->> 'code'
      then own || jsonb_build_object('pieces', shop.pieces_of_both(own -> 'pieces', other -> 'pieces'))
    when own ? 'amount' and other ? 'amount' and not own ? 'code' and not other ? 'code'
      then jsonb_build_object('amount', (own ->> 'amount')::numeric + (other ->> 'amount')::numeric,
                              'reason', left(concat_ws('; ', own ->> 'reason', nullif(other ->> 'reason', own ->> 'reason')), 200))
    -- One that takes nothing off at present gives way.
    when kept.discount_code is null and kept.discount_reason is null then coalesce(other, own)
    else coalesce(own, other) end;
end;
$$;

-- What two orders are in one parcel: their pieces as they were sold, by the terms of the order that stays, and never for more than they
-- cost apart, delivery included. Where what is taken off is less than both had, the rest comes off the pieces as well: what was promised
-- goes with them. The pieces of the order with the code that stays keep the terms that they came under, those of the other one come under
-- the terms of now. Takes the order that stays, and the other one.
create function shop.merged_orders(kept public.orders, merged public.orders) returns shop.repriced
language plpgsql stable set search_path = ''
as $$
declare
  off jsonb := shop.merged_off(kept, merged);
  parts constant shop.agreed_part[] := array (
    select p from shop.parts_of(kept.id, 0, coalesce(kept.terms #>> '{off,code}' = off ->> 'code', false)) p
    union all
    select row(p.place, null, p.is_new, p.line)::shop.agreed_part
      from shop.parts_of(merged.id, 1000, coalesce(merged.terms #>> '{off,code}' = off ->> 'code', false)) p);
  made shop.repriced := shop.reprice(parts, kept.terms || jsonb_build_object('off', off), off);
  more constant numeric := (made.price).total - kept.total_amount - merged.total_amount;
begin
  if more > 0 then
    off := coalesce(off, '{}') || jsonb_build_object(
      'amount', coalesce((off ->> 'amount')::numeric, 0) + more,
      'reason', coalesce(off ->> 'reason', kept.discount_reason, merged.discount_reason,
                         'As promised with ' || coalesce(merged.discount_code, kept.discount_code, merged.order_number)));
    made := shop.reprice(parts, kept.terms || jsonb_build_object('off', off), off);
  end if;
  return made;
end;
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
