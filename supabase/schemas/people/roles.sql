-- Roles: what somebody on the staff may do. A right belongs to an effect (moves money, changes a price, shows a number), not to a screen;
-- src/domain/staff names them, and people/rights.sql asks for them where the effect is, by whichever way it comes about.

-- Every right there is. A test compares them with src/domain/rights/rights.ts.
create function shop.all_rights() returns text[]
language sql immutable set search_path = ''
return array['see_orders', 'see_names', 'see_contacts', 'reveal_contacts', 'see_sums', 'place_orders', 'confirm_orders',
             'override_confirmation',
  'cancel_orders', 'discount_orders', 'send_parcels', 'receive_returns', 'edit_customers', 'verify_payments', 'refund',
    'edit_products', 'change_prices',
  'correct_stock', 'buy_stock', 'moderate_reviews', 'answer_messages', 'see_reports', 'export', 'restore_records',
    'change_settings', 'manage_staff',
  'set_rules', 'manage_bank_accounts', 'see_activity'];

-- Rights that no role but the owner's has: with them, one could give oneself all others, or lead the shop's money elsewhere.
create function shop.rights_of_owners() returns text[]
language sql immutable set search_path = ''
return array['manage_staff', 'set_rules', 'manage_bank_accounts', 'see_activity'];

-- Rights with which money is led out of the shop, or said to have come in: whoever has one signs in with a second factor. Owners are asked
-- for one by the rule for everybody (staff_policy).
create function shop.rights_over_money() returns text[]
language sql immutable set search_path = ''
return array['verify_payments', 'refund'];

create table public.staff_roles (
  -- A word for those that every shop has, which stay as they are; an id for the shop's own.
  id text primary key default shop.new_id(),
  name text not null,
  -- A sentence that says who it is for.
  description text not null default '',
  is_preset boolean not null default false,
  rights text[] not null,
  -- Phones and addresses that it may reveal in a day, one by one.
  reveals_a_day integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint staff_roles_name_length check (char_length(name) between 2 and 40 and name = btrim(name)),
  constraint staff_roles_description_length check (char_length(description) <= 200),
  constraint staff_roles_rights_known check (rights <@ shop.all_rights()),
  constraint staff_roles_owner_alone check (id = 'owner' or not rights && shop.rights_of_owners()),
  constraint staff_roles_owner_may_all check (id <> 'owner' or rights @> shop.all_rights()),
  constraint staff_roles_contacts_of_orders check (not rights && array['see_names', 'see_contacts', 'reveal_contacts', 'see_sums']
                                                   or 'see_orders' = any (rights)),
  -- Whoever moves or reports sums sees them.
  constraint staff_roles_money_with_sums check (not rights && array['discount_orders', 'verify_payments', 'refund', 'see_reports']
                                                or 'see_sums' = any (rights)),
  constraint staff_roles_reveals_in_range check (reveals_a_day between 0 and 1000)
);

create unique index staff_roles_by_name on public.staff_roles (lower(name));

alter table public.staff_roles enable row level security;
grant select, insert, update, delete on public.staff_roles to service_role;

insert into public.staff_roles (id, name, description, is_preset, rights, reveals_a_day) values
  ('owner', 'Owner', 'May do everything, and decides who works here.', true, shop.all_rights(), 0),
  ('manager', 'Manager', 'Runs the shop day by day: everything but the staff, the rules and the bank accounts.', true,
   array(select r from unnest(shop.all_rights()) r where r <> all (shop.rights_of_owners() || array['reveal_contacts'])), 0),
  ('desk', 'Desk', 'Confirms orders, corrects them before they are packed, and writes those down that begin in a chat.', true,
   array['see_orders', 'see_names', 'see_contacts', 'see_sums', 'place_orders', 'confirm_orders', 'cancel_orders',
         'edit_customers', 'answer_messages'], 0),
  ('packer', 'Packer',
   'Packs, hands parcels over, counts what comes back and what lies on the shelf. Sees no prices, and of customers the name and the city.',
   true,
   array['see_orders', 'see_names', 'reveal_contacts', 'send_parcels', 'receive_returns', 'correct_stock'], 200),
  ('catalogue', 'Catalogue', 'Looks after products, photos, prices, purchases and reviews. Sees nothing of customers.', true,
   array['edit_products', 'change_prices', 'correct_stock', 'buy_stock', 'moderate_reviews'], 0),
  ('accounts', 'Accounts', 'Finds payments at the bank, pays refunds and reads the figures. Sees of customers the name and the city.', true,
   array['see_orders', 'see_names', 'reveal_contacts', 'see_sums', 'verify_payments', 'refund', 'see_reports', 'export'], 50);

create trigger staff_roles_touch before update on public.staff_roles for each row execute function shop.touch_updated_at();
