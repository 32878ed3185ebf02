-- What follows when a payment is booked, in this order: before it is written, after it is, and what must hold when the transaction ends.
-- Each line names a function of the noun that it concerns.

-- Before a payment is written. Rows are only added; what a merge of customers moves is all that changes of them.
create function shop.before_payment_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then
      if new.reverses is not null then perform shop.require_mirror(new); end if;
    when 'UPDATE' then
      if not shop.follows_merge(old, new) then perform shop.refuse_change_of('payments', to_jsonb(old), to_jsonb(new)); end if;
    else
      perform shop.refuse_change_of('payments', null, null);
  end case;
  return new;
end;
$$;

create trigger payments_before before insert or update or delete on public.payments for each row
  execute function shop.before_payment_change();

-- After a payment was booked.
create function shop.after_payment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.count_payment(new);
  -- An exchange pays for what goes out with what comes back; giving it up takes back what was no refund yet.
  if new.kind in ('refund', 'credit_given')
     and coalesce(current_setting('shop.undoes_exchange', true), '') <> 'on'
     and coalesce(current_setting('shop.makes_exchange', true), '') <> 'on'
  then
    perform shop.need_right('refund');
  end if;
  if new.kind = 'advance' then perform shop.need_right('verify_payments'); end if;
  if new.actor is not null and new.order_id is null then perform shop.note_credit(new); end if;
  if new.reverses is not null and new.kind = 'advance' then perform shop.follow_payment(new); end if;
  return null;
end;
$$;

create trigger payments_after after insert on public.payments for each row execute function shop.after_payment();

-- What must hold of a payment's order when the transaction ends.
create function shop.check_payment_at_end() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.require_booked_order(new.order_id);
  return null;
end;
$$;

create constraint trigger payments_at_end after insert on public.payments deferrable initially deferred
  for each row when (new.order_id is not null) execute function shop.check_payment_at_end();
