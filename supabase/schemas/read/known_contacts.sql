-- Contacts: those that are the shop's own, which customers read anyway, and those of an order.

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

-- Shows the contact of an order to somebody whose role reveals them one by one (`shop.count_reveal`). Takes the order's id and the staff
-- member. Returns {customer_name, customer_phone, second_phone, recipient_name, recipient_phone, customer_email, customer_address, city,
-- zip_code, due_on_delivery, return_words: [{return_number, words}], remaining}, the last: how many more today, null for who sees contacts
-- anyway: then name and sum are those that the role sees elsewhere. Refuses as `shop.count_reveal` does.
create function public.reveal_contact(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  remaining constant integer := shop.count_reveal(reveal_contact.order_id, actor);
  seen public.orders;
begin
  select * into seen from public.orders o where o.id = reveal_contact.order_id;
  return jsonb_build_object(
    'customer_name', case when remaining is not null or shop.may(actor, 'see_names') then seen.customer_name else '•••' end,
    'customer_phone', seen.customer_phone, 'second_phone', seen.second_phone, 'customer_email', seen.customer_email,
    'recipient_name', case when remaining is not null or shop.may(actor, 'see_names') then seen.recipient_name
                           when seen.recipient_name is not null then '•••' end,
    'recipient_phone', seen.recipient_phone,
    'customer_address', seen.customer_address, 'city', seen.city, 'zip_code', seen.zip_code,
    'due_on_delivery', case when remaining is not null or shop.may(actor, 'see_sums') then seen.due_on_delivery end,
    'return_words', (select coalesce(jsonb_agg(jsonb_build_object('return_number', r.return_number, 'words', r.words)
                                               order by r.created_at, r.id), '[]')
                       from public.return_requests r where r.order_id = seen.id and r.words <> ''),
    'remaining', remaining);
end;
$$;

grant execute on function public.known_contacts, public.reveal_contact to service_role;
