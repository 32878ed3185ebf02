-- Each use of a discount code: which order has it. A use is taken when the order is placed, and released once when it is cancelled before
-- anything has left.

-- Refuses 409 `code_gone` with {refusedCode}, and the quote without the code. Takes the refusal of `shop.order_price`, the order payload
-- and the delivery rule.
create function shop.refuse_code(refusal jsonb, payload jsonb, delivery jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('code_gone', public.quote_cart(payload -> 'items', delivery) || jsonb_build_object('refusedCode', refusal),
                      jsonb_build_object('code', refusal ->> 'code'));
end;
$$;

-- Takes a use of the code that an order was priced with. Takes the order, just written, its price, its payload and the delivery rule.
-- Refuses 409 `code_gone` like `shop.refuse_code` when somebody has taken the last use meanwhile, or the same phone its only one.
create function shop.redeem_code(placed public.orders, priced shop.order_price, payload jsonb, delivery jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  reason text;
begin
  begin
    insert into public.code_redemptions (order_id, code_id, phone, is_once, amount)
    select placed.id, c.id, placed.customer_phone, c.once_per_phone, priced.discount + priced.delivery_discount
      from public.discount_codes c where c.id = priced.code_id;
    return;
  exception
    when unique_violation then reason := 'used_by_phone';
    when check_violation then reason := 'used_up';
  end;
  perform shop.refuse_code(jsonb_build_object('code', priced.code, 'reason', reason), payload, delivery);
end;
$$;

-- Lets the use of an order's code follow its new price: another amount, no code any more, or one taken over from an order that was merged
-- into it. Takes the order as it was, and the price.
create function shop.change_redemption(before public.orders, priced shop.order_price) returns void
language plpgsql set search_path = ''
as $$
begin
  if priced.code is null then
    update public.code_redemptions r set released_at = now() where before.discount_code is not null and r.order_id = before.id
      and r.released_at is null;
  else
    insert into public.code_redemptions (order_id, code_id, phone, is_once, amount)
    select before.id, c.id, before.customer_phone, c.once_per_phone, priced.discount + priced.delivery_discount
      from public.discount_codes c where c.id = priced.code_id
    on conflict (order_id) do update set amount = excluded.amount, released_at = null;
  end if;
end;
$$;

-- An order that is cancelled or deleted before anything has left releases the use of its code; one that comes back takes it again.
-- Refuses 409 `code_gone` when it comes back, and its use has gone to another order.
create function shop.release_code(old public.orders, new public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  if new.status = 'cancelled' or new.archived_at is not null then
    if shop.is_unshipped(old.status) then
      update public.code_redemptions r set released_at = now() where r.order_id = new.id and r.released_at is null;
    end if;
  else
    begin
      update public.code_redemptions r set released_at = null where r.order_id = new.id and r.released_at is not null;
    exception when unique_violation or check_violation then
      perform shop.refuse('code_gone', '{}', jsonb_build_object('code', new.discount_code));
    end;
  end if;
end;
$$;

-- The audit log notes what a code is, whoever writes it.
create function shop.audit_discount_code(old public.discount_codes, new public.discount_codes) returns void
language plpgsql set search_path = ''
as $$
declare
  -- Not what the shop itself counts.
  unnoted constant text[] := array['id', 'code_key', 'uses', 'created_at', 'updated_at'];
begin
  perform shop.write_audit(shop.acting(), 'discount_code', new.id, 'discount code ' || new.code,
                           case when old.id is not null then to_jsonb(old) - unnoted end, to_jsonb(new) - unnoted);
end;
$$;
