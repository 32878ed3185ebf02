-- Of which orders reports have to work out anew what they earned (read/earnings.sql): a row for each change of anything that counts. Rows
-- are only added, and taken out by a report that sees them, so that no order waits for one.

create table shop.changed_earnings (
  id bigint primary key generated always as identity,
  -- No foreign key: it would lock the order of whoever changes a parcel or a payment.
  order_id text not null
);

alter table shop.changed_earnings enable row level security;
grant select, insert, delete on shop.changed_earnings to service_role;

-- Has the next report work out anew what orders earned. Takes their ids.
create function shop.earn_anew(order_ids text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into shop.changed_earnings (order_id) select distinct o.id from unnest(order_ids) o (id);
end;
$$;
