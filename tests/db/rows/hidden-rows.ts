import type { Sql } from 'postgres';
import { orderFor, placeOrder, setStatus } from '#tests/db/calls/order-calls.ts';
import { addProduct, addReview, archiveProduct, type ProductRow } from './catalogue-rows.ts';

export interface FilledShop {
  ring: ProductRow;
  jhumka: ProductRow;
  archived: ProductRow;
  shownReview: string;
}

/** Puts a ring and a jhumka on sale, the jhumka sold more often, and one hidden row of each kind. */
export async function fillShop(shop: Sql): Promise<FilledShop> {
  const ring = await addProduct(shop, { name: 'Ring', stock: 10 });
  const jhumka = await addProduct(shop, { name: 'Jhumka', stock: 10 });
  const archived = await addProduct(shop, { name: 'Archived', stock: 10 });
  await placeOrder(shop, orderFor([{ product: ring }, { product: jhumka, quantity: 2 }, { product: archived, quantity: 3 }]));
  const cancelled = await placeOrder(shop, orderFor([{ product: ring, quantity: 5 }]));
  await setStatus(shop, cancelled, 'cancelled');

  const shownReview = await addReview(shop, ring.id, 5);
  const hiddenReview = await addReview(shop, ring.id, 1);
  await shop`update public.reviews set is_published = false, comment = 'Spam' where id = ${hiddenReview}`;
  await shop`insert into public.categories (name, slug, is_active) values ('Hidden', 'hidden', false)`;
  await shop`insert into public.product_picks (product_id, place, pick_id)
    values (${ring.id}, 1, ${jhumka.id}), (${ring.id}, 2, ${archived.id}), (${archived.id}, 1, ${ring.id})`;
  await addPhoto(shop, shownReview, 1);
  await addPhoto(shop, shownReview, 2, false);
  await addPhoto(shop, hiddenReview, 1);
  await addPhoto(shop, null, 1);
  await archiveProduct(shop, archived.id);
  return { ring, jhumka, archived, shownReview };
}

/** A photo of a review, or one that was sent with none. */
async function addPhoto(shop: Sql, review: string | null, place: number, isShown = true): Promise<void> {
  await shop`insert into public.review_photos (id, review_id, place, name, address, bytes, is_shown)
    select r.id, ${review}, ${place}, r.id, '/media/' || r.id, 100, ${isShown} from (select replace(gen_random_uuid()::text, '-', '') as id) r`;
}
