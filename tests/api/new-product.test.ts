import { describe, expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();

const cuff = { name: 'Mirror Work Cuff', price: 1450.5, category: 'bracelets', images: ['/media/cuff.webp'] };

const add = (changes: Record<string, unknown> = {}) => shop.staff('POST', '/api/products', { ...cuff, ...changes });
const read = async (id: string) => (await shop.call('GET', `/api/products/${id}`)).json.data;
const stockHistoryOf = (id: string) =>
  shop.rows(
    `select transaction_type as kind, quantity, new_stock as stock, notes, reference_number as reference from stock_history where product_id = '${id}' order by sequence`,
  );
const complaintsAt = (json: { errors?: { path: string }[] }) => (json.errors ?? []).map(({ path }) => path);

describe('a new product', () => {
  test('needs only name, price, category and images; its ten opening pieces are in the ledger', async () => {
    const { status, json } = await add();
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      ...cuff,
      originalPrice: null,
      description: '',
      material: '',
      inStock: true,
      isAvailable: true,
      isNew: false,
      isFeatured: false,
      stockQuantity: 10,
      rating: 0,
      reviewCount: 0,
      colors: [],
      sizes: [],
      lengthMm: null,
      weightGrams: null,
      plating: '',
      isNickelFree: null,
      occasions: [],
    });
    expect(json.data._id).toBe(json.data.id);
    expect(await stockHistoryOf(json.data.id)).toEqual([
      { kind: 'adjustment', quantity: 10, stock: 10, notes: 'Opening stock', reference: null },
    ]);
    expect(await read(json.data.id)).toEqual(json.data);
  });

  test('stores every field of the form, under either of its names', async () => {
    const fields = {
      originalPrice: 2000,
      description: 'Two\nlines',
      material: 'Brass',
      lengthMm: 52.5,
      widthMm: 60,
      innerMm: 63.5,
      chainMm: 450,
      weightGrams: 38.4,
      plating: '18k gold',
      baseMetal: 'Brass',
      stones: 'Mirror',
      closure: 'Slips on',
      inTheBox: 'The cuff in a velvet pouch',
      isNickelFree: false,
      care: 'Keep it dry\nStore it in its pouch',
      occasions: ['mehndi', 'eid'],
      isFeatured: true,
      stockQuantity: 3,
      colors: ['Gold', 'Rose Gold'],
      sizes: ['S', 'Free Size'],
    };
    const { json } = await add({ ...fields, inStock: false, isNewProduct: true });
    expect(json.data).toMatchObject({ ...fields, isAvailable: false, inStock: false, isNew: true });
  });

  test('may begin without stock, and without a ledger row', async () => {
    const { json } = await add({ stockQuantity: 0 });
    expect(json.data).toMatchObject({ stockQuantity: 0, inStock: false });
    expect(await stockHistoryOf(json.data.id)).toEqual([]);
  });

  test.each([
    ['name', { name: '  ' }],
    ['name', { name: undefined }],
    ['price', { price: null }],
    ['category', { category: '' }],
    ['images', { images: [] }],
  ])('without its %s is refused in the words of the form', async (field, changes) => {
    const { status, json } = await add(changes);
    expect(status).toBe(422);
    expect(json.message).toBe('Please fill required fields (name, price, category, images).');
    expect(complaintsAt(json)).toEqual([field]);
  });

  test.each([
    ['name', { name: 'x'.repeat(121) }],
    ['price', { price: 0 }],
    ['price', { price: -5 }],
    ['price', { price: '1450' }],
    ['price', { price: 10.005 }],
    ['price', { price: 10_000_000.01 }],
    ['originalPrice', { originalPrice: 1450.5 }],
    ['category', { category: 'no-such-category' }],
    ['images', { images: Array(21).fill('/a.webp') }],
    ['images.0', { images: ['javascript:alert(1)'] }],
    ['images.0', { images: ['http://example.com/a.webp'] }],
    ['images.0', { images: ['//example.com/a.webp'] }],
    ['images.1', { images: ['/a.webp', `https://example.com/${'x'.repeat(500)}`] }],
    ['description', { description: 'x'.repeat(5001) }],
    ['material', { material: 'x'.repeat(201) }],
    ['lengthMm', { lengthMm: 0 }],
    ['widthMm', { widthMm: 2000.1 }],
    ['innerMm', { innerMm: 62.55 }],
    ['chainMm', { chainMm: '450' }],
    ['weightGrams', { weightGrams: -1 }],
    ['plating', { plating: 'x'.repeat(101) }],
    ['inTheBox', { inTheBox: 'two\nlines' }],
    ['isNickelFree', { isNickelFree: 'yes' }],
    ['occasions.0', { occasions: ['funeral'] }],
    ['occasions', { occasions: Array(8).fill('eid') }],
    ['noReturnReason', { noReturnReason: 'x'.repeat(61) }],
    ['stockQuantity', { stockQuantity: -1 }],
    ['stockQuantity', { stockQuantity: 1.5 }],
    ['stockQuantity', { stockQuantity: 100_001 }],
    ['colors', { colors: ['Gold', 'gold'] }],
    ['colors.0', { colors: ['x'.repeat(51)] }],
    ['sizes', { sizes: ['S', ' s '] }],
    ['sizes.0', { sizes: ['x'.repeat(21)] }],
    ['isFeatured', { isFeatured: 'yes' }],
  ])('with a wrong %s is refused at that field: %o', async (field, changes) => {
    const { status, json } = await add(changes);
    expect(status).toBe(422);
    expect(json.code).toBe('validation_failed');
    expect(complaintsAt(json)).toEqual([field]);
    expect(json).not.toHaveProperty('details');
  });

  test('takes at most ten colours and fifteen sizes', async () => {
    const named = (count: number) => Array.from({ length: count }, (_, number) => `No ${number}`);
    expect((await add({ colors: named(10), sizes: named(15) })).status).toBe(201);
    const { json } = await add({ colors: named(11), sizes: named(16) });
    expect(json.errors).toEqual([
      { path: 'colors', message: 'Maximum 10 colors allowed' },
      { path: 'sizes', message: 'Maximum 15 sizes allowed' },
    ]);
  });
});
