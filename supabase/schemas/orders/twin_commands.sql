-- Staff put twins into one parcel, or say that both are wanted.

-- Both orders, locked, the earlier one first. Takes their ids. Refuses 404 `order_not_found`, 409 `claimed_by_other` {name, until} while a
-- colleague works on one of them.
create function shop.lock_twins(order_id text, other_id text, actor uuid) returns setof public.orders
language plpgsql set search_path = ''
as $$
declare
  confirmation public.order_confirmations;
begin
  perform shop.lock_orders(array[order_id, other_id]);
  if (select count(*) from public.orders o where o.id in (order_id, other_id) and o.archived_at is null) < 2 then
    perform shop.refuse('order_not_found');
  end if;
  for confirmation in select * from public.order_confirmations c where c.order_id in (lock_twins.order_id, other_id)
    order by c.order_id for update loop
    perform shop.check_claim(confirmation, actor);
  end loop;
  return query select * from public.orders o where o.id in (order_id, other_id) order by o.created_at, o.id;
end;
$$;

-- Puts two twins into one parcel: the pieces of the later order go to the earlier one at the prices they were sold at, and the later one is
-- cancelled. Stock ends as it was; both histories say what happened. The order is confirmed only if both were. Takes the ids, in any order,
-- and the staff member. Returns {kept, merged}, both orders as staff see them; repeating it changes
-- nothing. Refuses 404 `order_not_found`, 409 `claimed_by_other` {name, until}, `not_twins` when one of them was packed, paid, cancelled or
-- kept apart meanwhile, and `not_enough_stock` when an order that has no pieces yet would get none.
create function public.merge_twin_orders(order_id text, other_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  both_orders constant public.orders[] := array (select t from shop.lock_twins(order_id, other_id, actor) t);
  kept public.orders := both_orders[1];
  merged constant public.orders := both_orders[2];
  -- As they are: cancelling the other order releases the use of its code.
  made constant shop.repriced := shop.merged_orders(kept, merged);
  is_confirmed constant boolean := not exists (select from public.order_confirmations c where c.order_id = merged.id
                                               and c.state <> 'confirmed');
begin
  perform shop.act_as(actor);
  if merged.merged_into is not distinct from kept.id then
    return jsonb_build_object('kept', shop.staff_order_json(kept.id), 'merged', shop.staff_order_json(merged.id));
  end if;
  if not exists (select from shop.twins_of(kept.id) t where t.id = merged.id) then
    perform shop.refuse('not_twins');
  end if;

  -- The pieces go back for a moment, and nobody who waits for them is told.
  perform set_config('shop.merges_orders', 'on', true);
  perform shop.move_together(merged, 'cancelled', actor);
  update public.orders o set merged_into = kept.id where o.id = merged.id;
  -- Pieces that one of them has stay taken.
  if kept.awaits_proof and not merged.awaits_proof then
    update public.orders o set awaits_proof = false where o.id = kept.id returning * into kept;
  end if;
  perform shop.write_order_lines(kept, made, actor, 'Merged with ' || merged.order_number, 'Merged with ' || merged.order_number);
  perform set_config('shop.merges_orders', 'off', true);
  perform shop.log_order_event(merged.id, 'note', '', null, null, 'Merged into ' || kept.order_number);
  update public.orders o set notes = concat_ws(e'\n', nullif(o.notes, ''), merged.notes)
   where o.id = kept.id and merged.notes not in ('', o.notes) and length(o.notes) + length(merged.notes) < 1000;

  perform shop.reassess_order(kept);
  if not is_confirmed then
    perform shop.ask_anew(kept.id, merged.order_number || ' was not confirmed');
  end if;
  return jsonb_build_object('kept', shop.staff_order_json(kept.id), 'merged', shop.staff_order_json(merged.id));
end;
$$;

-- Says that two twins are both wanted, so that nobody is asked again. Takes the ids, in any order, and the staff member. Returns the order
-- of the first id; repeating it changes nothing. Refuses 404 `order_not_found`, 409 `claimed_by_other` {name, until}, `not_twins`.
create function public.keep_twin_orders(order_id text, other_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  both_orders constant public.orders[] := array (select t from shop.lock_twins(order_id, other_id, actor) t);
begin
  perform shop.act_as(actor);
  if exists (select from shop.separate_orders a where a.order_id = least(keep_twin_orders.order_id, keep_twin_orders.other_id)
                                                  and a.other_id = greatest(keep_twin_orders.order_id, keep_twin_orders.other_id)) then
    return shop.staff_order_json(order_id);
  end if;
  if not exists (select from shop.twins_of(both_orders[1].id) t where t.id = both_orders[2].id) then
    perform shop.refuse('not_twins');
  end if;
  insert into shop.separate_orders (order_id, other_id, decided_by)
  values (least(keep_twin_orders.order_id, keep_twin_orders.other_id), greatest(keep_twin_orders.order_id, keep_twin_orders.other_id),
          actor);
  perform shop.log_order_event(both_orders[1].id, 'note', '', null, null,
                               format('Kept beside %s: both are wanted', both_orders[2].order_number));
  perform shop.log_order_event(both_orders[2].id, 'note', '', null, null,
                               format('Kept beside %s: both are wanted', both_orders[1].order_number));
  return shop.staff_order_json(order_id);
end;
$$;

-- Cancels the later of two twins, which is the earlier one once more. Takes the ids, in any order, why, and the staff member. Returns
-- {kept, cancelled}, both orders as staff see them; repeating it changes nothing. Refuses 404 `order_not_found`, 409 `claimed_by_other`
-- {name, until}, `not_twins`.
create function public.cancel_twin_order(order_id text, other_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  both_orders constant public.orders[] := array (select t from shop.lock_twins(order_id, other_id, actor) t);
  kept constant public.orders := both_orders[1];
  later constant public.orders := both_orders[2];
begin
  perform shop.act_as(actor);
  if later.status <> 'cancelled' then
    if not exists (select from shop.twins_of(kept.id) t where t.id = later.id) then
      perform shop.refuse('not_twins');
    end if;
    perform public.set_order_status(later.id, 'cancelled', actor);
    perform shop.log_order_event(later.id, 'note', '', null, null,
                                 format('Cancelled as a duplicate of %s: %s', kept.order_number, reason));
    perform shop.log_order_event(kept.id, 'note', '', null, null, later.order_number || ' was cancelled as its duplicate');
  end if;
  return jsonb_build_object('kept', shop.staff_order_json(kept.id), 'cancelled', shop.staff_order_json(later.id));
end;
$$;

grant execute on function public.merge_twin_orders, public.keep_twin_orders, public.cancel_twin_order to service_role;
