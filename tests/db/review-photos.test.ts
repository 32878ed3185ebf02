import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { race } from './calls/race.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(20);
const ring = await addProduct(shop);
let photos = 0;
const add = async (network: string | null, bytes = 1000) => {
  const id = (++photos).toString(16).padStart(32, '0');
  await shop`select public.add_review_photo(${shop.json({ id, name: id, address: `/media/${id}`, bytes })}, ${network})`;
  return id;
};
const review = (photo: string) => {
  const written = { userName: 'Hira', rating: 5, comment: 'Hm', photos: [photo] };
  return shop`select public.add_review(${ring.id}, ${shop.json(written)}, ${'0'.repeat(64)})`;
};

test('a photo that twenty reviews want at once belongs to one', async () => {
  const photo = await add(null);
  const { done, refused } = await race(20, () => review(photo));
  expect(done).toHaveLength(1);
  expect(refused.map(({ code }) => code)).toEqual(Array(19).fill('validation_failed'));
  expect(await shop`select 1 from public.reviews where product_id = ${ring.id}`).toHaveLength(1);
});

test('one network sends sixty photos a day, and all together a hundred megabytes', async () => {
  for (let n = 0; n < 60; n += 1) await add('here');
  await expect(add('here')).rejects.toThrow(/too_many_photos/);
  await add('there', 100_000_000);
  await expect(add('elsewhere')).rejects.toThrow(/too_many_photos/);
  await shop`update public.review_photos set created_at = now() - interval '25 hours' where true`;
  await add('elsewhere');
});

test('what staff hide or remove has the pages built again, an upload has not', async () => {
  const photo = await add(null);
  await review(photo);
  const changes = async () => (await shop`delete from shop.site_changes where true returning 1`).length;
  await changes();
  await add(null);
  expect(await changes()).toBe(0);
  const [row] = await shop`select review_id from public.review_photos where id = ${photo}`;
  await shop`select public.show_review_photo(${row?.['review_id']}, ${photo}, false)`;
  expect(await changes()).toBe(1);
  await shop`select public.remove_review_photo(${row?.['review_id']}, ${photo})`;
  expect(await changes()).toBe(1);
});
