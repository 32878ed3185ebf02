-- Whose an order is.

-- Gives an order the customer of its phone, and writes the phone as all others. Also when staff correct the phone: then the order is that
-- person's. Refuses 422 the field `customerPhone` when it is no phone.
create function shop.give_order_its_customer(old public.orders, new public.orders) returns public.orders
language plpgsql set search_path = ''
as $$
begin
  if old.id is null or new.customer_phone <> old.customer_phone then
    new.customer_phone := shop.normal_phone(new.customer_phone);
    if new.customer_phone is null then
      perform shop.refuse_field('customerPhone', 'Enter a valid phone number');
    end if;
  end if;

  loop
    -- Locks the customer, so that nobody merges them away meanwhile. One who was merged a moment ago is not found: the next round sees the
    -- other.
    update public.customers c set last_order_at = greatest(c.last_order_at, new.created_at)
      from shop.customer_phones p
     where p.phone = new.customer_phone and c.id = p.customer_id and c.merged_into is null
    returning c.id into new.customer_id;
    exit when found;

    -- When two first orders arrive at once, one makes the customer; the other waits here and finds it in the next round.
    with first_seen as (
      insert into shop.customer_phones as p (phone, customer_id, created_at) values (new.customer_phone, shop.new_id(), new.created_at)
      on conflict (phone) do nothing returning p.customer_id
    )
    insert into public.customers as c (id, name, email, last_order_at, created_at)
    select f.customer_id, new.customer_name, new.customer_email, new.created_at, new.created_at from first_seen f
    returning c.id into new.customer_id;
    exit when found;
  end loop;
  return new;
end;
$$;

-- A signed-in shopper orders to an address they keep.
create function shop.note_used_address(new public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.shopper_addresses a set used_at = now()
   where a.shopper_id = new.shopper_id and lower(a.address) = lower(new.customer_address) and lower(a.city) = lower(new.city)
     and a.country = new.country;
end;
$$;
