-- What follows when the catalogue changes, in this order. Each line names a function of the noun that it concerns. A sale is no edit: it
-- only changes stock, and costs as little here as can be.

-- Before a variant is written.
create function shop.before_variant_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if new.stock_quantity <> 0 then perform shop.refuse_opening_stock(); end if;
  elsif old.archived_at is null and new.archived_at is not null and new.stock_quantity <> 0 then
    perform shop.refuse_archiving_stock(new);
  end if;
  return new;
end;
$$;

create trigger product_variants_before before insert or update on public.product_variants
  for each row execute function shop.before_variant_change();

-- After a variant was added or changed.
create function shop.after_variant_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  is_choice constant boolean := new.color <> '' or new.size <> '';
begin
  if tg_op = 'INSERT' then
    if is_choice then perform shop.mark_pages_stale(); end if;
    return null;
  end if;

  if old.archived_at is not null and new.archived_at is null and new.stock_quantity > 0 then perform shop.offer_left_over(new); end if;
  if new.archived_at is null and new.stock_quantity > 0 and (old.stock_quantity = 0 or old.archived_at is not null) then
    perform shop.notice_stock_of_variant(new);
  end if;
  if old.stock_quantity = new.stock_quantity then
    perform shop.note_row(to_jsonb(old), to_jsonb(new), 'product', 'product_id', 'stock number', 'sku', 'product_id');
  end if;
  if is_choice
     and (old.stock_quantity > 0, old.archived_at is null, old.sku) <> (new.stock_quantity > 0, new.archived_at is null, new.sku) then
    perform shop.mark_pages_stale();
  end if;
  if old.stock_quantity <> new.stock_quantity then perform shop.require_history_row_of_variant(old, new); end if;
  if (old.sku, old.archived_at is null) <> (new.sku, new.archived_at is null) then perform shop.store_words_of(new.product_id); end if;
  return null;
end;
$$;

create trigger product_variants_after after insert or update on public.product_variants
  for each row execute function shop.after_variant_change();

-- After a product was added.
create function shop.after_product_added(new public.products) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.note_row(null, to_jsonb(new), 'product', 'id', '', 'name',
                        'stock_quantity,left_over,in_stock,rating,review_count,search_words');
  perform shop.add_shared_variant(new);
  perform shop.need_right('edit_products');
  perform shop.need_right('change_prices');
  perform shop.mark_pages_stale();
end;
$$;

-- A product without what its sales, its reviews and the shop itself write.
create function shop.edited_of(row_of jsonb) returns jsonb
language sql immutable
return row_of - array['price', 'original_price', 'stock_quantity', 'left_over', 'in_stock', 'rating', 'review_count', 'search_words',
                 'updated_at'];

-- Whether a product became low or sold out.
create function shop.runs_low(old public.products, new public.products) returns boolean
language sql stable
return new.archived_at is null and new.stock_quantity < old.stock_quantity
   and (new.stock_quantity = 0 or new.stock_quantity <= shop.low_stock() and old.stock_quantity > shop.low_stock());

-- After a product was changed.
create function shop.after_product_changed(old public.products, new public.products) returns void
language plpgsql set search_path = ''
as $$
declare
  is_priced_anew constant boolean := (old.price, old.original_price) is distinct from (new.price, new.original_price);
  -- Whatever staff edit makes a new version, but the shop itself counts stock and reviews.
  is_edited constant boolean := old.updated_at <> new.updated_at;
  is_shown_anew constant boolean := (old.in_stock, old.rating, old.review_count) <> (new.in_stock, new.rating, new.review_count)
    or is_edited and to_jsonb(old) - array['stock_quantity', 'left_over', 'updated_at']
                  <> to_jsonb(new) - array['stock_quantity', 'left_over', 'updated_at'];
begin
  if new.is_available and new.archived_at is null and new.stock_quantity > 0 and (not old.is_available or old.archived_at is not null) then
    perform shop.notice_product_on_sale(new);
  end if;
  if (old.stock_quantity, old.left_over) = (new.stock_quantity, new.left_over) then
    perform shop.note_row(to_jsonb(old), to_jsonb(new), 'product', 'id', '', 'name',
                          'price,original_price,in_stock,rating,review_count,search_words');
  end if;
  if is_edited and shop.edited_of(to_jsonb(old)) <> shop.edited_of(to_jsonb(new)) then
    perform shop.need_right('edit_products');
  end if;
  if is_priced_anew then perform shop.need_right('change_prices'); end if;
  if is_priced_anew then perform shop.note_row(to_jsonb(old), to_jsonb(new), 'price', 'id', '', 'name', '', 'price,original_price'); end if;
  if shop.runs_low(old, new) then perform shop.push_low_stock(new); end if;
  if is_shown_anew then perform shop.mark_pages_stale(); end if;
  if old.category <> new.category then
    perform shop.earn_anew(array(select i.order_id from public.order_items i where i.product_id = new.id));
  end if;
  if old.stock_quantity + old.left_over <> new.stock_quantity + new.left_over then perform shop.require_history_row(old, new); end if;
  if (old.name, old.category, old.material, old.colors, old.occasions, old.description)
     is distinct from (new.name, new.category, new.material, new.colors, new.occasions, new.description) then
    perform shop.store_words_of(new.id);
  end if;
end;
$$;

create function shop.after_product_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then perform shop.after_product_added(new);
    else perform shop.after_product_changed(old, new);
  end case;
  return null;
end;
$$;

create trigger products_after after insert or update on public.products for each row execute function shop.after_product_change();

-- Before a product is written.
create function shop.before_product_added() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse_opening_stock();
  return new;
end;
$$;

create trigger products_start_empty before insert on public.products
  for each row when (new.stock_quantity <> 0) execute function shop.before_product_added();

-- After a category was added, changed or deleted.
create function shop.after_category_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.need_right('edit_products');
  perform shop.note_row(to_jsonb(old), to_jsonb(new), 'product', 'id', 'category', 'name');
  perform shop.mark_pages_stale();
  return null;
end;
$$;

create trigger categories_after after insert or update or delete on public.categories for each row
  execute function shop.after_category_change();

-- After a review was written, changed or deleted.
create function shop.after_review_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.rating, new.is_published, new.product_id) is distinct from (old.rating, old.is_published, old.product_id) then
    perform shop.recount_changed_reviews(old, new);
  end if;
  if tg_op <> 'INSERT' then
    perform shop.need_right('moderate_reviews');
    perform shop.note_row(to_jsonb(old), to_jsonb(new), 'review', 'product_id', 'review by', 'user_name', 'user_id,product_id,answered_at');
  end if;
  perform shop.mark_pages_stale();
  return null;
end;
$$;

create trigger reviews_after after insert or update or delete on public.reviews for each row execute function shop.after_review_change();
