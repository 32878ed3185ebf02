-- Suppliers are corrected, and paid. A payment that was booked by mistake is taken back as any other (`reverse_payment`).

-- Changes a supplier as `shop.write_supplier` does. Takes the same and the staff member. Returns `find_supplier`.
create function public.change_supplier(supplier_id text, changes jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.act_as(actor);
  perform shop.write_supplier(supplier_id, changes, expected_version);
  return public.find_supplier(supplier_id);
end;
$$;

-- Books what was paid to a supplier, also ahead of what it brings. Takes its id, rupees, how (any but `store_credit`), the transaction
-- number and a note, either may be empty, the staff member, and what was owed on their screen (null: anything), so that pressing twice pays
-- once. Returns `find_supplier`. Refuses 403 `not_allowed` without `buy_stock` and `verify_payments`, 404 `supplier_not_found`, 409
-- `edited_meanwhile` where another sum is owed by now.
create function public.pay_supplier(supplier_id text, amount numeric, method shop.payment_method, reference text, reason text, actor uuid,
                                    expected_owed numeric default null) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.act_as(actor);
  perform from public.suppliers s where s.id = pay_supplier.supplier_id for no key update;
  if not found then
    perform shop.refuse('supplier_not_found');
  elsif expected_owed <> (select m.owed from shop.supplier_sums m where m.supplier_id = pay_supplier.supplier_id) then
    perform shop.refuse('edited_meanwhile');
  end if;
  insert into public.payments (kind, method, from_account, to_account, amount, supplier_id, reference, reason, actor)
  values ('supplier_paid', method, case method when 'cash' then 'cash' else 'bank' end::shop.ledger_account, 'suppliers',
          pay_supplier.amount, pay_supplier.supplier_id, pay_supplier.reference, pay_supplier.reason, actor);
  return public.find_supplier(supplier_id);
end;
$$;

grant execute on function public.change_supplier, public.pay_supplier to service_role;
