import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProductSnapshot } from '#features/product-cards/product-snapshot.ts';
import { limitText } from './cart-limits.ts';
import { type CartLine, parseCartLines } from './cart-line.ts';
import { $cartCount, $cartLines, $cartSubtotal, $limitedLine, addToCart, changeCart } from './cart-store.ts';
import { $cartChanges, $delivery, $quoteStatus, refreshQuote } from './current-prices.ts';
import { limitProduct, removeLine, removeOrdered, setLineQuantity } from './edit-cart.ts';

const ring: ProductSnapshot = {
  id: 'a'.repeat(24),
  name: 'Halo Ring',
  category: 'rings',
  image: '/ring.webp',
  price: 1499,
  stockQuantity: 5,
};
const gold = { color: 'Gold', size: '7' };

function line(at = 0): CartLine {
  const found = $cartLines.get()[at];
  if (!found) throw new Error(`The cart has no line ${at}`);
  return found;
}

beforeEach(() => changeCart(() => []));
describe('adding', () => {
  test('the same ring in the same colour and size grows its line', () => {
    addToCart(ring, gold);
    addToCart(ring, gold, 2);
    expect($cartLines.get()).toEqual([{ product: ring, quantity: 3, selectedColor: 'Gold', selectedSize: '7' }]);
  });

  test('the same ring in another size is another line', () => {
    addToCart(ring, gold);
    addToCart(ring, { color: 'Gold', size: '8' });
    expect($cartLines.get()).toHaveLength(2);
  });

  test('a line never exceeds the stock, and the result says what was added', () => {
    expect(addToCart(ring, gold, 4)).toBe(4);
    expect(addToCart(ring, gold, 4)).toBe(1);
    expect(addToCart(ring, gold)).toBe(0);
    expect($cartCount.get()).toBe(5);
  });

  test('two lines of one product share its stock', () => {
    addToCart(ring, { color: 'Gold' }, 4);
    expect(addToCart(ring, { color: 'Silver' }, 4)).toBe(1);
  });

  test('a product without stock is not added', () => {
    expect(addToCart({ ...ring, stockQuantity: 0 }, {})).toBe(0);
    expect($cartLines.get()).toEqual([]);
  });

  test('a limit is reported with its reason: stock, pieces of one item, different items', () => {
    const reason = () => $limitedLine.get() && limitText($limitedLine.get() as CartLine);
    addToCart(ring, gold, 7);
    expect(reason()).toBe('Only 5 left');
    addToCart({ ...ring, id: 'b'.repeat(24), stockQuantity: 500 }, gold, 120);
    expect(reason()).toBe('At most 100 of one piece per order');
    removeLine(line(0));
    expect(reason()).toBeUndefined();

    changeCart(() => Array.from({ length: 50 }, (_, index) => ({ product: { ...ring, id: String(index) }, quantity: 1 })));
    expect(addToCart(ring, gold)).toBe(0);
    expect(reason()).toBe('Not added. One order takes 50 different items: remove one, or order these first');
    expect(addToCart({ ...ring, id: '7' }, {})).toBe(1);
    expect(reason()).toBeUndefined();
  });

  test('adding again updates the price of the product’s other lines', () => {
    addToCart(ring, { color: 'Gold' });
    addToCart({ ...ring, price: 1299 }, { color: 'Silver' });
    expect($cartSubtotal.get()).toBe(2598);
  });
});

describe('changing a line', () => {
  test('minus at one removes only that line', () => {
    addToCart(ring, { color: 'Gold' });
    addToCart(ring, { color: 'Silver' });
    setLineQuantity(line(0), line(0).quantity - 1);
    expect($cartLines.get().map((left) => left.selectedColor)).toEqual(['Silver']);
  });

  test('removing a line leaves the same product in another colour', () => {
    addToCart(ring, { color: 'Gold' });
    addToCart(ring, { color: 'Silver' });
    removeLine(line(1));
    expect($cartLines.get().map((left) => left.selectedColor)).toEqual(['Gold']);
  });

  test('plus stops at the stock', () => {
    addToCart(ring, gold, 5);
    setLineQuantity(line(), 6);
    expect(line().quantity).toBe(5);
  });

  test('each colour keeps its photo when another one is added', () => {
    addToCart({ ...ring, image: '/ring-silver.webp' }, { color: 'Silver' });
    addToCart({ ...ring, price: 990 }, gold);
    expect($cartLines.get().map(({ product }) => [product.image, product.price])).toEqual([
      ['/ring-silver.webp', 990],
      [ring.image, 990],
    ]);
  });

  test('the subtotal is rounded to paisa', () => {
    addToCart({ ...ring, price: 0.1 }, gold, 3);
    expect($cartSubtotal.get()).toBe(0.3);
  });

  test('an unavailable item costs nothing', () => {
    changeCart(() => [{ product: { ...ring, stockQuantity: 0 }, quantity: 2 }]);
    expect([$cartCount.get(), $cartSubtotal.get()]).toEqual([0, 0]);
  });
});

describe('a quote', () => {
  const asked = {
    productId: ring.id,
    name: ring.name,
    image: ring.image,
    price: ring.price,
    available: ring.stockQuantity,
    quantity: 1,
  };

  test('that is equal leaves the cart unchanged', async () => {
    addToCart(ring, gold);
    const before = $cartLines.get();
    await refreshQuote(async () => ({ items: [asked] }));
    expect([$cartLines.get() === before, $cartChanges.get(), $quoteStatus.get()]).toEqual([true, [], 'confirmed']);
  });

  test('updates the delivery rule, unless it has none', async () => {
    addToCart(ring, gold);
    await refreshQuote(async () => ({ items: [asked], delivery: { freeFrom: 5000, fee: 300 } }));
    await refreshQuote(async () => ({ items: [asked] }));
    expect($delivery.get()).toEqual({ freeFrom: 5000, fee: 300 });
  });

  test('is not requested for drafts', async () => {
    changeCart(() => [
      { product: ring, quantity: 2 },
      { product: { ...ring, id: 'c_1' }, quantity: 1 },
    ]);
    const asking = vi.fn(async () => ({ items: [] }));
    await refreshQuote(asking);
    expect(asking).toHaveBeenCalledWith([{ productId: ring.id, quantity: 2 }], expect.anything());
  });

  test('that fails leaves the cart unchanged and says so', async () => {
    vi.spyOn(console, 'warn').mockReturnValueOnce();
    addToCart(ring, gold);
    await refreshQuote(() => Promise.reject(new Error('dead')));
    expect([$cartCount.get(), $quoteStatus.get()]).toEqual([1, 'unconfirmed']);
  });

  test('that arrives after a newer request is dropped', async () => {
    addToCart(ring, gold);
    const slow = refreshQuote(() => new Promise((resolve) => setTimeout(resolve, 20, { items: [{ ...asked, price: 1 }] })));
    await refreshQuote(async () => ({ items: [asked] }));
    await slow;
    expect($cartSubtotal.get()).toBe(ring.price);
  });
});

describe('a cart found in storage', () => {
  const kept = { product: ring, quantity: 2, selectedColor: 'Gold' };

  test('is restored unchanged', () => {
    expect(parseCartLines([kept])).toEqual([kept]);
  });

  test.each([[undefined], ['text'], [null], [{ items: [] }], [42]])('is empty when it is %o', (found) => {
    expect(parseCartLines(found)).toEqual([]);
  });

  test('loses only the lines that cannot be read', () => {
    const broken = [
      null,
      {},
      { product: ring },
      { product: { ...ring, price: 'free' }, quantity: 1 },
      { product: ring, quantity: -3 },
    ];
    expect(parseCartLines([...broken, kept])).toEqual([kept]);
  });

  test('holds whole pieces and no line twice', () => {
    expect(parseCartLines([kept, { ...kept, quantity: 1.9 }])).toEqual([{ ...kept, quantity: 1 }]);
  });
});

test('an order removes the lines it was sent with, and leaves newer ones', () => {
  vi.stubGlobal('window', new EventTarget());
  addToCart(ring, gold, 2);
  const sent = $cartLines.get();
  addToCart(ring, gold);
  addToCart(ring, { color: 'Silver' });
  removeOrdered(sent);
  expect($cartLines.get().map(({ selectedColor, quantity }) => [selectedColor, quantity])).toEqual([
    ['Gold', 1],
    ['Silver', 1],
  ]);
  removeOrdered($cartLines.get());
  expect($cartLines.get()).toEqual([]);
});

describe('sizes counted on their own', () => {
  const bySize = ['size' as const];

  test('each size is limited by its own pieces, and two colours of a size share them', () => {
    addToCart({ ...ring, stockQuantity: 2 }, { color: 'Gold', size: '7' }, 2, bySize);
    expect(addToCart({ ...ring, stockQuantity: 4 }, { color: 'Gold', size: '8' }, 9, bySize)).toBe(4);
    expect(addToCart({ ...ring, stockQuantity: 2 }, { color: 'Silver', size: '7' }, 1, bySize)).toBe(0);
    expect($cartLines.get().map(({ quantity, product }) => [quantity, product.stockQuantity])).toEqual([
      [2, 2],
      [4, 4],
    ]);
  });

  test('choosing a size at last replaces the line that lacked one', () => {
    addToCart(ring, { color: 'Gold' });
    addToCart({ ...ring, stockQuantity: 2 }, { color: 'Gold', size: '7' }, 1, bySize);
    expect($cartLines.get()).toMatchObject([{ selectedSize: '7', quantity: 1 }]);
  });

  test('a size that ran short is lowered, the others stay', () => {
    addToCart({ ...ring, stockQuantity: 5 }, { size: '7' }, 3, bySize);
    addToCart({ ...ring, stockQuantity: 5 }, { size: '8' }, 3, bySize);
    limitProduct(ring.id, 1, { size: '7' });
    expect($cartLines.get().map(({ quantity }) => quantity)).toEqual([1, 3]);
    limitProduct(ring.id, 0, { size: '8' });
    expect($cartLines.get()).toMatchObject([{ selectedSize: '7' }]);
  });

  test('what pieces are counted by survives the browser, nonsense in it does not', () => {
    const [kept] = parseCartLines([{ product: ring, quantity: 1, selectedSize: '7', countedBy: ['size', 'taste'] }]);
    expect(kept).toMatchObject({ countedBy: ['size'] });
  });
});
