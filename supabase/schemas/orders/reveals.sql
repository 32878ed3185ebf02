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

-- Shows the contact of an order to somebody whose role reveals them one by one. The same order counts once a day. Takes the order's id and
-- the staff member. Returns {customer_name, customer_phone, second_phone, customer_email, customer_address, city, zip_code,
-- due_on_delivery, return_words: [{return_number, words}], remaining}, the last: how many more today, null for who sees contacts anyway,
-- which is not counted: then name and sum are those that the role sees elsewhere. Refuses 404 `order_not_found`, 429 `too_many_reveals`
-- {limit} when the day's are used up.
create function public.reveal_contact(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  seen public.orders;
  daily integer;
  used integer;
begin
  select * into seen from public.orders o where o.id = reveal_contact.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  if not shop.may(actor, 'see_contacts') then
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
  end if;
  return jsonb_build_object(
    'customer_name', case when daily is not null or shop.may(actor, 'see_names') then seen.customer_name else '•••' end,
    'customer_phone', seen.customer_phone, 'second_phone', seen.second_phone, 'customer_email', seen.customer_email,
    'customer_address', seen.customer_address, 'city', seen.city, 'zip_code', seen.zip_code,
    'due_on_delivery', case when daily is not null or shop.may(actor, 'see_sums') then seen.due_on_delivery end,
    'return_words', (select coalesce(jsonb_agg(jsonb_build_object('return_number', r.return_number, 'words', r.words)
                                               order by r.created_at, r.id), '[]')
                       from public.return_requests r where r.order_id = seen.id and r.words <> ''),
    'remaining', daily - used - 1);
end;
$$;

grant execute on function public.reveal_contact to service_role;
