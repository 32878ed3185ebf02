-- Discount codes as owners see them, with what each has brought.

-- Codes as staff see them, the newest first: the row, `uses`, how many orders have it, under `placed`, `delivered` and `returned` {orders,
-- discount, total} of the orders that have it, and `net`: what is left of what they delivered. Takes the ids, or null for all.
create function shop.discount_codes_json(ids text[] default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(c) - 'code_key'
                            || jsonb_build_object('categories', shop.current_slugs(c.categories), 'uses',
                                                  (sums.placed ->> 'orders')::integer, 'placed', sums.placed,
                                                  'delivered', sums.delivered, 'returned', sums.returned, 'net', sums.net)
                            order by c.created_at desc, c.id), '[]')
    from public.discount_codes c
   cross join lateral (
     select jsonb_build_object(
       'orders', count(u.*), 'discount', coalesce(sum(u.amount), 0), 'total', coalesce(sum(u.total_amount), 0)) as placed,
            jsonb_build_object('orders', count(u.*) filter (where u.arrived),
                               'discount', coalesce(sum(u.amount) filter (where u.arrived), 0),
                               'total', coalesce(sum(u.total_amount) filter (where u.arrived), 0)) as delivered,
            jsonb_build_object('orders', count(u.*) filter (where u.is_back),
                               'discount', coalesce(sum(u.amount) filter (where u.is_back), 0),
                               'total', coalesce(sum(u.total_amount) filter (where u.is_back), 0)) as returned,
            coalesce(sum(u.net), 0) as net
       from (select r.amount, o.total_amount, shop.net_of(o) as net, o.status = 'delivered' and not back.is_back as arrived, back.is_back
               from public.code_redemptions r
               join public.orders o on o.id = r.order_id
              cross join lateral (select exists (select from public.shipments s where s.order_id = o.id and s.archived_at is null
                                                 and s.status = 'returned') as is_back) back
              where r.code_id = c.id and r.released_at is null) u) sums
   where ids is null or c.id = any (ids);
$$;

-- All codes as `shop.discount_codes_json` has them.
create function public.list_discount_codes() returns jsonb
language sql stable set search_path = ''
as $$
  select shop.discount_codes_json();
$$;

-- Adds a code, or changes one; orders that have it keep their price. Takes the code's id or null, all of its columns, the staff member, and
-- the version they saw (null: any). Returns it as `shop.discount_codes_json` has it. Refuses 404 `code_not_found`, 409 `code_taken` {code}
-- when another one reads the same, `edited_meanwhile`, and 422 the fields `maxUses` below what is used, `productIds` and `categories` that
-- there are not.
create function public.save_discount_code(code_id text, fields jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.discount_codes;
  wanted public.discount_codes;
  taken text;
  uses integer;
begin
  perform shop.act_as(actor);
  if code_id is not null then
    select * into before from public.discount_codes c where c.id = save_discount_code.code_id for update;
    if not found then
      perform shop.refuse('code_not_found');
    end if;
    perform shop.check_version(before.updated_at, expected_version);
    uses := shop.code_uses(before.id);
  end if;
  wanted := jsonb_populate_record(before, fields);
  wanted.categories := shop.current_slugs(wanted.categories);

  if exists (select from unnest(wanted.product_ids) p where not exists (select from public.products t where t.id = p)) then
    perform shop.refuse_field('productIds', 'There is no such product');
  elsif exists (select from unnest(wanted.categories) g
                 where g <> all (shop.current_slugs(before.categories))
                   and not exists (select from public.categories t where t.slug = g)) then
    perform shop.refuse_field('categories', 'There is no such category');
  elsif wanted.max_uses < uses then
    perform shop.refuse_field('maxUses', format('Used %s times already', uses));
  end if;

  begin
    if code_id is null then
      insert into public.discount_codes (code, name, kind, target, value, starts_at, ends_at, minimum, product_ids, categories,
                                         max_uses, once_per_phone,
                                         new_customers_only, is_paused)
      values (wanted.code, wanted.name, wanted.kind, wanted.target, wanted.value, wanted.starts_at, wanted.ends_at,
              wanted.minimum, wanted.product_ids,
              wanted.categories, wanted.max_uses, wanted.once_per_phone, wanted.new_customers_only, wanted.is_paused)
      returning id into wanted.id;
    else
      update public.discount_codes c
         set (code, name, kind, target, value, starts_at, ends_at, minimum, product_ids, categories, max_uses, once_per_phone,
              new_customers_only, is_paused) =
             (wanted.code, wanted.name, wanted.kind, wanted.target, wanted.value, wanted.starts_at, wanted.ends_at,
              wanted.minimum, wanted.product_ids,
              wanted.categories, wanted.max_uses, wanted.once_per_phone, wanted.new_customers_only, wanted.is_paused)
       where c.id = before.id;
    end if;
  exception when unique_violation then
    select c.code into taken from public.discount_codes c where c.code_key = shop.code_key(wanted.code);
    perform shop.refuse('code_taken', '{}', jsonb_build_object('code', taken));
  end;
  return shop.discount_codes_json(array[wanted.id]) -> 0;
end;
$$;

grant execute on function public.list_discount_codes, public.save_discount_code to service_role;
