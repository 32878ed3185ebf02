-- Whom the shop buys from: what is known of them today. What a purchase order says of its supplier stays there as it was written.

create table public.suppliers (
  id text primary key default shop.new_id(),
  name text not null,
  phone text not null default '',
  email text not null default '',
  address text not null default '',
  -- Days from a delivery until it is due to be paid. 0: at delivery.
  terms integer not null default 0,
  notes text not null default '',
  -- What it got before the shop wrote its payments down, in rupees: no payment of the books.
  paid_before numeric(12, 2) not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint suppliers_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint suppliers_name_length check (char_length(name) between 1 and 120),
  constraint suppliers_name_trimmed check (name = btrim(name)),
  constraint suppliers_terms_range check (terms between 0 and 365),
  constraint suppliers_paid_before_not_negative check (paid_before >= 0)
);

create unique index suppliers_by_name on public.suppliers (lower(name));

create trigger suppliers_touched before update on public.suppliers for each row execute function shop.touch_updated_at();

alter table public.suppliers enable row level security;

-- A supplier is archived, never deleted.
revoke all on public.suppliers from service_role;
grant select, insert, update on public.suppliers to service_role;

-- The supplier of a name, whatever its case; a new one where nobody has it, and an archived one is in use again. Takes the name, and the
-- phone, e-mail and address that a new one gets. Returns the id.
create function shop.supplier_named(name text, phone text, email text, address text) returns text
language plpgsql set search_path = ''
as $$
declare
  found_id text;
begin
  insert into public.suppliers (name, phone, email, address)
  values (btrim(supplier_named.name), coalesce(supplier_named.phone, ''), coalesce(supplier_named.email, ''),
          coalesce(supplier_named.address, ''))
  on conflict (lower(suppliers.name)) do nothing
  returning id into found_id;
  if found_id is null then
    update public.suppliers s set archived_at = null
     where lower(s.name) = lower(btrim(supplier_named.name)) and s.archived_at is not null;
    select s.id into found_id from public.suppliers s where lower(s.name) = lower(btrim(supplier_named.name));
  end if;
  return found_id;
end;
$$;

-- Corrects a supplier, archives it or brings it back. Takes its id, the fields to change ({name, phone, email, address, terms, notes,
-- isArchived}, all optional) and the version the editor saw, or null. Refuses 404 `supplier_not_found`, 409 `edited_meanwhile`, 422 `name`
-- that another one has.
create function shop.write_supplier(supplier_id text, changes jsonb, expected_version timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  before public.suppliers;
begin
  select * into before from public.suppliers s where s.id = write_supplier.supplier_id for update;
  if not found then
    perform shop.refuse('supplier_not_found');
  end if;
  perform shop.check_version(before.updated_at, expected_version);
  if exists (select from public.suppliers s where lower(s.name) = lower(btrim(changes ->> 'name')) and s.id <> before.id) then
    perform shop.refuse_field('name', 'There is a supplier of this name');
  end if;
  update public.suppliers s
     set name = coalesce(btrim(changes ->> 'name'), s.name),
         phone = coalesce(changes ->> 'phone', s.phone),
         email = coalesce(changes ->> 'email', s.email),
         address = coalesce(changes ->> 'address', s.address),
         terms = coalesce((changes ->> 'terms')::integer, s.terms),
         notes = coalesce(changes ->> 'notes', s.notes),
         paid_before = coalesce((changes ->> 'paidBefore')::numeric, s.paid_before),
         archived_at = case (changes ->> 'isArchived')::boolean when true then coalesce(s.archived_at, now()) when false then null
                                                                 else s.archived_at end
   where s.id = before.id;
end;
$$;
