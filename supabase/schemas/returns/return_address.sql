-- Where customers send pieces back to, and by when. Owners change it: whoever else could would have the parcels come to a door of their
-- own.

-- One row; empty until an owner fills it in.
create table public.return_address (
  id boolean primary key default true,
  -- As it stands on the parcel: who it goes to, and whom the courier calls.
  recipient text not null default '',
  phone text not null default '',
  address text not null default '',
  city text not null default '',
  updated_at timestamptz not null default now(),
  constraint return_address_one_row check (id),
  constraint return_address_whole check ((recipient = '' and phone = '' and address = '' and city = '')
                                         or (recipient <> '' and phone <> '' and address <> '' and city <> '')),
  constraint return_address_lengths check (char_length(recipient) <= 80 and char_length(phone) <= 24 and char_length(address) <= 300
                                           and char_length(city) <= 60)
);

insert into public.return_address default values;

create trigger return_address_touched before update on public.return_address for each row execute function shop.touch_updated_at();

create trigger return_address_noted after update on public.return_address
  for each row execute function shop.note_change('return address');

alter table public.return_address enable row level security;
grant select, insert, update on public.return_address to service_role;

-- Replaces the address. Takes {recipient, phone, address, city}, the version the editor saw (or null) and the owner. Returns the row.
-- Refuses 403 `owner_only`, 409 `edited_meanwhile`.
create function public.change_return_address(changed jsonb, expected_version timestamptz, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  kept public.return_address;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  select * into kept from public.return_address a where a.id for update;
  perform shop.check_version(kept.updated_at, expected_version);
  update public.return_address a
     set recipient = changed ->> 'recipient', phone = changed ->> 'phone', address = changed ->> 'address', city = changed ->> 'city'
   where a.id returning * into kept;
  return to_jsonb(kept) - 'id';
end;
$$;

-- How the customer of an approved request sends it back: {by: the last moment, to: {recipient, phone, address, city}, or null while no
-- owner has said where, pickup: {courier, tracking_number} where a courier comes for it, else null}; null where nothing is to be sent. Two
-- weeks from the approval, and never less than the days that were promised.
create function shop.sending_back_json(request public.return_requests) returns jsonb
language sql stable set search_path = ''
as $$
  select case when request.state = 'approved' and request.comes_back then jsonb_build_object(
           'by', greatest((select t.ends_at from shop.return_terms t where t.order_id = request.order_id),
                          shop.start_of_day(shop.day_of(request.decided_at) + 15)) - interval '1 second',
           'to', (select to_jsonb(a) - 'id' - 'updated_at' from public.return_address a where a.address <> ''),
           'pickup', (select shop.pickup_json(p) from shop.told_pickup(request.id) p where p.state <> 'cancelled')) end;
$$;

grant execute on function public.change_return_address to service_role;
