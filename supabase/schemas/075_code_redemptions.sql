-- Each use of a discount code: which order has it, and for which phone. A use is taken when the order is placed, released once when it is cancelled before
-- anything has left, and goes with its order's phone: whoever the order is of then has used the code.

create table public.code_redemptions (
  order_id text primary key,
  code_id text not null references public.discount_codes (id),
  -- Of the order, always: all spellings of one number are one.
  phone text not null,
  -- Whether the phone may have the code once only, and only for its first order: as the code said when it was redeemed.
  is_once boolean not null,
  is_first boolean not null,
  amount numeric(12, 2) not null,
  redeemed_at timestamptz not null default now(),
  released_at timestamptz,
  constraint code_redemptions_amount_positive check (amount > 0),
  -- No way to change the phone of an order leaves the use of its code with the old one (`shop.change_order_phone`).
  constraint code_redemptions_phone_of_order foreign key (order_id, phone) references public.orders (id, customer_phone) deferrable initially deferred
);

create unique index code_redemptions_once_per_phone on public.code_redemptions (code_id, phone) where is_once and released_at is null;
create index code_redemptions_of_code on public.code_redemptions (code_id, redeemed_at desc);

alter table public.code_redemptions enable row level security;
grant select, insert, update on public.code_redemptions to service_role;

-- Trigger: counts the uses of a code. The code's row is locked until the transaction ends, and its check refuses one use too many, however many come at once.
create function shop.count_code_uses() returns trigger
language plpgsql set search_path = ''
as $$
declare
  change constant integer := case when tg_op = 'INSERT' then 0 when old.released_at is null then -1 else 0 end + case when new.released_at is null then 1 else 0 end;
begin
  if change <> 0 then
    update public.discount_codes c set uses = c.uses + change where c.id = new.code_id;
  end if;
  return null;
end;
$$;

create trigger code_redemptions_counted after insert or update of released_at on public.code_redemptions
  for each row execute function shop.count_code_uses();

-- Why an order may not have its code for the phone that it has: `used_by_phone`, `new_customers`, or null. Takes the use; asked once the order is written,
-- which has locked its customer, so that of two at once the second sees the first. `merged_id`: an order that is about to be cancelled, which counts no more.
create function shop.phone_refusal(use public.code_redemptions, merged_id text default '') returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when use.is_once and exists (select from public.code_redemptions r
                                  where r.code_id = use.code_id and r.phone = use.phone and r.order_id not in (use.order_id, merged_id) and r.released_at is null)
      then 'used_by_phone'
    when use.is_first and exists (select from public.orders o
                                   where o.customer_phone = use.phone and o.id not in (use.order_id, merged_id) and o.status <> 'cancelled')
      then 'new_customers' end;
end;
$$;

-- Refuses 409 `code_gone` with {refusedCode}, and the quote without the code. Takes the refusal of `shop.order_price`, the order payload and the delivery rule.
create function shop.refuse_code(refusal jsonb, payload jsonb, delivery jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('code_gone', public.quote_cart(payload -> 'items', delivery) || jsonb_build_object('refusedCode', refusal),
                      jsonb_build_object('code', refusal ->> 'code'));
end;
$$;

-- Takes a use of the code that an order was priced with. Takes the order, just written, its price, its payload and the delivery rule.
-- Refuses 409 `code_gone` like `shop.refuse_code` when somebody has taken the last use meanwhile, or the code is not for this phone. The latter is the last that
-- an order is asked, and only staff are told why: to anybody else it is `not_usable`, so that finding out whether the shop knows a phone costs an order each.
create function shop.redeem_code(placed public.orders, priced shop.order_price, payload jsonb, delivery jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  use public.code_redemptions;
  reason text;
begin
  begin
    insert into public.code_redemptions (order_id, code_id, phone, is_once, is_first, amount)
    select placed.id, c.id, placed.customer_phone, c.once_per_phone, c.new_customers_only, priced.discount + priced.delivery_discount
      from public.discount_codes c where c.id = priced.code_id
    returning * into use;
    reason := shop.phone_refusal(use);
  exception
    when unique_violation then reason := 'used_by_phone';
    when check_violation then reason := 'used_up';
  end;
  if reason is not null then
    perform shop.refuse_code(jsonb_build_object('code', priced.code, 'reason',
                               case when reason <> 'used_up' and placed.placed_by is null then 'not_usable' else reason end), payload, delivery);
  end if;
end;
$$;

-- Lets the use of an order's code follow its new price: another amount, no code any more, or one taken over from an order that was merged into it. Takes the
-- order as it was, and the price.
create function shop.change_redemption(before public.orders, priced shop.order_price) returns void
language plpgsql set search_path = ''
as $$
begin
  if priced.code is null then
    update public.code_redemptions r set released_at = now() where before.discount_code is not null and r.order_id = before.id and r.released_at is null;
  else
    insert into public.code_redemptions as r (order_id, code_id, phone, is_once, is_first, amount)
    select before.id, c.id, before.customer_phone, c.once_per_phone, c.new_customers_only, priced.discount + priced.delivery_discount
      from public.discount_codes c where c.id = priced.code_id
    on conflict (order_id) do update
       set amount = excluded.amount, released_at = null, code_id = excluded.code_id,
           is_once = case when r.code_id = excluded.code_id then r.is_once else excluded.is_once end,
           is_first = case when r.code_id = excluded.code_id then r.is_first else excluded.is_first end;
  end if;
end;
$$;

-- Gives an order another phone, and the use of its code with it: every way to change a phone is this one. Where the code is not for the new phone, the order
-- loses it, once somebody has seen what it costs then. What is packed keeps its price: the parcel says it. Takes the order, locked, both phones, and the total
-- that was seen, or null. Returns null when it is done; else {total, totalBefore, code}, and nothing is written.
create function shop.change_order_phone(before public.orders, phone text, second_phone text, total_seen numeric) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  use public.code_redemptions;
  priced shop.order_price;
begin
  begin
    update public.orders o set customer_phone = change_order_phone.phone, second_phone = change_order_phone.second_phone where o.id = before.id;
    update public.code_redemptions r
       set phone = o.customer_phone
      from public.orders o where o.id = before.id and r.order_id = o.id and r.phone <> o.customer_phone
    returning r.* into use;
    -- The use of a cancelled order is free; it is asked about when the order comes back.
    if use.order_id is null or use.released_at is not null or not shop.is_unpacked(before) or shop.phone_refusal(use) is null then
      return null;
    end if;
    raise unique_violation;
  exception when unique_violation then
    -- Nothing of it is written.
  end;

  if shop.is_unpacked(before) then
    -- What delivery costs was said when the order was placed.
    priced := shop.price_order(shop.lines_of(before.id), jsonb_build_object('fee', before.shipping + before.delivery_discount));
    if total_seen is distinct from priced.total then
      return jsonb_build_object('total', priced.total, 'totalBefore', before.total_amount, 'code', before.discount_code);
    end if;
    perform shop.change_redemption(before, priced);
    update public.order_items i set discount = 0, code_terms = null where i.order_id = before.id;
  end if;
  update public.orders o
     set customer_phone = change_order_phone.phone, second_phone = change_order_phone.second_phone,
         (discount, shipping, delivery_discount, total_amount, discount_code) =
           (select coalesce(priced.discount, o.discount), coalesce(priced.shipping, o.shipping), coalesce(priced.delivery_discount, o.delivery_discount),
                   coalesce(priced.total, o.total_amount), case when priced.total is null then o.discount_code end)
   where o.id = before.id;
  -- A packed order keeps what the phone has already, beside its other use.
  update public.code_redemptions r set phone = o.customer_phone, is_once = r.is_once and shop.is_unpacked(before)
    from public.orders o where o.id = before.id and r.order_id = o.id;
  return null;
end;
$$;

-- Trigger: an order that is cancelled or deleted before anything has left releases the use of its code; one that comes back takes it again.
-- Refuses 409 `code_gone` when it comes back, and its use has gone to another order, or the code is not for its phone any more.
create function shop.release_code() returns trigger
language plpgsql set search_path = ''
as $$
declare
  use public.code_redemptions;
begin
  if new.status = 'cancelled' or new.archived_at is not null then
    if shop.is_unshipped(old.status) then
      update public.code_redemptions r set released_at = now() where r.order_id = new.id and r.released_at is null;
    end if;
  else
    begin
      update public.code_redemptions r set released_at = null where r.order_id = new.id and r.released_at is not null returning * into use;
      if shop.phone_refusal(use) is not null then
        raise unique_violation;
      end if;
    exception when unique_violation or check_violation then
      perform shop.refuse('code_gone', '{}', jsonb_build_object('code', new.discount_code));
    end;
  end if;
  return null;
end;
$$;

create trigger orders_release_code after update of status, archived_at on public.orders
  for each row when (new.discount_code is not null
                     and (old.status = 'cancelled' or old.archived_at is not null) <> (new.status = 'cancelled' or new.archived_at is not null))
  execute function shop.release_code();

-- Trigger: the audit log notes what a code is, whoever writes it.
create function shop.audit_discount_code() returns trigger
language plpgsql set search_path = ''
as $$
declare
  -- Not what the shop itself counts.
  unnoted constant text[] := array['id', 'code_key', 'uses', 'created_at', 'updated_at'];
begin
  perform shop.write_audit(shop.acting(), 'discount_code', new.id, 'discount code ' || new.code, case when tg_op = 'UPDATE' then to_jsonb(old) - unnoted end, to_jsonb(new) - unnoted);
  return null;
end;
$$;

create trigger discount_codes_added_to_audit_log after insert on public.discount_codes
  for each row execute function shop.audit_discount_code();
create trigger discount_codes_changed_in_audit_log after update on public.discount_codes
  for each row when (to_jsonb(old) - array['uses', 'updated_at'] is distinct from to_jsonb(new) - array['uses', 'updated_at'])
  execute function shop.audit_discount_code();

-- Codes as staff see them, the newest first: the row, and under `placed`, `delivered` and `returned` {orders, discount, total} of the orders that have it.
-- Takes the ids, or null for all.
create function shop.discount_codes_json(ids text[] default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(c) - 'code_key' || jsonb_build_object('placed', sums.placed, 'delivered', sums.delivered, 'returned', sums.returned)
                            order by c.created_at desc, c.id), '[]')
    from public.discount_codes c
   cross join lateral (
     select jsonb_build_object('orders', count(u.*), 'discount', coalesce(sum(u.amount), 0), 'total', coalesce(sum(u.total_amount), 0)) as placed,
            jsonb_build_object('orders', count(u.*) filter (where u.arrived), 'discount', coalesce(sum(u.amount) filter (where u.arrived), 0),
                               'total', coalesce(sum(u.total_amount) filter (where u.arrived), 0)) as delivered,
            jsonb_build_object('orders', count(u.*) filter (where u.is_back), 'discount', coalesce(sum(u.amount) filter (where u.is_back), 0),
                               'total', coalesce(sum(u.total_amount) filter (where u.is_back), 0)) as returned
       from (select r.amount, o.total_amount, o.status = 'delivered' and not back.is_back as arrived, back.is_back
               from public.code_redemptions r
               join public.orders o on o.id = r.order_id
              cross join lateral (select exists (select from public.shipments s where s.order_id = o.id and s.archived_at is null and s.status = 'returned') as is_back) back
              where r.code_id = c.id and r.released_at is null) u) sums
   where ids is null or c.id = any (ids);
$$;

-- All codes as `shop.discount_codes_json` has them.
create function public.list_discount_codes() returns jsonb
language sql stable set search_path = ''
as $$
  select shop.discount_codes_json();
$$;

-- Adds a code, or changes one; orders that have it keep their price. Takes the code's id or null, all of its columns, the staff member, and the version they
-- saw (null: any). Returns it as `shop.discount_codes_json` has it. Refuses 404 `code_not_found`, 409 `code_taken` {code} when another one reads the same,
-- `edited_meanwhile`, and 422 the fields `maxUses` below what is used, `productIds` and `categories` that there are not.
create function public.save_discount_code(code_id text, fields jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.discount_codes;
  wanted public.discount_codes;
  taken text;
begin
  perform shop.act_as(actor);
  if code_id is not null then
    select * into before from public.discount_codes c where c.id = save_discount_code.code_id for update;
    if not found then
      perform shop.refuse('code_not_found');
    end if;
    perform shop.check_version(before.updated_at, expected_version);
  end if;
  wanted := jsonb_populate_record(before, fields);

  if exists (select from unnest(wanted.product_ids) p where not exists (select from public.products t where t.id = p)) then
    perform shop.refuse_field('productIds', 'There is no such product');
  elsif exists (select from unnest(wanted.categories) g where not exists (select from public.categories t where t.slug = g)) then
    perform shop.refuse_field('categories', 'There is no such category');
  elsif wanted.max_uses < before.uses then
    perform shop.refuse_field('maxUses', format('Used %s times already', before.uses));
  end if;

  begin
    if code_id is null then
      insert into public.discount_codes (code, name, kind, target, value, starts_at, ends_at, minimum, product_ids, categories, max_uses, once_per_phone,
                                         new_customers_only, is_paused)
      values (wanted.code, wanted.name, wanted.kind, wanted.target, wanted.value, wanted.starts_at, wanted.ends_at, wanted.minimum, wanted.product_ids,
              wanted.categories, wanted.max_uses, wanted.once_per_phone, wanted.new_customers_only, wanted.is_paused)
      returning id into wanted.id;
    else
      update public.discount_codes c
         set (code, name, kind, target, value, starts_at, ends_at, minimum, product_ids, categories, max_uses, once_per_phone, new_customers_only, is_paused) =
             (wanted.code, wanted.name, wanted.kind, wanted.target, wanted.value, wanted.starts_at, wanted.ends_at, wanted.minimum, wanted.product_ids,
              wanted.categories, wanted.max_uses, wanted.once_per_phone, wanted.new_customers_only, wanted.is_paused)
       where c.id = before.id;
    end if;
  exception when unique_violation then
    select c.code into taken from public.discount_codes c where c.code_key = shop.code_key(wanted.code);
    perform shop.refuse('code_taken', '{}', jsonb_build_object('code', taken));
  end;
  return shop.discount_codes_json(array[wanted.id]) -> 0;
end;
$$;

grant execute on function public.list_discount_codes, public.save_discount_code to service_role;
