-- Variants that run out: what counts as little, and whose phone says so.

-- From how many pieces on a product is low, as `LOW_STOCK.warning` has it (src/domain/limits.ts).
create function shop.low_stock() returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return 10;
end;
$$;

-- Trigger: a product has become low, or is sold out; each is told once a day.
create function shop.push_low_stock() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.queue_push('low_stock', concat_ws(' ', case when new.stock_quantity = 0 then 'out' else 'low' end, new.id,
                                                 shop.day_of(now())::text),
    jsonb_build_object('product', new.id, 'name', new.name, 'left', new.stock_quantity), 'correct_stock');
  return null;
end;
$$;

create trigger products_push_low after update of stock_quantity on public.products
  for each row when (new.archived_at is null and new.stock_quantity < old.stock_quantity
                     and (new.stock_quantity = 0 or (new.stock_quantity <= shop.low_stock() and old.stock_quantity > shop.low_stock())))
  execute function shop.push_low_stock();
