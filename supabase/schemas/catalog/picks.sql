-- What staff say goes well with a product, in the order in which it is shown. Products that are not on sale fall out, and are back when
-- they are.

create table public.product_picks (
  product_id text not null references public.products (id) on delete cascade,
  place smallint not null,
  pick_id text not null references public.products (id) on delete cascade,
  primary key (product_id, place),
  constraint product_picks_pick_once unique (product_id, pick_id),
  constraint product_picks_place_range check (place between 1 and 8),
  constraint product_picks_pick_other check (pick_id <> product_id)
);

create index product_picks_by_pick on public.product_picks (pick_id);

create trigger product_picks_rebuild_site after insert or update or delete on public.product_picks
  for each row execute function shop.mark_site_stale();

alter table public.product_picks enable row level security;
create policy "everyone reads picks of products on sale" on public.product_picks for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id and p.archived_at is null)
         and exists (select from public.products p where p.id = pick_id and p.archived_at is null));
grant select on public.product_picks to anon, authenticated;
grant select, insert, update, delete on public.product_picks to service_role;

-- The ids of what goes with a product, as far as it is on sale, in order. In `public`, because the Data API offers it as a column of
-- products.
create function public.goes_with(product public.products) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  -- Asked per pick: joined, each product of a list reads all products.
  return (select coalesce(array_agg(k.pick_id order by k.place)
                            filter (where (select p.archived_at is null from public.products p where p.id = k.pick_id)), '{}')
            from public.product_picks k where k.product_id = product.id);
end;
$$;

-- Replaces what goes with a product. Takes its id and the ids in order. Writes nothing where they are so already. Refuses 422 the field
-- `goesWith` for the product itself and for one that there never was.
create function shop.write_picks(product_id text, picks text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if write_picks.product_id = any (picks) then
    perform shop.refuse_field('goesWith', 'A product cannot go with itself');
  elsif exists (select from unnest(picks) k where not exists (select from public.products p where p.id = k)) then
    perform shop.refuse_field('goesWith', 'There is no such product');
  end if;
  if picks = array (select k.pick_id from public.product_picks k where k.product_id = write_picks.product_id order by k.place) then
    return;
  end if;
  delete from public.product_picks k where k.product_id = write_picks.product_id;
  insert into public.product_picks (product_id, place, pick_id)
  select write_picks.product_id, k.place, k.id from unnest(picks) with ordinality as k (id, place);
end;
$$;

grant execute on function public.goes_with to anon, authenticated, service_role;
