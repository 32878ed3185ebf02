-- Owners say what each courier charges and withholds, and what parcels weigh.

-- Writes what a courier withholds and adds; what stays as it is, is not touched. Takes the courier's id and [{tax, valid_from, percent,
-- treatment}].
create function shop.write_courier_taxes(courier_id text, taxes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted constant public.courier_taxes[] := array(
    select (write_courier_taxes.courier_id, t.tax, t.valid_from, t.percent, t.treatment)::public.courier_taxes
      from jsonb_to_recordset(taxes) as t (tax shop.courier_tax, valid_from date, percent numeric, treatment shop.tax_treatment));
begin
  delete from public.courier_taxes t where t.courier_id = write_courier_taxes.courier_id and t <> all (wanted);
  insert into public.courier_taxes select w.* from unnest(wanted) w
   where not exists (select from public.courier_taxes t where t = w);
end;
$$;

-- Adds a courier, or changes one. Takes its id or null, {name, adapter, cut_off, pickup_code, payout_days, file_mapping, is_active,
-- cities, charges, taxes, advice_hours} (the lists replace those before), the owner, and the version they saw. Returns it as
-- `shop.courier_json` has it. Refuses 403 `owner_only`, 404 `courier_not_found`, 409 `edited_meanwhile`, 422 `name` that another courier
-- has, `adapter` of one that has bookings.
create function public.save_courier(courier_id text, fields jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.couriers;
  wanted public.couriers;
  noted jsonb;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  if courier_id is not null then
    select * into before from public.couriers c where c.id = save_courier.courier_id for update;
    if not found then
      perform shop.refuse('courier_not_found');
    end if;
    perform shop.check_version(before.updated_at, expected_version);
    noted := shop.noted_courier(before);
  end if;
  wanted := jsonb_populate_record(before, fields);
  if before.adapter <> wanted.adapter and exists (select from public.courier_bookings b where b.courier_id = before.id) then
    perform shop.refuse_field('adapter', 'Parcels were booked with this courier. Add another one instead, and set this one aside.');
  end if;
  begin
    if before.id is null then
      insert into public.couriers (name, adapter, cut_off, pickup_code, payout_days, file_mapping, is_active)
      values (wanted.name, wanted.adapter, wanted.cut_off, wanted.pickup_code, wanted.payout_days, wanted.file_mapping, wanted.is_active)
        returning * into wanted;
    else
      update public.couriers c
         set (name, adapter, cut_off, pickup_code, payout_days, file_mapping, is_active) =
             (wanted.name, wanted.adapter, wanted.cut_off, wanted.pickup_code, wanted.payout_days, wanted.file_mapping, wanted.is_active)
       where c.id = before.id returning * into wanted;
    end if;
  exception when unique_violation then
    perform shop.refuse_field('name', 'Another courier has this name');
  end;

  delete from public.courier_cities c where c.courier_id = wanted.id;
  delete from public.courier_charges c where c.courier_id = wanted.id;
  delete from public.courier_advice_hours h where h.courier_id = wanted.id;
  insert into public.courier_cities (courier_id, city, courier_name, courier_code, zone)
  select wanted.id, c.city, c.courier_name, c.courier_code, c.zone
    from jsonb_to_recordset(fields -> 'cities') as c (city text, courier_name text, courier_code text, zone text);
  insert into public.courier_charges (courier_id, zone, valid_from, up_to_grams, charge, further_kg)
  select wanted.id, c.zone, c.valid_from, c.up_to_grams, c.charge, c.further_kg
    from jsonb_to_recordset(fields -> 'charges') as c (zone text, valid_from date, up_to_grams integer, charge numeric, further_kg numeric);
  perform shop.write_courier_taxes(wanted.id, fields -> 'taxes');
  insert into public.courier_advice_hours (courier_id, reason, hours)
  select wanted.id, h.reason, h.hours from jsonb_to_recordset(fields -> 'advice_hours') as h (reason text, hours integer);

  perform shop.write_audit(actor, 'settings', wanted.id::text, 'courier ' || wanted.name, noted, shop.noted_courier(wanted));
  return shop.courier_json(wanted);
end;
$$;

-- What parcels weigh: {packing_grams, piece_grams, updated_at, categories: [{category, name, grams}]} with every category, `grams` null
-- where none is usual.
create function public.parcel_weights() returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(w) - 'is_only' || jsonb_build_object(
           'categories', (select coalesce(jsonb_agg(jsonb_build_object('category', c.slug, 'name', c.name, 'grams', g.grams)
                                                    order by c.sort_order, c.name), '[]')
                            from public.categories c left join public.category_weights g on g.category = c.slug))
    from public.parcel_weights w;
$$;

-- Says what parcels weigh. Takes {packing_grams, piece_grams, categories: [{category, grams}]} (a category without an entry has none), the
-- owner, and the version they saw. Returns what `parcel_weights` does. Refuses 403 `owner_only`, 409 `edited_meanwhile`, 422 `categories`
-- that there are not.
create function public.save_parcel_weights(fields jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.parcel_weights;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  select * into before from public.parcel_weights w for update;
  perform shop.check_version(before.updated_at, expected_version);
  if exists (select from jsonb_to_recordset(fields -> 'categories') as g (category text)
              where not exists (select from public.categories c where c.slug = g.category)) then
    perform shop.refuse_field('categories', 'There is no such category');
  end if;
  update public.parcel_weights w
     set packing_grams = (fields ->> 'packing_grams')::integer, piece_grams = (fields ->> 'piece_grams')::integer
   where w.is_only;
  delete from public.category_weights g where g.category is not null;
  insert into public.category_weights (category, grams)
  select g.category, g.grams from jsonb_to_recordset(fields -> 'categories') as g (category text, grams integer);
  return public.parcel_weights();
end;
$$;

grant execute on function public.save_courier, public.parcel_weights, public.save_parcel_weights to service_role;
