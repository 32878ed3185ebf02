import { afterEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/database/types.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { addProduct, addProducts, bookErrors, type ProductRow, stockHistoryOf, stockOf } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(40);
afterEach(async () => expect(await bookErrors(database.owner)).toEqual([]));

describe('an edited stock quantity', () => {
  test('among two hundred sales leaves an exact stock history, and stock never goes below zero', async () => {
    const ring = await addProduct(shop, { stock: 100 });
    const { refused } = await race<unknown>(220, (call) =>
      call % 11 === 0 ? edit(ring, { stock_quantity: call % 2 === 0 ? 3 : 80 }) : placeOrder(shop, orderFor([{ product: ring }])),
    );
    for (const refusal of refused) expect(refusal).toMatchObject({ status: 409, code: 'out_of_stock' });
    expect(await stockOf(shop, ring.id)).toBeGreaterThanOrEqual(0);
  });

  test('by twenty editors at once ends at what one of them typed, with each step in the stock history', async () => {
    const ring = await addProduct(shop, { stock: 10 });
    await race(20, (editor) => edit(ring, { stock_quantity: editor * 5 }));
    expect((await stockOf(shop, ring.id)) % 5).toBe(0);
    expect((await stockHistoryOf(shop, ring.id)).slice(1).every(({ kind }) => kind === 'adjustment')).toBe(true);
  });
});

test('saved by twenty editors of one version succeeds for one, and the others are refused', async () => {
  const ring = await addProduct(shop, { stock: 10 });
  const [row] = await shop<{ seen: string }[]>`
    select to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as seen from public.products where id = ${ring.id}`;
  const { done, refused } = await race(20, (editor) =>
    edit(ring, { name: `Ring of ${editor}`, stock_quantity: editor }, row?.seen),
  );
  expect(done).toHaveLength(1);
  expect(refused.map(({ code }) => code)).toEqual(Array(19).fill('edited_meanwhile'));
});

test('renaming a category back and forth during orders and edits of its products never deadlocks or loses a product', async () => {
  const products = await addProducts(shop, 12, { stock: 1000, category: 'anklets' });
  const id = await categoryOf('anklets');
  const { done, refused } = await race<unknown>(240, (call) => {
    const product = products[(call * 7) % 12] as ProductRow;
    if (call % 8 === 0) return editCategory(id, { slug: call % 16 === 0 ? 'payals' : 'anklets' });
    if (call % 8 === 1) return edit(product, { category: call % 16 === 1 ? 'anklets' : 'payals', price: call });
    if (call % 8 === 2) return edit(product, { name: `Anklet ${call}` });
    const other = products[(call * 5 + 3) % 12] as ProductRow;
    return placeOrder(shop, { ...orderFor([{ product }, { product: other }]), totalAmount: -1 });
  });
  // Orders are refused for the total they name, and edits for the slug the category does not have just then; nothing else goes wrong.
  for (const { code } of refused) expect(['price_changed', 'validation_failed']).toContain(code);
  expect(done.length).toBeGreaterThan(0);
  const [row] = await shop<{ slug: string }[]>`select slug from public.categories where id = ${id}`;
  expect(await shop`select id from public.products where category = ${row?.slug ?? ''}`).toHaveLength(12);
});

test('when twenty categories want the same slug at once, one gets it', async () => {
  const { done, refused } = await race(20, (number) => {
    const fields = { name: `Jhoomar ${number}`, slug: 'jhoomar', image: null };
    return shop`select public.create_category(${shop.json(fields)})`;
  });
  expect(done).toHaveLength(1);
  expect(refused.map(({ code }) => code)).toEqual(Array(19).fill('slug_taken'));
});

test('two categories swapping slugs end in one or two refusals, never in a deadlock', async () => {
  await addProduct(shop, { category: 'haars' });
  await addProduct(shop, { category: 'malas' });
  const [haars, malas] = [await categoryOf('haars'), await categoryOf('malas')];
  const { refused } = await race(40, (call) =>
    call % 2 === 0 ? editCategory(haars, { slug: 'malas' }) : editCategory(malas, { slug: 'haars' }),
  );
  expect(refused.map(({ code }) => code)).toEqual(Array(40).fill('slug_taken'));
});

test('a category deleted while products are added either stays with all of them or is gone without any', async () => {
  for (let round = 0; round < 15; round += 1) {
    const slug = `short-lived-${round}`;
    await shop`insert into public.categories (name, slug) values (${slug}, ${slug})`;
    const id = await categoryOf(slug);
    const { refused } = await race<unknown>(9, (call) =>
      call === 4 ? shop`select public.delete_category(${id})` : create(slug),
    );
    const products = await shop`select id from public.products where category = ${slug}`;
    const gone = (await shop`select id from public.categories where id = ${id}`).length === 0;
    if (gone) expect([products.length, refused.map(({ code }) => code)]).toEqual([0, Array(8).fill('validation_failed')]);
    else expect([products.length, refused.map(({ code }) => code)]).toEqual([8, ['category_in_use']]);
  }
});

test('two colleagues sorting the same categories at once do not deadlock, and one order wins', async () => {
  const rows = await shop<{ id: string }[]>`select id from public.categories order by id`;
  const orders = [rows.map(({ id }, order) => ({ id, order })), rows.toReversed().map(({ id }, order) => ({ id, order }))];
  const { refused } = await race(40, (call) => shop`select public.order_categories(${shop.json(orders[call % 2] ?? [])})`);
  expect(refused).toEqual([]);
  const sorted = await shop<{ id: string }[]>`select id from public.categories order by sort_order`;
  const result = sorted.map(({ id }) => id);
  expect([rows.map(({ id }) => id), rows.map(({ id }) => id).toReversed()]).toContainEqual(result);
});

test('a hundred simultaneous reviews, with edits and deletions in between, give the exact rating', async () => {
  const ring = await addProduct(shop);
  const { done } = await race(50, (guest) => review(ring, (guest % 5) + 1));
  await race<unknown>(100, (call) => {
    const id = done[Math.floor(call / 2)] ?? '';
    if (call % 2 === 0) return review(ring, 4);
    return call % 4 === 1
      ? shop`update public.reviews set rating = 5 where id = ${id}`
      : shop`delete from public.reviews where id = ${id}`;
  });
  const [row] = await shop`
    select p.rating::float, p.review_count as count, (select count(*)::int from public.reviews r where r.product_id = p.id) as counted,
           (select round(avg(r.rating), 1)::float from public.reviews r where r.product_id = p.id) as average
      from public.products p where p.id = ${ring.id}`;
  expect(row).toMatchObject({ count: 75, counted: 75, rating: row?.average });
  expect(
    await shop`select 1 from public.review_edit_tokens t join public.reviews r on r.id = t.review_id where r.product_id = ${ring.id}`,
  ).toHaveLength(75);
});

type Columns = Database['public']['Tables']['products']['Insert'];

/** Each column that staff write, and a value that a new product has not. A new column does not compile before it stands here. */
const OTHER_VALUES: Record<Exclude<keyof Columns, Kept>, unknown> = {
  name: 'Bangle',
  description: 'Two of them',
  material: 'Brass',
  length_mm: 55.5,
  width_mm: 30,
  inner_mm: 62.5,
  chain_mm: 450,
  weight_grams: 22.4,
  plating: 'Gold',
  base_metal: 'Brass',
  stones: 'Zircon',
  closure: 'Screw',
  in_the_box: 'A pouch',
  is_nickel_free: false,
  care: 'Keep it dry',
  occasions: ['mehndi', 'eid'],
  no_return_reason: 'for hygiene',
  category: 'bangles',
  price: 150,
  original_price: 2000,
  images: ['/b.webp', '/a.webp'],
  photo_colors: [{ image: '/a.webp', color: 'Gold' }],
  worn_images: ['/a.webp'],
  is_available: false,
  is_new: true,
  is_featured: true,
  colors: ['Gold', 'Silver'],
  sizes: ['7'],
};

/** What the database itself keeps of a product. */
type Kept =
  | 'id'
  | 'stock_quantity'
  | 'left_over'
  | 'in_stock'
  | 'rating'
  | 'review_count'
  | 'created_at'
  | 'updated_at'
  | 'archived_at';

test.each(Object.entries(OTHER_VALUES))(
  '%s is kept by adding and by editing a product, and edited makes a new version',
  async (column, value) => {
    await addProduct(shop, { category: 'bangles' });
    const add = async (fields: object) => {
      const all = {
        name: 'Ring',
        category: 'rings',
        price: 100,
        images: ['/a.webp'],
        colors: ['Gold'],
        stock_quantity: 5,
        ...fields,
      };
      const blank = { description: '', material: '', is_available: true, is_new: false, is_featured: false, sizes: [] };
      const [made] = await shop`select public.create_product(${shop.json({ ...blank, ...all })}, null) ->> 'id' as id`;
      return made?.id as string;
    };
    const rowOf = async (id: string) => (await shop`select to_jsonb(p) as row from public.products p where p.id = ${id}`)[0]?.row;
    await addProduct(shop);

    expect((await rowOf(await add({ [column]: value })))[column]).toEqual(value);
    const id = await add({});
    await shop`select public.edit_product(${id}, ${shop.json({ [column]: value } as never)}, null, null)`;
    expect((await rowOf(id))[column]).toEqual(value);

    // Whichever statement edits it.
    const { updated_at: version } = await rowOf(id);
    await shop`update public.products p set ${shop(column)} = p.${shop(column)} where p.id = ${id}`;
    expect((await rowOf(id)).updated_at).not.toBe(version);
  },
);

function edit(product: ProductRow, fields: Record<string, string | number>, seen: string | null = null) {
  return shop`select public.edit_product(${product.id}, ${shop.json(fields)}, ${seen}, null)`;
}

function create(category: string) {
  const fields = {
    name: 'Ring',
    description: '',
    material: '',
    category,
    price: 100,
    images: ['/a.webp'],
    is_available: true,
    is_new: false,
    is_featured: false,
    colors: [],
    sizes: [],
    stock_quantity: 5,
  };
  return shop`select public.create_product(${shop.json(fields)}, null)`;
}

function editCategory(id: string, fields: Record<string, string>) {
  return shop`select public.edit_category(${id}, ${shop.json(fields)}, null)`;
}

async function categoryOf(slug: string): Promise<string> {
  const [row] = await shop<{ id: string }[]>`select id from public.categories where slug = ${slug}`;
  if (!row) throw new Error(`No category ${slug}`);
  return row.id;
}

async function review(product: ProductRow, rating: number): Promise<string> {
  const words = { userName: 'Ayesha', rating, comment: 'Lovely' };
  const [row] = await shop<{ id: string }[]>`
    select public.add_review(${product.id}, ${shop.json(words)}, ${'0'.repeat(64)}) ->> 'id' as id`;
  return row?.id ?? '';
}
