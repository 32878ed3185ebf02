// Everybody who sees a piece that was chosen in a colour sees that colour.
import { beforeEach, expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { editProduct } from './calls/variant-calls.ts';
import { addProduct, changeStock, type ProductRow } from './rows/catalogue-rows.ts';

const [MAIN, WORN, SILVER] = ['/media/ring.webp', '/media/ring-worn.webp', '/media/ring-silver.webp'];
const COLORS = ['Gold', 'Silver', 'Rose Gold'];

const database = await testPostgres();
const shop = await database.connect(2);

let ring: ProductRow;

/** What the rows of a query call the photo. */
const photos = (rows: readonly Record<string, unknown>[]) => rows.map(({ photo }) => photo);

beforeEach(async () => {
  ring = await addProduct(shop, { colors: COLORS, stock: 9 });
  await showsColors(ring);
});

/** A photo of the first colour, worn in it, and of the second; none of the third. */
function showsColors({ id }: ProductRow) {
  const photoColors = [
    { image: SILVER, color: 'Silver' },
    { image: WORN, color: 'Gold' },
    { image: MAIN, color: 'Gold' },
  ];
  return shop`update public.products set images = ${[MAIN, WORN, SILVER]}, photo_colors = ${shop.json(photoColors)} where id = ${id}`;
}

test('in the cart, in the order and after it was changed to another colour, with the size it keeps the photo it was sold with', async () => {
  const lines = ['Silver', 'Gold', 'Rose Gold', undefined].map((selectedColor) => ({
    product: ring,
    ...(selectedColor && { selectedColor }),
  }));
  const asked = orderFor(lines);
  const quoted = await shop`
    select q.item ->> 'image' as photo
      from jsonb_array_elements(public.quote_cart(${shop.json(asked.items as never)}, ${shop.json(DELIVERY)}) -> 'items') q (item)`;
  expect(photos(quoted)).toEqual([SILVER, MAIN, MAIN, MAIN]);

  const order = await placeOrder(shop, orderFor([{ product: ring, selectedColor: 'Silver' }]));
  const [line] = await shop`select id, product_image as photo from public.order_items where order_id = ${order.id}`;
  expect(line?.['photo']).toBe(SILVER);
  const changeTo = async (selectedColor: string) => {
    const items = [{ id: line?.['id'], productId: ring.id, quantity: 1, selectedColor }];
    await shop`select public.edit_order_items(${order.id}, ${shop.json(items)}, ${shop.json(DELIVERY)}, null, null, null, false)`;
    return photos(await shop`select product_image as photo from public.order_items where order_id = ${order.id}`);
  };
  expect(await changeTo('Gold')).toEqual([MAIN]);
  await shop`update public.products set images = ${[SILVER, MAIN]}, photo_colors = '[]' where id = ${ring.id}`;
  expect(await changeTo('Gold')).toEqual([MAIN]);
});

test('in the question for a review, and beside a piece that is wanted in exchange', async () => {
  const order = await placeOrder(shop, orderFor([{ product: ring, selectedColor: 'Silver' }]));
  await setStatus(shop, order, 'delivered');
  expect(photos(await shop`select shop.reviewable_pieces(${order.id}) -> 0 ->> 'image' as photo`)).toEqual([SILVER]);
  const wanted = { productId: ring.id, selectedColor: 'Silver' };
  expect(photos(await shop`select shop.wanted_json(${shop.json(wanted)}) ->> 'product_image' as photo`)).toEqual([SILVER]);
});

test('in the mail that it is back, and among the pieces of a choice that is offered no more', async () => {
  const stud = await addProduct(shop, { name: 'Stud', colors: COLORS, sizes: ['S', 'M'] });
  await showsColors(stud);
  const medium = { color: 'Silver', size: 'M', stockQuantity: 0 };
  await editProduct(shop, stud, { variants: [{ color: 'Silver', size: 'S', stockQuantity: 1 }, medium] });
  const order = await placeOrder(shop, orderFor([{ product: stud, selectedColor: 'Silver', selectedSize: 'S' }]));
  await editProduct(shop, stud, { sizes: ['M'], variants: [medium] });
  await setStatus(shop, order, 'cancelled');
  const leftOver = await shop`
    select l.item ->> 'image' as photo from jsonb_array_elements(public.list_left_over(0, 10) -> 'items') l (item)`;
  expect(photos(leftOver)).toEqual([SILVER]);

  const drop = await addProduct(shop, { name: 'Drop', colors: COLORS });
  await showsColors(drop);
  await shop`insert into public.stock_notices (product_id, color, email) values (${drop.id}, 'Silver', 'hina@example.com')`;
  await changeStock(shop, drop.id, 3, 'purchase');
  const mails = await shop`
    select payload ->> 'product_image' as photo from public.mail_outbox where kind = 'back_in_stock' and recipient = 'hina@example.com'`;
  expect(photos(mails)).toEqual([SILVER]);
});
