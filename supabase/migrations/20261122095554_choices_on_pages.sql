-- Pages say which choices there are and which of them are sold out.
create trigger product_variants_rebuild_site_new after insert on public.product_variants
  for each row when (new.color <> '' or new.size <> '') execute function shop.mark_site_stale();
create trigger product_variants_rebuild_site after update on public.product_variants
  for each row when ((new.color <> '' or new.size <> '')
                     and ((old.stock_quantity > 0, old.archived_at is null, old.sku) is distinct from (new.stock_quantity > 0, new.archived_at is null, new.sku)))
  execute function shop.mark_site_stale();
