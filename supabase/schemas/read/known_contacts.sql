-- Contacts that are the shop's own: customers read them anyway.

-- What shoppers may be told to reach and pay the shop by, beside its contact: {accounts: IBANs and Raast numbers that customers see now,
-- shown: [{kind, value}]}.
create function public.known_contacts() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'accounts', (select coalesce(jsonb_agg(number), '[]')
                   from jsonb_array_elements(public.payable_accounts()) a,
                        lateral (values (a ->> 'iban'), (a ->> 'raast_id')) n (number)
                  where number <> ''),
    'shown', (select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'value', s.value)), '[]') from public.shown_contacts s));
$$;

grant execute on function public.known_contacts to service_role;
