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
      perform shop.require_open_month('payment', new.id, new.created_at);
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
  if new.settlement_id is null and 'courier' in (new.from_account, new.to_account) then perform shop.follow_cash(new); end if;
  if new.order_id is not null and 'courier' in (new.from_account, new.to_account) then
    perform shop.earn_anew(array[new.order_id]);
  end if;
  -- An exchange pays for what goes out with what comes back; giving it up takes back what was no refund yet.
  if new.kind in ('refund', 'credit_given')
     and coalesce(current_setting('shop.undoes_exchange', true), '') <> 'on'
     and coalesce(current_setting('shop.makes_exchange', true), '') <> 'on'
  then
    perform shop.need_right('refund');
  end if;
  if new.kind in ('advance', 'settled', 'short_paid', 'supplier_paid', 'expense') then perform shop.need_right('verify_payments'); end if;
  -- What a supplier gets is for whoever sees what pieces cost.
  if new.supplier_id is not null then perform shop.need_right('buy_stock'); end if;
  if new.actor is not null and new.order_id is null and new.customer_id is not null then perform shop.note_credit(new); end if;
  if new.actor is not null and new.supplier_id is not null then perform shop.note_supplier_payment(new); end if;
  if new.actor is not null and new.expense is not null then perform shop.note_expense(new); end if;
  if new.reverses is not null and new.kind = 'advance' then perform shop.follow_payment(new); end if;
  return null;
end;
$$;

create trigger payments_after after insert on public.payments for each row execute function shop.after_payment();

-- What must hold of a payment's order, and of the courier's file that says it, when the transaction ends.
create function shop.check_payment_at_end() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.order_id is not null then perform shop.require_booked_order(new.order_id); end if;
  if new.settlement_id is not null then perform shop.require_settled(new.settlement_id); end if;
  return null;
end;
$$;

create constraint trigger payments_at_end after insert on public.payments deferrable initially deferred
  for each row when (new.order_id is not null or new.settlement_id is not null) execute function shop.check_payment_at_end();

-- Before an order is posted in the books. Rows are only added.
create function shop.before_posting_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then perform shop.require_open_month('posting', new.id, new.created_at);
    when 'UPDATE' then perform shop.refuse_change_of('order_postings', to_jsonb(old), to_jsonb(new));
    else perform shop.refuse_change_of('order_postings', null, null);
  end case;
  return new;
end;
$$;

create trigger order_postings_before before insert or update or delete on public.order_postings for each row
  execute function shop.before_posting_change();

-- What must hold of what an order posted when the transaction ends.
create function shop.check_posting_at_end() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.require_posted(new.order_id);
  return null;
end;
$$;

create constraint trigger order_postings_at_end after insert on public.order_postings deferrable initially deferred
  for each row execute function shop.check_posting_at_end();

-- Before a courier's file is written, changed or deleted.
create function shop.before_settlement_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  case tg_op
    when 'UPDATE' then perform shop.guard_settlement(old, new);
    else perform shop.refuse_change_of('settlements', null, null);
  end case;
  return new;
end;
$$;

create trigger settlements_before before update or delete on public.settlements for each row
  execute function shop.before_settlement_change();

-- After a courier's file was booked or undone.
create function shop.after_settlement_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.state <> old.state then
    perform shop.need_right('verify_payments');
    perform shop.note_settlement(new);
  end if;
  return null;
end;
$$;

create trigger settlements_after after insert or update on public.settlements for each row execute function shop.after_settlement_change();

-- What must hold of a courier's file when the transaction ends.
create function shop.check_settlement_at_end() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.require_settled(new.id);
  perform shop.require_arrived(a.line_id) from public.settlement_arrivals a where a.settlement_id = new.id;
  return null;
end;
$$;

create constraint trigger settlements_at_end after insert or update on public.settlements deferrable initially deferred
  for each row execute function shop.check_settlement_at_end();

-- After staff confirmed with which credit of the bank a courier's file arrived, or took that back.
create function shop.after_arrival_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.need_right('verify_payments');
  perform shop.note_arrival(coalesce(new, old), tg_op = 'INSERT');
  return null;
end;
$$;

create trigger settlement_arrivals_after after insert or delete on public.settlement_arrivals for each row
  execute function shop.after_arrival_change();

-- What must hold of a credit of the bank when the transaction ends.
create function shop.check_arrival_at_end() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.require_arrived(coalesce(new.line_id, old.line_id));
  return null;
end;
$$;

create constraint trigger settlement_arrivals_at_end after insert or delete on public.settlement_arrivals deferrable initially deferred
  for each row execute function shop.check_arrival_at_end();

create function shop.check_statement_line_at_end() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.require_arrived(new.id);
  return null;
end;
$$;

create constraint trigger bank_statement_lines_at_end after update on public.bank_statement_lines deferrable initially deferred
  for each row execute function shop.check_statement_line_at_end();

-- Before a month of the books is closed, reopened or deleted.
create function shop.before_closed_month_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then perform shop.require_closable(new);
    when 'UPDATE' then perform shop.guard_closed_month(old, new);
    else perform shop.refuse_change_of('closed_months', null, null);
  end case;
  return new;
end;
$$;

create trigger closed_months_before before insert or update or delete on public.closed_months for each row
  execute function shop.before_closed_month_change();

-- After a month of the books was closed or reopened.
create function shop.after_closed_month_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then perform shop.need_right('verify_payments'); end if;
  if tg_op = 'INSERT' or new.reopened_at is distinct from old.reopened_at then perform shop.note_closing(new); end if;
  return null;
end;
$$;

create trigger closed_months_after after insert or update on public.closed_months for each row
  execute function shop.after_closed_month_change();

-- After an account of the ledger was renamed.
create function shop.after_ledger_account_name_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'settings', null, 'account ' || shop.account_number(coalesce(new.account, old.account)),
    jsonb_build_object('name', coalesce(old.name, shop.usual_account_name(coalesce(new.account, old.account)))),
    jsonb_build_object('name', coalesce(new.name, shop.usual_account_name(coalesce(new.account, old.account)))));
  return null;
end;
$$;

create trigger ledger_account_names_after after insert or update or delete on public.ledger_account_names for each row
  execute function shop.after_ledger_account_name_change();

-- After the number of a courier's tax certificate was noted, corrected or taken away.
create function shop.after_tax_certificate_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.need_right('verify_payments');
  perform shop.note_row(to_jsonb(old), to_jsonb(new), 'payment', 'courier_id', 'tax certificate for', 'month', 'courier_id,month');
  return null;
end;
$$;

create trigger tax_certificates_after after insert or update or delete on public.tax_certificates for each row
  execute function shop.after_tax_certificate_change();
