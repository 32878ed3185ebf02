-- How much strangers may take before somebody has spoken to them: pieces, mails, charged messages, builds. Each is enforced where it is
-- used up.

-- One row that owners change.
create table public.limits (
  id boolean primary key default true,
  -- One unconfirmed website order, and all open ones of a phone or of a device together: of one product, pieces in all, rupees.
  piece_units integer not null default 20,
  order_units integer not null default 40,
  -- The law caps cash on delivery at Rs 200,000.
  order_value integer not null default 100000,
  -- Pieces that open, unconfirmed website orders of one network, or of all strangers, hold before more of them have to prove who they are.
  network_units integer not null default 200,
  shop_units integer not null default 300,
  -- Mails in a day in Pakistan, to one address and in all. Resend's free plan sends 100 a day.
  mails_per_recipient integer not null default 12,
  mails_per_day integer not null default 90,
  -- WhatsApp messages that the shop begins in a day, which are charged: to one number and in all.
  whatsapp_per_number integer not null default 4,
  whatsapp_per_day integer not null default 200,
  -- Builds of the pages in a day; each is charged by the host.
  builds_per_day integer not null default 60,
  updated_at timestamptz not null default now(),
  constraint limits_one_row check (id),
  constraint limits_positive check (least(piece_units, order_units, order_value, network_units, shop_units,
                                          mails_per_recipient, mails_per_day,
                                          whatsapp_per_number, whatsapp_per_day, builds_per_day) > 0),
  constraint limits_cash_cap check (order_value <= 200000)
);

insert into public.limits default values;

create trigger limits_touched before update on public.limits for each row execute function shop.touch_updated_at();

alter table public.limits enable row level security;
grant select, insert, update on public.limits to service_role;

-- The limits as they are now. In plpgsql, which keeps its plan: each order asks.
create function shop.limits() returns public.limits
language plpgsql stable set search_path = ''
as $$
declare
  found_limits public.limits;
begin
  select * into found_limits from public.limits l where l.id;
  return found_limits;
end;
$$;
