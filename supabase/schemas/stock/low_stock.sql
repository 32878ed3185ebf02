-- Variants that run out: what counts as little, and whose phone says so.

-- From how many pieces on a product is low, as `LOW_STOCK.warning` has it (src/domain/limits.ts).
create function shop.low_stock() returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return 10;
end;
$$;

-- A product has become low, or is sold out; each is told once a day.
create function shop.push_low_stock(new public.products) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.queue_push('low_stock', concat_ws(' ', case when new.stock_quantity = 0 then 'out' else 'low' end, new.id,
                                                 shop.day_of(now())::text),
    jsonb_build_object('product', new.id, 'name', new.name, 'left', new.stock_quantity), 'correct_stock');
end;
$$;
