-- What follows when a request of a return, an exchange or a claim changes. Each line names a function of the noun that it concerns.

-- Before a request is changed.
create function shop.before_return_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.guard_return(old, new);
  if new.state <> old.state and new.state in ('declined', 'withdrawn') then perform shop.check_no_pickup(new); end if;
  new.updated_at := shop.next_version(old.updated_at);
  return new;
end;
$$;

create trigger return_requests_before before update on public.return_requests for each row execute function shop.before_return_change();

-- After something was asked for, or a request went on.
create function shop.after_return_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.state is distinct from old.state then perform shop.follow_return(old, new); end if;
  if new.state is distinct from old.state and not new.comes_back then perform shop.count_returned(new.order_id); end if;
  if new.state is distinct from old.state and new.state in ('approved', 'declined') and shop.is_customer_mail_on('returnDecided') then
    perform shop.mail_decision(new.id);
  end if;
  return null;
end;
$$;

create trigger return_requests_after after insert or update on public.return_requests for each row
  execute function shop.after_return_change();

-- Before a courier is to collect something, or is said to have done anything about it.
create function shop.before_collection_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.guard_collection(old, new);
  return new;
end;
$$;

create trigger return_collections_before before insert or update on public.return_collections for each row
  execute function shop.before_collection_change();
