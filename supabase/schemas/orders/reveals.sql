-- Phones and addresses that somebody looked at who does not see them everywhere: each is an act, counted and noted.

create table public.contact_reveals (
  id text primary key default shop.new_id(),
  staff_id uuid not null references public.staff (id) on delete cascade,
  order_id text not null references public.orders (id),
  created_at timestamptz not null default now()
);

create index contact_reveals_of_staff on public.contact_reveals (staff_id, created_at desc);
create index contact_reveals_of_order on public.contact_reveals (order_id);

alter table public.contact_reveals enable row level security;
grant select, insert on public.contact_reveals to service_role;

create trigger contact_reveals_append_only before update on public.contact_reveals
  for each row execute function shop.refuse_change();

-- Counts that somebody sees the contact of an order whose role reveals them one by one, and notes it. The same order counts once a day.
-- Takes the order's id and the staff member. Returns how many more they may see today, null for who sees contacts anyway, which is not
-- counted. Refuses 404 `order_not_found`, 429 `too_many_reveals` {limit} when the day's are used up.
create function shop.count_reveal(order_id text, actor uuid) returns integer
language plpgsql set search_path = ''
as $$
declare
  seen public.orders;
  daily integer;
  used integer;
begin
  select * into seen from public.orders o where o.id = count_reveal.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  if shop.may(actor, 'see_contacts') then
    return null;
  end if;
  perform shop.assert_may(actor, 'reveal_contacts');
  -- Their own reveals queue here.
  select r.reveals_a_day into daily from public.staff s join public.staff_roles r on r.id = s.role
    where s.id = actor for no key update of s;
  select count(distinct c.order_id) into used from public.contact_reveals c
    where c.staff_id = actor and c.created_at >= shop.start_of_day(shop.day_of(now())) and c.order_id <> seen.id;
  if used >= daily then
    perform shop.refuse('too_many_reveals', '{}', jsonb_build_object('limit', daily));
  end if;
  insert into public.contact_reveals (staff_id, order_id) values (actor, seen.id);
  perform shop.write_audit(actor, 'reveal', seen.id, 'contact of ' || seen.order_number, '{"shown": false}', '{"shown": true}');
  return daily - used - 1;
end;
$$;
