-- Each use of a discount code: which order has it, and for which phone. A use is taken when the order is placed, released once when it is
-- cancelled before anything has left, and goes with its order's phone: whoever the order is of then has used the code.

-- Refuses 409 `code_gone` with {refusedCode}, and the quote without the code. Takes the refusal of `shop.order_price`, the order payload
-- and the delivery rule.
create function shop.refuse_code(refusal jsonb, payload jsonb, delivery jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('code_gone', public.quote_cart(payload -> 'items', delivery, null, null, shop.wants_wrap(payload))
                                   || jsonb_build_object('refusedCode', refusal),
                      jsonb_build_object('code', refusal ->> 'code'));
end;
$$;

-- Takes a use of the code that an order was priced with. Takes the order, just written, its price, its payload and the delivery rule.
-- Refuses 409 `code_gone` like `shop.refuse_code` when somebody has taken the last use meanwhile, or the code is not for this phone. The
-- latter is the last that an order is asked, and only staff are told why: to anybody else it is `not_usable`, so that finding out whether
-- the shop knows a phone costs an order each.
create function shop.redeem_code(placed public.orders, priced shop.order_price, payload jsonb, delivery jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  code constant public.discount_codes := (select c from public.discount_codes c where c.id = priced.code_id);
  use constant public.code_redemptions := row(placed.id, code.id, placed.customer_phone, code.once_per_phone, code.new_customers_only,
                                              priced.discount + priced.delivery_discount, now(), null);
  -- Whoever else wants the last use, or has this phone, waits for this order (money/locks.sql).
  reason text := case when code.max_uses is not null and shop.code_uses(code.id) >= code.max_uses then 'used_up' end;
begin
  reason := coalesce(reason, shop.phone_refusal(use));
  if reason is null then
    insert into public.code_redemptions select use.*;
  else
    perform shop.refuse_code(jsonb_build_object(
      'code', priced.code, 'reason', case when reason <> 'used_up' and placed.placed_by is null then 'not_usable' else reason end), payload,
                               delivery);
  end if;
end;
$$;

-- Lets the use of an order's code follow its new price: another amount, no code any more, or one taken over from an order that was merged
-- into it. Takes the order as it was, and the price. Refuses 409 `code_gone` for a use that the code has no more, or not for this phone.
create function shop.change_redemption(before public.orders, priced shop.order_price) returns void
language plpgsql set search_path = ''
as $$
begin
  if priced.code is null then
    update public.code_redemptions r set released_at = now() where before.discount_code is not null and r.order_id = before.id
      and r.released_at is null;
  else
    insert into public.code_redemptions as r (order_id, code_id, phone, is_once, is_first, amount)
    select before.id, c.id, before.customer_phone, c.once_per_phone, c.new_customers_only, priced.discount + priced.delivery_discount
      from public.discount_codes c where c.id = priced.code_id
    on conflict (order_id) do update
       set amount = excluded.amount, released_at = null, code_id = excluded.code_id,
           is_once = case when r.code_id = excluded.code_id then r.is_once else excluded.is_once end,
           is_first = case when r.code_id = excluded.code_id then r.is_first else excluded.is_first end;
  end if;
exception when unique_violation or check_violation then
  perform shop.refuse('code_gone', '{}', jsonb_build_object('code', priced.code));
end;
$$;

-- An order that is cancelled or deleted before anything has left releases the use of its code; one that comes back takes it again.
-- Refuses 409 `code_gone` when it comes back, and its use has gone to another order, or the code is not for its phone any more.
create function shop.release_code(old public.orders, new public.orders) returns void
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
end;
$$;

-- The audit log notes what a code is, whoever writes it.
create function shop.audit_discount_code(old public.discount_codes, new public.discount_codes) returns void
language plpgsql set search_path = ''
as $$
declare
  unnoted constant text[] := array['id', 'code_key', 'created_at', 'updated_at'];
begin
  perform shop.write_audit(shop.acting(), 'discount_code', new.id, 'discount code ' || new.code,
                           case when old.id is not null then to_jsonb(old) - unnoted end, to_jsonb(new) - unnoted);
end;
$$;
