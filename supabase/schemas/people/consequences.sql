-- What follows when a customer, a member of the staff or what owners decide changes, in this order. Each line names a function of the noun
-- that it concerns.

-- After a customer was added or changed.
create function shop.after_customer_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform shop.store_customer_words(new);
    return null;
  end if;

  if (old.notes, old.tags, old.block, old.merged_into) is distinct from (new.notes, new.tags, new.block, new.merged_into) then
    perform shop.need_right('edit_customers');
  end if;
  if old.last_order_at = new.last_order_at then
    perform shop.note_row(to_jsonb(old), to_jsonb(new), 'customer', 'id', 'customer', 'name', 'credit,last_order_at');
  end if;
  if (old.name, old.email, old.merged_into) is distinct from (new.name, new.email, new.merged_into) then
    perform shop.store_customer_words(new);
  end if;
  return null;
end;
$$;

create trigger customers_after after insert or update on public.customers for each row execute function shop.after_customer_change();

-- What must hold of a customer when the transaction ends.
create function shop.check_customer_at_end() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.credit <> coalesce(old.credit, 0) then perform shop.require_booked_credit(new); end if;
  return null;
end;
$$;

create constraint trigger customers_at_end after insert or update on public.customers deferrable initially deferred
  for each row execute function shop.check_customer_at_end();

-- After somebody came to the staff, left or was changed.
create function shop.after_staff_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  ruled constant boolean := old.is_owner and old.is_active;
  rules constant boolean := new.is_owner and new.is_active;
begin
  if tg_op = 'UPDATE' and not rules and (old.role, old.is_active) <> (new.role, new.is_active) then
    perform shop.withdraw_given_invitations(new);
  end if;
  if ruled and rules is not true then perform shop.keep_an_owner(); end if;
  if (old.role, old.is_active) is distinct from (new.role, new.is_active) then perform shop.note_role(old, new); end if;
  if tg_op = 'UPDATE' and new.role <> old.role then perform shop.end_sessions_of_role(new); end if;
  if tg_op <> 'DELETE' and (old.role, old.is_active) is distinct from (new.role, new.is_active) then
    perform shop.tell_of_staff(old, new);
  end if;
  return null;
end;
$$;

create trigger staff_after after insert or update or delete on public.staff for each row execute function shop.after_staff_change();

-- After the settings of the shop changed.
create function shop.after_settings_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.content <> new.content then perform shop.need_right('change_settings'); end if;
  perform shop.note_kept_settings(old, new);
  if old.content - array['pages', 'reviewMails', 'customerMails']
     is distinct from new.content - array['pages', 'reviewMails', 'customerMails'] then
    perform shop.mark_pages_stale();
  end if;
  if tg_op = 'UPDATE' and old.content -> 'contact' is distinct from new.content -> 'contact'
    then perform shop.tell_of_contact(old, new); end if;
  return null;
end;
$$;

create trigger shop_settings_after after insert or update or delete on public.shop_settings
  for each row execute function shop.after_settings_change();

-- After a role was added, changed or deleted.
create function shop.after_role_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.note_staff_role(old, new);
  if (new.rights, new.reveals_a_day) is distinct from (old.rights, old.reveals_a_day) then perform shop.tell_of_role(old, new); end if;
  if tg_op = 'UPDATE' and new.rights <> old.rights then perform shop.end_sessions_of_changed_role(new); end if;
  return null;
end;
$$;

create trigger staff_roles_after after insert or update or delete on public.staff_roles for each row
  execute function shop.after_role_change();
