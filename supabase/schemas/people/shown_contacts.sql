-- Phones, accounts, links and addresses beside the shop's contact that an owner has put before shoppers. Whoever else writes texts may
-- repeat them, and no others: somebody else's number in an announcement takes the shop's customers and their money.

create table public.shown_contacts (
  kind text not null,
  -- The same for every spelling (src/domain/shown-texts).
  value text not null,
  created_at timestamptz not null default now(),
  constraint shown_contacts_pkey primary key (kind, value),
  constraint shown_contacts_kind_known check (kind in ('phone', 'account', 'link', 'email')),
  constraint shown_contacts_value_length check (char_length(value) between 1 and 300)
);

create trigger shown_contacts_noted after insert or update or delete on public.shown_contacts
  for each row execute function shop.note_change('shown contacts');

alter table public.shown_contacts enable row level security;
grant select, insert, delete on public.shown_contacts to service_role;

-- Notes that an owner puts contacts before shoppers. Takes [{kind, value}] and the owner. Refuses 403 `owner_only`.
create function public.allow_contacts(contacts jsonb, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  insert into public.shown_contacts (kind, value)
  select distinct c.kind, c.value from jsonb_to_recordset(contacts) as c (kind text, value text)
  on conflict on constraint shown_contacts_pkey do nothing;
end;
$$;

grant execute on function public.allow_contacts to service_role;
