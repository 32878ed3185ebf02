-- What owners alone decide, and what opens their accounts, every owner hears of, by mail and on their phones: whoever steals a session or a
-- password can do nothing of it quietly. Bank accounts have a mail of their own (035), which says what customers see.

-- Tells all owners, and those who were locked out within a day, perhaps to keep it from them. Takes what happened
-- (src/domain/owner-news/contract.ts), to whom or what, an address besides theirs (of whom it happened to, or the one before), and what it
-- is now. The same is told three times an hour at most.
create function shop.tell_owners(what text, subject text, also text default null, becomes text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  actor constant text := shop.username_of(shop.acting());
  news constant jsonb := jsonb_build_object('what', what, 'subject', subject, 'becomes', becomes, 'by', actor);
begin
  if public.hit_rate_limit(shop.bucket('owner news', news::text), 3, 3600) > 0 then
    return;
  end if;
  insert into public.mail_outbox (kind, recipient, payload)
  select 'owner_news', r.address, news
    from (select s.email as address from public.staff s where s.is_owner and (s.is_active or s.sessions_from > now() - interval '1 day')
          union select also where also <> '') r;
  perform shop.push_owner_news(news);
end;
$$;

-- Somebody joined, got another role, was locked out or let in. A former owner hears of it, too.
create function shop.tell_of_staff(old public.staff, new public.staff) returns void
language plpgsql set search_path = ''
as $$
begin
  -- The first one of a shop has nobody to tell.
  if not exists (select from public.staff s where s.is_owner and s.id <> new.id) then
    return;
  end if;
  perform shop.tell_owners(
    case when old.id is null then 'joined' when old.is_active and not new.is_active then 'locked_out' when new.is_active
         and not old.is_active then 'let_in'
         else 'role' end,
    new.username, case when old.id is not null and old.role = 'owner' then old.email end,
    (select r.name from public.staff_roles r where r.id = new.role));
end;
$$;

-- Trigger: somebody is invited.
create function shop.tell_of_invitation() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.tell_owners('invited', new.username, null, (select r.name from public.staff_roles r where r.id = new.role));
  return null;
end;
$$;

-- A role of the shop's own came, went, or may do something else.
create function shop.tell_of_role(old public.staff_roles, new public.staff_roles) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.tell_owners(case when old.id is null then 'role_added' when new.id is null then 'role_deleted' else 'role_changed' end,
                           coalesce(new.name, old.name));
end;
$$;

-- Trigger: everybody needs a second factor from now on, or no longer.
create function shop.tell_of_policy() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.tell_owners(case when new.second_factor_required then 'factor_required' else 'factor_optional' end, 'everybody');
  return null;
end;
$$;

create trigger staff_policy_told after update on public.staff_policy
  for each row when (new.second_factor_required <> old.second_factor_required) execute function shop.tell_of_policy();

-- Customers reach the shop elsewhere. The address of before hears of it, too.
create function shop.tell_of_contact(old public.shop_settings, new public.shop_settings) returns void
language plpgsql set search_path = ''
as $$
declare
  was constant jsonb := coalesce(old.content -> 'contact', '{}');
  becomes constant jsonb := new.content -> 'contact';
begin
  perform shop.tell_owners('contact', concat_ws(', ', becomes ->> 'phone', becomes ->> 'whatsapp', becomes ->> 'email'),
    case when becomes ->> 'email' is distinct from was ->> 'email' then was ->> 'email' end);
end;
$$;
