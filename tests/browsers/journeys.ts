import { randomUUID } from 'node:crypto';
import { PENDANT, RING } from '#tests/setup/samples/products.ts';
import type { Person } from './person.ts';
import type { ShopOffice } from './shop-office.ts';
import type { Size } from './tab.ts';

/** What somebody does in the shop from beginning to end, told once for every browser. */
export interface Journey {
  name: string;
  size: Size;
  go(person: Person, office: ShopOffice): Promise<void>;
}

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const CARDS = { is: '#listing article' };

export const JOURNEYS: Journey[] = [
  {
    name: 'purchase',
    size: PHONE,
    async go({ open, isAt, sees, seesNo, click, fill }) {
      await open('/');
      await click({ is: 'a[href="/category/rings"]' });
      await isAt('/category/rings');
      await click({ is: 'link', name: RING.name });
      await isAt(`/product/${RING.id}`);
      await sees({ is: 'heading', name: RING.name });
      await click({ is: 'label', has: RING.color });
      await click({ is: 'label', name: RING.size });
      await click({ is: 'button', name: 'Add to Cart' });
      const cart = { is: 'dialog', name: 'Shopping cart' };
      await sees({ ...cart, has: RING.name });
      await sees({ ...cart, has: 'Rs. 2,050' });
      await click({ is: 'link', name: 'Checkout', inside: cart });
      await isAt('/checkout');
      const field = (name: string) => ({ is: 'textbox', name });
      await fill(field('Email'), 'ayesha@example.com');
      await fill(field('First name'), 'Ayesha');
      await fill(field('Last name (optional)'), 'Khan');
      await fill(field('Phone'), '0300 1234567');
      await click({ is: 'button', name: 'Continue' });
      // The same cart to the same address would be asked about.
      await fill(field('Address'), `House ${randomUUID()}`);
      await fill(field('City'), 'Islamabad');
      await click({ is: 'button', name: 'Continue' });
      await sees({ is: 'main', has: 'Payment method: Cash on Delivery' });
      await click({ is: 'button', name: 'Complete Order' });
      const thanks = { is: 'dialog', name: 'Order Submitted' };
      await sees({ ...thanks, has: 'ORD-' });
      await click({ is: 'button', name: 'Continue Shopping', inside: thanks });
      await seesNo(thanks);
      await seesNo({ is: '[data-cart-count]' });
    },
  },
  {
    name: 'listing',
    size: DESK,
    async go({ open, isAt, sees, seesNo, click, choose, fill, counts, back, until, run }) {
      await open('/products');
      await counts(CARDS, (count) => count === 24);
      await choose({ is: 'combobox', name: 'Category' }, 'Rings');
      await isAt('/products?category=rings');
      await counts(CARDS, (count) => count > 4 && count < 10);
      await click({ is: 'button', has: 'Filters', inside: { is: 'main' } });
      const silver = { is: 'button', has: 'Silver', inside: { is: 'dialog', name: 'Filters' } };
      await click(silver);
      await isAt('/products?category=rings&color=Silver');
      await until('Silver is not pressed', async () => (await sees(silver)).isPressed);
      await click({ is: 'button', name: 'Close filters' });
      await choose({ is: 'combobox', name: 'Sort' }, 'Price: High to Low');
      await isAt('/products?category=rings&color=Silver&sort=price-desc');
      await until('The dearest ring does not come first', async () => {
        const prices = await run(pricesShown, null);
        return prices.length > 1 && prices.every((price, place) => place === 0 || price <= (prices[place - 1] ?? 0));
      });
      await back();
      await back();
      await isAt('/products?category=rings');
      await seesNo({ is: 'button', name: 'Remove Silver' });
      await open('/products');
      const box = { is: 'searchbox', inside: { is: 'main' } };
      await fill(box, 'kara');
      await isAt('/products?search=kara');
      await counts(CARDS, (count) => count > 0 && count < 10);
      await sees({ ...CARDS, has: 'Carved Gold Kara Pair' });
      await back();
      await isAt('/products');
      await until('The search is still in its box', async () => (await sees(box)).value === '');
      await counts(CARDS, (count) => count === 24);
      await run(() => window.scrollTo(0, document.body.scrollHeight), null);
      await counts(CARDS, (count) => count > 24);
    },
  },
  {
    name: 'tracking',
    size: PHONE,
    async go({ open, sees, click, fill, isAt }, office) {
      const { orderNumber } = await office.order();
      await open('/track');
      await fill({ is: 'textbox', name: 'Order number' }, orderNumber.toLowerCase());
      await fill({ is: 'textbox', name: 'Phone' }, '0300 123 4567');
      await click({ is: 'button', name: 'Track Order' });
      const order = { is: 'region', name: `Order ${orderNumber}` };
      await sees({ ...order, has: PENDANT.name });
      await sees({ is: '[aria-current=step]', has: 'Order placed', inside: order });
      // The phone is nothing for an address bar.
      await isAt(`/track?orderNumber=${orderNumber}`);
    },
  },
  {
    name: 'staff',
    size: DESK,
    async go({ open, sees, seesNo, click, fill, counts }, office) {
      const { orderNumber } = await office.order();
      const product = await office.product();
      await open('/admin/orders');
      await fill({ is: 'textbox', name: 'Username' }, office.staff.username);
      await fill({ is: 'textbox', name: 'Password' }, office.staff.password);
      await click({ is: 'button', name: 'Login' });
      await fill({ is: '[placeholder^="Number, phone"]' }, orderNumber);
      const row = { is: 'row', has: orderNumber };
      await counts({ is: 'tbody tr' }, (count) => count === 1);
      await click({ is: 'combobox', inside: row });
      await click({ is: 'option', name: 'Processing' });
      await sees({ is: 'body', has: `Order ${orderNumber} is now Processing` });
      await sees({ is: 'combobox', has: 'Processing', inside: row });

      await open(`/admin/products?search=${encodeURIComponent(product.name)}`);
      await click({ is: 'button', name: `Edit ${product.name}` });
      const form = { is: 'dialog', name: 'Edit Product' };
      await fill({ is: 'textbox', name: 'Price (Rs.) *', inside: form }, '1275');
      await click({ is: 'button', name: 'Save Product', inside: form });
      await seesNo(form);
      await sees({ is: 'row', has: 'Rs. 1,275' });
    },
  },
];

function pricesShown(): number[] {
  return [...document.querySelectorAll('#listing article .font-medium.tabular-nums')].map((price) =>
    Number(`${price.textContent}`.replace(/\D/g, '')),
  );
}
