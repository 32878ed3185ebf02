-- What follows when pieces come or go, in this order. Each line names a function of the noun that it concerns.

-- After a row of the stock history was written.
create function shop.after_stock_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.require_stock_of_history_row(new);
  if new.transaction_type in ('adjustment', 'damage') and new.reference_number is null then
    perform shop.need_right('correct_stock');
  end if;
  if new.actor is not null and new.transaction_type not in ('sale', 'return') then perform shop.note_stock(new); end if;
  return null;
end;
$$;

create trigger stock_history_after after insert on public.stock_history for each row execute function shop.after_stock_change();

-- After a supplier was written down, or changed.
create function shop.after_supplier_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.need_right('buy_stock');
  perform shop.note_row(to_jsonb(old), to_jsonb(new), 'purchase', 'id', 'supplier', 'name');
  return null;
end;
$$;

create trigger suppliers_after after insert or update on public.suppliers
  for each row execute function shop.after_supplier_change();

-- After something was ordered from a supplier, or that was changed.
create function shop.after_purchase_order_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.need_right('buy_stock');
  perform shop.note_row(to_jsonb(old), to_jsonb(new), 'purchase', 'id', 'purchase order', 'order_number',
                        'dated_at,order_number,supplier_id');
  return null;
end;
$$;

create trigger purchase_orders_after after insert or update on public.purchase_orders
  for each row execute function shop.after_purchase_order_change();

-- After pieces of a purchase order came: what a piece costs is another average, of those here before and those that came.
create function shop.after_delivery_items_added() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.average_costs(array_agg(a::public.purchase_order_delivery_items), 1) from added a having count(*) > 0;
  return null;
end;
$$;

create trigger purchase_order_delivery_items_after after insert on public.purchase_order_delivery_items
  referencing new table as added for each statement execute function shop.after_delivery_items_added();

-- After a delivery was taken back: as before, without its pieces.
create function shop.after_delivery_taken_back() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.average_costs(array_agg(l), -1) from public.purchase_order_delivery_items l where l.delivery_id = new.id having count(*) > 0;
  return null;
end;
$$;

create trigger purchase_order_deliveries_after after update of taken_back_at on public.purchase_order_deliveries
  for each row execute function shop.after_delivery_taken_back();
