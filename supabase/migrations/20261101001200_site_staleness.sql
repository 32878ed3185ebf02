-- The prebuilt pages go stale when what they show changes, whoever changes it. One waiting row stands for any number of changes.

-- Shares a lock on the waiting row until the change is committed. Else a build could claim the row before, read the shop without the change,
-- and leave no row that asks for another.
create function shop.mark_site_stale() returns trigger
language plpgsql set search_path = ''
as $$
begin
  loop
    perform 1 from public.site_builds b where b.status = 'pending' for share;
    exit when found;
    insert into public.site_builds default values on conflict (status) where status = 'pending' do nothing;
  end loop;
  return null;
end;
$$;

create trigger categories_rebuild_site after insert or update or delete on public.categories for each row execute function shop.mark_site_stale();
create trigger reviews_rebuild_site after insert or update or delete on public.reviews for each row execute function shop.mark_site_stale();
create trigger products_rebuild_site_new after insert on public.products for each row execute function shop.mark_site_stale();
-- A sale alone changes no page (the number of pieces is asked live), unless it was the last piece.
create trigger products_rebuild_site after update on public.products
  for each row when ((to_jsonb(old) - 'stock_quantity' - 'updated_at') is distinct from (to_jsonb(new) - 'stock_quantity' - 'updated_at'))
  execute function shop.mark_site_stale();

grant execute on all functions in schema shop to service_role;
