-- Phones, accounts, links and addresses beside the shop's contact that an owner has put before shoppers. Whoever else writes texts may repeat them,
-- and no others: somebody else's number in an announcement takes the shop's customers and their money.

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

-- By what shoppers may be told to reach and pay the shop, beside its contact: {accounts: IBANs and Raast numbers that customers see now, shown: [{kind, value}]}.
create function public.known_contacts() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'accounts', (select coalesce(jsonb_agg(number), '[]')
                   from jsonb_array_elements(public.payable_accounts()) a, lateral (values (a ->> 'iban'), (a ->> 'raast_id')) n (number) where number <> ''),
    'shown', (select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'value', s.value)), '[]') from public.shown_contacts s));
$$;

grant execute on function public.allow_contacts, public.known_contacts to service_role;
