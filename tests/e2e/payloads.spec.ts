import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { newProduct } from '#domain/products/edit.ts';
import { settingsEdit } from '#domain/settings/contract.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { completeOrder, fillCheckout } from '#tests/setup/browsers/shopper.ts';
import { type FieldPath, textFields, withFields } from '#tests/setup/every-operation/text-fields.ts';
import { PAYLOADS } from '#tests/setup/samples/payloads.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';
import { type ShopProcess, startShop } from '#tests/start/shop-process.ts';

/** What does not fit a field is no test of how it is shown. */
const SHOWN = PAYLOADS.filter(({ text }) => text.length <= 5_000 && text.isWellFormed() && !/(?![\n\t])\p{Cc}/u.test(text)).map(
  ({ text }) => text,
);

/** What has to look right where there is little room: a few of every kind, the widest and the highest first. */
const SHORT = [
  ...Object.values(Object.groupBy(PAYLOADS, ({ group }) => group)).flatMap((group = []) => group.slice(0, 3)),
  ...PAYLOADS,
]
  .map(({ text }) => text)
  .filter((text) => SHOWN.includes(text) && text.length <= 80 && /[\p{L}\p{N}]/u.test(text) && !/[\n\t]/.test(text));

const PHOTO = '/media/products/pave-eternity-band.webp';

let data: string;
let shop: ShopProcess;
let url: string;
let token: string;
let password: string;
let admin: unknown;
let products: { id: string; name: string; price: number }[];
let tracked: { orderNumber: string; phone: string };

test.use({ actionTimeout: 15_000, navigationTimeout: 30_000 });

/** A shop of its own: every text of it is a payload, and its pages are built with them. */
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  data = await mkdtemp(join(tmpdir(), 'shop-payloads-'));
  shop = startShop({ PORT: String(await freePort()), SHOP_DATA: data });
  await shop.ready();
  const access = JSON.parse(await readFile(join(data, 'access.json'), 'utf8'));
  url = access.url;
  password = access.staff.password;
  ({ token, admin } = await call('POST', '/auth/admin/login', access.staff));
  const { builtAt } = await (await fetch(`${url}/build.json`)).json();
  await fill();
  const filledAt = new Date().toISOString();
  // What strangers wrote waits for the next build.
  await call('POST', '/site-builds');
  await expect
    .poll(async () => (await (await fetch(`${url}/build.json`)).json()).builtAt, { timeout: 200_000, intervals: [500] })
    .not.toBe(builtAt);
  // The build that was under way may have read the catalogue before the last write.
  await expect
    .poll(async () => (await (await fetch(`${url}/build.json`)).json()).builtAt > filledAt, {
      timeout: 200_000,
      intervals: [500],
    })
    .toBe(true);
});
test.afterAll(async () => {
  shop.child.kill('SIGINT');
  await shop.ended;
  await rm(data, { recursive: true, force: true });
});

/** Calls the shop, and proves who it is where that is asked. */
async function call(method: string, path: string, body?: unknown): Promise<any> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = await answer.json();
  if (json.code === 'proof_needed' && !('proof' in Object(body))) return call(method, path, { ...Object(body), proof: password });
  if (!json.success)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)} for ${JSON.stringify(body).slice(0, 500)}`);
  return json.data;
}

const short = (place: number) => SHORT[place % SHORT.length] ?? '';

/** All payloads, as many as fit into each of some long texts. */
function longTexts(limit: number): string[] {
  const texts = [''];
  for (const text of SHOWN) {
    const joined = `${texts.at(-1)}${text}\n`;
    if (joined.length < limit) texts[texts.length - 1] = joined;
    else texts.push(text.slice(0, limit));
  }
  return texts;
}

/** The settings with a payload in every field that takes one. */
function hostileSettings(): unknown {
  const whole = {
    ...DEFAULT_SETTINGS,
    testimonials: { isShown: true, items: Array.from({ length: 3 }, () => ({ name: 'x', city: '', text: 'x' })) },
  };
  let place = 0;
  const chosen: [FieldPath, string][] = [];
  for (const { path } of textFields(settingsEdit)) {
    const found = Array.from({ length: SHORT.length }, (_, next) => short(place + next)).find(
      (text) => settingsEdit.safeParse(withFields(whole, [[path, text]])).success,
    );
    place += 1;
    if (found && path[0] !== 'contact') chosen.push([path, found]);
  }
  return withFields(whole, [
    ...chosen,
    [['testimonials', 'items', 1, 'text'], short(7)],
    [['testimonials', 'items', 2, 'name'], short(40)],
  ]);
}

async function fill(): Promise<void> {
  await call('PUT', '/settings', hostileSettings());
  const names = [
    '<img src=x onerror=window.__hit=1>',
    'W'.repeat(60),
    'عائشہ کی انگوٹھی (سونا) 3',
    `Z${'\u0334'.repeat(60)}algo`,
    '💍'.repeat(10),
    `'">{{7*7}}`,
  ];
  const category = await call('POST', '/categories', {
    name: `<svg onload=window.__hit=1>${'W'.repeat(40)}`,
    slug: 'payloads',
    image: PHOTO,
    noReturnReason: `<img src=x onerror=window.__hit=1>${'W'.repeat(20)}`,
  });
  await call('POST', '/categories', { name: 'عائشہ <b>خان</b>', slug: 'payloads-rtl', image: PHOTO });
  const descriptions = longTexts(4_900);
  products = [];
  for (const [place, name] of [
    ...names,
    ...Array.from({ length: Math.max(0, descriptions.length - names.length) }, (_, n) => short(n)),
  ].entries()) {
    const product = newProduct.parse({
      name,
      price: 900 + place,
      originalPrice: 9_999_999,
      category: category.slug,
      images: [PHOTO],
      description: descriptions[place % descriptions.length],
      material: short(place * 5)
        .repeat(2)
        .slice(0, 200),
      ...Object.fromEntries(
        (['plating', 'baseMetal', 'stones', 'closure', 'inTheBox', 'care'] as const).map((fact, n) => [
          fact,
          short(place * 5 + n).slice(0, 100),
        ]),
      ),
      lengthMm: 55.5,
      noReturnReason: short(place).slice(0, 60),
      colors: [...new Set([short(place * 3).slice(0, 50), 'C'.repeat(50), 'سنہری'])],
      sizes: ['<b>7</b>', 'W'.repeat(20), '۷'],
      stockQuantity: 500,
    });
    products.push(await call('POST', '/products', product));
  }
  const [first] = products;
  const comments = longTexts(1_900);
  for (const [place, comment] of comments.entries()) {
    const { review } = await call('POST', `/products/${first?.id}/reviews`, {
      userName: short(place * 2),
      rating: 1 + (place % 5),
      comment,
    });
    if (place < 4) await call('PUT', `/reviews/${review.id}/answer`, { answer: comments[(place + 1) % comments.length] });
  }
  const order = (place: number) => ({
    customerName: short(place * 3),
    customerEmail: `${'a'.repeat(50)}.${place}@${'b'.repeat(60)}.example`,
    customerPhone: '0300 1234567',
    customerAddress: `${short(place * 3 + 1)} ${place}, ${'W'.repeat(120)}`,
    city: short(place * 3 + 2),
    zipCode: '<b>44000</b>',
    items: products.map(({ id }) => ({ productId: id, quantity: 1 })),
    totalAmount: products.reduce((sum, { price }) => sum + price, 0),
    notes: longTexts(900)[place] ?? '',
  });
  for (let place = 0; place < 8; place++) {
    const { id, orderNumber } = await call('POST', '/orders', order(place));
    tracked = { orderNumber, phone: '0300 1234567' };
    if (place % 3 === 0 || place === 7)
      await call('POST', '/shipments', {
        orderId: id,
        carrier: short(place),
        trackingNumber: 'T'.repeat(120),
        notes: short(place + 9),
      });
    if (place === 1) await call('DELETE', `/orders/${id}`);
  }
  for (let place = 0; place < 6; place++) {
    const message = {
      firstName: short(place * 4),
      lastName: 'W'.repeat(60),
      email: `m${place}@${'b'.repeat(60)}.example`,
      subject: short(place * 4 + 1),
      message: longTexts(4_000)[place % 4],
    };
    await call('POST', '/contact', message);
    const supplier = {
      supplierName: short(place * 4 + 2),
      supplierPhone: 'ext. <b>12</b>',
      supplierAddress: short(place * 4 + 3),
      notes: longTexts(900)[place],
    };
    await call('POST', '/purchase-orders', {
      ...supplier,
      items: products.slice(0, 3).map(({ id }) => ({ productId: id, quantity: 2, unitCost: 5 })),
    });
    await call('POST', '/discount-codes', {
      code: `PAYLOAD${place}`,
      name: short(place * 4),
      kind: 'percent',
      value: 10,
    });
    await call('POST', '/stock-history/adjust', {
      productId: first?.id,
      quantity: 1,
      transactionType: 'purchase',
      notes: longTexts(450)[place],
    });
  }
  const [message] = await call('GET', '/messages');
  await call('POST', `/messages/${message.id}/answers`, { answer: longTexts(4_000)[1] });
}

/** Lists follow a new width a moment later, on a busy machine some seconds. What stays too wide is found by looking. */
async function settled(page: Page): Promise<void> {
  const fits = () => document.documentElement.scrollWidth <= innerWidth;
  await page.waitForFunction(fits, null, { timeout: 20_000 }).catch(() => console.info('The page stays wider than its window'));
}

/** Does something on the watched page and looks at what came of it. One broken page does not hide the others. */
type Step = (what: string, act: () => Promise<unknown>, widths?: number[]) => Promise<void>;

/** Watches a page, as wide as a phone unless told otherwise, for anything that a payload could bring about. What it finds is added to `problems`. */
function watch(page: Page, problems: string[], usual = [390]): Step {
  const found: string[] = [];
  page.on('dialog', async (dialog) => {
    found.push(`a dialog says ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:/.test(protocol) && !['localhost', '127.0.0.1'].includes(hostname)) found.push(`asks ${request.url()}`);
  });
  page.on('pageerror', ({ message }) => found.push(`fails with ${message}`));
  page.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) found.push(message.text());
  });
  const look = async () => {
    const seen = await page.evaluate(() => {
      const strange = [...document.querySelectorAll('*')].filter(
        (element) =>
          /^(object|embed|math|marquee|base|frame|foreignobject|noembed)$/i.test(element.tagName) ||
          [...element.attributes].some(
            ({ name, value }) =>
              /^on/i.test(name) ||
              (/^(src|href|action|formaction|data|xlink:href)$/.test(name) && /^\s*(javascript|vbscript|data:text)/i.test(value)),
          ) ||
          (element instanceof HTMLElement &&
            /elsewhere\.test/.test(element.getAttribute('src') ?? element.getAttribute('action') ?? '')),
      );
      const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      const widest = [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .slice(0, 3);
      return [
        ...('__hit' in window ? ['a payload ran'] : []),
        ...strange.map((element) => `has ${element.outerHTML.slice(0, 120)}`),
        ...(wide > 0 ? [`${wide} px too wide: ${widest.map((element) => element.outerHTML.slice(0, 160)).join(' | ')}`] : []),
      ];
    });
    return [...found.splice(0), ...seen];
  };
  const lookAt = async (widths: number[]) => {
    const complaints: string[] = [];
    for (const width of widths) {
      if (width !== page.viewportSize()?.width) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
      }
      complaints.push(...(await look()));
    }
    return complaints;
  };
  return async (what, act, widths = usual) => {
    const failures = await act().then(
      () => lookAt(widths),
      async (failure: Error) => [failure.message, ...(await page.getByRole('alert').allInnerTexts())],
    );
    problems.push(...failures.map((failure) => `${what}: ${failure}`));
  };
}

async function keep(page: Page, kept: Record<string, unknown>): Promise<void> {
  await page.goto(`${url}/robots.txt`);
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
  }, Object.entries(kept));
}

test('no payload runs or breaks a page of the shop', async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const problems: string[] = [];
  const step = watch(page, problems);
  const lines = products.slice(0, 6).map(({ id, name, price }) => ({
    product: { id, name, price, category: 'payloads', image: PHOTO, stockQuantity: 500 },
    quantity: 1,
    selectedColor: 'C'.repeat(50),
    selectedSize: '<b>7</b>',
  }));
  const [first] = products;
  await keep(page, {
    cart_v1: lines,
    favorites_v1: lines.map(({ product }) => ({ ...product, originalPrice: null })),
    profile_v1: { name: short(4), email: 'x@example.com', phone: '03001234567', address: short(5), city: short(6) },
    reviews_v1: [
      {
        id: 'a'.repeat(24),
        productId: first?.id,
        productName: first?.name,
        userName: short(8),
        rating: 1,
        comment: short(9),
        createdAt: '2026-11-20T10:00:00Z',
        editToken: 'x',
      },
    ],
  });
  const pages = [
    '/',
    '/products',
    '/categories',
    '/category/payloads',
    '/category/payloads-rtl',
    '/about',
    '/contact',
    '/shipping',
    '/terms',
  ];
  const kept = ['/privacy', '/favorites', '/profile', '/login'];
  for (const path of [...pages, ...kept, ...products.map(({ id }) => `/product/${id}`)]) {
    await step(path, () => page.goto(`${url}${path}`));
  }

  await step('a product', async () => {
    await page.goto(`${url}/product/${first?.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('<img src=x onerror=window.__hit=1>');
    await page.getByRole('button', { name: 'Read More' }).click();
  });
  await step('its reviews', async () => {
    await page.locator('#reviews').scrollIntoViewIfNeeded();
    await expect(page.locator('#reviews').getByText('Reply from').first()).toBeVisible();
  });
  await step('the cart', async () => {
    await page.goto(`${url}/about`);
    await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
    await expect(page.getByRole('dialog', { name: 'Shopping cart' })).toBeVisible();
  });
  await step('a search', () => page.goto(`${url}/products?search=${encodeURIComponent('"><img src=x onerror=window.__hit=1>')}`));
  await step('the checkout', async () => {
    await page.goto(`${url}/checkout`);
    await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeVisible();
  });
  await step('the thank-you', async () => {
    await keep(page, { cart_v1: lines.slice(0, 1), profile_v1: {} });
    await page.goto(`${url}/checkout`);
    await fillCheckout(page, { address: `${short(11)} ${'W'.repeat(100)}, Lahore` });
    await completeOrder(page);
    await expect(page.getByRole('dialog', { name: 'Order Submitted' })).toBeVisible();
  });
  await step('a tracked order', async () => {
    await page.goto(`${url}/track?orderNumber=${encodeURIComponent('"><img src=x onerror=window.__hit=1>')}`);
    await page.getByRole('textbox', { name: 'Order number' }).fill(tracked.orderNumber);
    await page.getByRole('textbox', { name: 'Phone' }).fill(tracked.phone);
    await page.getByRole('main').getByRole('button', { name: /track/i }).click();
    await expect(page.getByRole('heading', { name: `Order ${tracked.orderNumber}` })).toBeVisible();
  });
  expect(problems).toEqual([]);
});

const SCREENS = [
  '',
  '/orders',
  '/products',
  '/inventory',
  '/history',
  '/purchase-orders',
  '/shipments',
  '/messages',
  '/reviews',
  '/newsletter',
  '/discounts',
  '/media',
  '/deleted',
  '/settings/shop',
  '/settings/contact',
  '/settings/announcement',
  '/settings/slides',
  '/settings/claims',
  '/settings/testimonials',
  '/settings/about',
  '/staff',
  '/sales',
];

test('no payload runs or breaks a screen of the back office', async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  const problems: string[] = [];
  const step = watch(page, problems, [390, 1440]);
  await keep(page, { 'admin.token': token, admin });
  const [[order], [purchaseOrder], [shipment], [message]] = await Promise.all(
    ['/orders', '/purchase-orders', '/shipments', '/messages'].map((list) => call('GET', list)),
  );
  const records = [
    `/orders/${order.orderNumber}`,
    `/orders/${order.orderNumber}/edit`,
    `/purchase-orders/${purchaseOrder.orderNumber}`,
    `/purchase-orders/${purchaseOrder.orderNumber}/edit`,
    `/shipments/${shipment.shipmentNumber}`,
    `/shipments/${shipment.shipmentNumber}/edit`,
    `/products/${products[0]?.id}/edit`,
  ];
  const loading = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' });
  for (const path of SCREENS) {
    await step(path || 'the dashboard', async () => {
      await page.goto(`${url}/admin${path}`);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(loading).toHaveCount(0);
    });
  }
  for (const path of records) {
    await step(path, async () => {
      await page.goto(`${url}/admin${path}`);
      await expect(page.getByRole('dialog')).toBeVisible();
    });
  }
  await step('a message', async () => {
    await page.goto(`${url}/admin/messages`);
    await page
      .getByRole('button', { name: /^Open the message/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByText(message.email).first()).toBeVisible();
  });
  await step('an answer to a review', async () => {
    await page.goto(`${url}/admin/reviews`);
    await page
      .getByRole('button', { name: /^Answer the review/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await step('a review that is to be deleted', async () => {
    await page.goto(`${url}/admin/reviews`);
    await page
      .getByRole('button', { name: /^Delete the review/ })
      .first()
      .click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  });
  await step('a packing slip', async () => {
    await page.goto(`${url}/admin/orders/${order.orderNumber}`);
    await expect(page.getByRole('dialog')).toBeVisible();
    // As wide as its paper.
    await page.setViewportSize({ width: 560, height: 794 });
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.slip').first()).toBeVisible();
  }, [560]);
  expect(problems).toEqual([]);
});

test('no payload runs or breaks a mail', async ({ page }) => {
  const folder = join(data, 'mail');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  expect(names.length).toBeGreaterThan(10);
  await page.setViewportSize({ width: 390, height: 844 });
  const problems: string[] = [];
  const step = watch(page, problems);
  for (const name of names) await step(name, () => page.goto(`file://${join(folder, name)}`));
  expect(problems).toEqual([]);
});
