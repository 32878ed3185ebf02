-- Who wants to be told when something sold out is back. Pieces that come back serve everybody who waits for them, once: by a mail in the
-- same transaction, or, with a phone number, by staff. Whatever stores, serves or withdraws a notice that waits holds its product's lock.

create table public.stock_notices (
  id text primary key default shop.new_id(),
  product_id text not null references public.products (id) on delete cascade,
  -- What pieces were counted by when it was asked for; empty: any.
  color text not null default '',
  size text not null default '',
  email text,
  phone text,
  -- Part of the mail's link that ends all notices of this person.
  token text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  created_at timestamptz not null default now(),
  -- When pieces came back.
  back_at timestamptz,
  -- When the person was told: with a mail at once, by phone when staff say so.
  told_at timestamptz,
  constraint stock_notices_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint stock_notices_token_unique unique (token),
  constraint stock_notices_one_contact check (num_nonnulls(email, phone) = 1),
  constraint stock_notices_email_lowercase check (email = lower(email)),
  constraint stock_notices_told_when_back check (told_at is null or back_at is not null)
);

-- Who waits: their mailbox, however it is spelt, or their phone.
create function shop.who_waits(email text, phone text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(shop.mailbox(email), phone);
$$;

create unique index stock_notices_waiting on public.stock_notices (product_id, color, size,
                                                                   shop.who_waits(email, phone)) where back_at is null;
create index stock_notices_by_person on public.stock_notices (shop.who_waits(email, phone));
create index stock_notices_newest on public.stock_notices (created_at desc, id);

alter table public.stock_notices enable row level security;
grant select, insert, update, delete on public.stock_notices to service_role;

-- Stores who wants to be told, once. Takes the product's id and {email} or {phone}, with the colour and size wherever pieces are counted by
-- them; other choices are not kept. Refuses 404 `product_not_found`, 409 `already_in_stock`, 422 the field `color` or `size`, and 429
-- `too_many_notices` to a person who waits for twenty things.
create function public.add_stock_notice(product_id text, notice jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  product public.products;
  person constant text := shop.who_waits(notice ->> 'email', notice ->> 'phone');
  by_color boolean;
  by_size boolean;
  wanted_color text := '';
  wanted_size text := '';
begin
  -- Shared, so that pieces cannot come back between the look at the stock and the notice.
  select * into product from public.products p where p.id = add_stock_notice.product_id and p.archived_at is null for share;
  if not found then
    perform shop.refuse('product_not_found');
  end if;

  select bool_or(v.color <> ''), bool_or(v.size <> '') into by_color, by_size
    from public.product_variants v where v.product_id = product.id and v.archived_at is null;
  if by_size then
    wanted_size := coalesce(notice ->> 'size', '');
    if wanted_size <> all (product.sizes) then
      perform shop.refuse_field('size', 'Choose a size');
    end if;
  end if;
  if by_color then
    wanted_color := coalesce(notice ->> 'color', '');
    if wanted_color <> all (product.colors) then
      perform shop.refuse_field('color', 'Choose a color');
    end if;
  end if;

  if product.is_available and exists (select from public.product_variants v
       where v.product_id = product.id and v.archived_at is null and v.stock_quantity > 0 and v.color = wanted_color
         and v.size = wanted_size) then
    perform shop.refuse('already_in_stock', null, jsonb_build_object('name', product.name));
  end if;
  if (select count(*) from public.stock_notices n where shop.who_waits(n.email, n.phone) = person and n.back_at is null) >= 20 then
    perform shop.refuse('too_many_notices');
  end if;
  insert into public.stock_notices (product_id, color, size, email, phone)
  values (product.id, wanted_color, wanted_size, notice ->> 'email', notice ->> 'phone')
  on conflict do nothing;
end;
$$;

-- Serves who waits for what a product now has on sale. Takes its id, the product locked. Its plan is kept: pieces come back all day.
create function shop.serve_stock_notices(product_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  with served as (
    update public.stock_notices n
       set back_at = now(), told_at = case when n.email is not null then now() end
      from public.products p
     where p.id = serve_stock_notices.product_id and p.archived_at is null and p.is_available and n.product_id = p.id and n.back_at is null
       and exists (select from public.product_variants v
                    where v.product_id = p.id and v.archived_at is null and v.stock_quantity > 0
                      and (n.color = '' or v.color in ('', n.color)) and (n.size = '' or v.size in ('', n.size)))
    returning n.*, p.name, shop.photo_of(p.images, p.photo_colors, n.color) as image
  )
  insert into public.mail_outbox (kind, recipient, payload)
  select 'back_in_stock', s.email,
         jsonb_build_object('product_id', s.product_id, 'product_name', s.name, 'product_image', s.image,
                            'color', s.color, 'size', s.size, 'token', s.token)
    from served s where s.email is not null order by s.created_at, s.id;
end;
$$;

-- Pieces of a choice are back, or the choice is offered again. Pieces that only change from one order to another are not.
create function shop.notice_stock_of_variant(new public.product_variants) returns void
language plpgsql set search_path = ''
as $$
begin
  if current_setting('shop.merges_orders', true) = 'on' then
    return;
  end if;
  perform shop.serve_stock_notices(new.product_id);
end;
$$;

-- A product is on sale again.
create function shop.notice_product_on_sale(new public.products) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.serve_stock_notices(new.id);
end;
$$;

-- A notice as the API shows it to staff.
create function shop.stock_notice_json(notice public.stock_notices) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(notice) - 'token' || jsonb_build_object(
    'product_name', (select p.name from public.products p where p.id = notice.product_id));
$$;

-- A page of the notices, newest first. Takes how far they are (`waiting`, `back`: to be told by staff, `told`; null: all), how many rows to
-- skip and how many to return. Returns {items, total}.
create function public.list_stock_notices(status text, page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids constant text[] := array (
    select n.id from public.stock_notices n
     where case list_stock_notices.status when 'waiting' then n.back_at is null when 'back' then n.back_at is not null and n.told_at is null
                      when 'told' then n.told_at is not null else true end
     order by n.created_at desc, n.id);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.stock_notice_json(n) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.stock_notices n on n.id = page.id),
    'total', cardinality(found_ids));
end;
$$;

-- Notes that staff told a person by phone; repeating it changes nothing. Takes the notice's id. Returns the notice. Refuses 404
-- `notice_not_found`, 409 `not_back_yet` while the person still waits.
create function public.mark_notice_told(notice_id text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  notified public.stock_notices;
begin
  update public.stock_notices n set told_at = coalesce(n.told_at, now()) where n.id = notice_id and n.back_at is not null
    returning * into notified;
  if not found then
    if exists (select from public.stock_notices n where n.id = notice_id) then
      perform shop.refuse('not_back_yet');
    end if;
    perform shop.refuse('notice_not_found');
  end if;
  return shop.stock_notice_json(notified);
end;
$$;

-- Removes everything a person asked to be told. Takes the token of one of their mails; one that nobody has changes nothing.
create function public.stop_stock_notices(token text) returns void
language plpgsql set search_path = ''
as $$
declare
  person text;
begin
  select shop.who_waits(n.email, n.phone) into person from public.stock_notices n where n.token = stop_stock_notices.token;
  perform 1 from public.products p
    where p.id in (select n.product_id from public.stock_notices n where shop.who_waits(n.email, n.phone) = person) order by p.id for share;
  delete from public.stock_notices n where shop.who_waits(n.email, n.phone) = person;
end;
$$;

grant execute on function public.add_stock_notice, public.list_stock_notices, public.mark_notice_told,
  public.stop_stock_notices to service_role;
