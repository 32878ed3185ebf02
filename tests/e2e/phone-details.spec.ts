import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { keep, LIPSTICK, MOON, NAIL_POLISH, openCart, openCheckout } from '#tests/setup/browsers/shopper.ts';
import { orderFor } from '#tests/setup/samples/products.ts';

test.use({ viewport: { width: 390, height: 844 } });

const RING = 'rose-gold-halo-ring';
const SOLD_OUT = 'ruby-flower-stud-earrings';

/** The page of a new order. */
async function orderPage(request: APIRequestContext): Promise<string> {
  const lines = [{ productId: MOON.id, quantity: 1, selectedColor: 'Gold' }];
  const order = orderFor(lines, 1350, { customerAddress: `House ${Math.random()}, Street 4`, city: 'Lahore' });
  const { data } = await (await request.post('/api/orders', { data: order })).json();
  return `/order/${data.orderNumber}#${data.pageKey}`;
}

/** Fields of the open page whose letters are so small that an iPhone zooms in on them. */
function zoomedFields(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input, select, textarea')]
      .filter((field) => !field.matches('[type=radio], [type=checkbox], [type=file], [type=hidden], [type=submit]'))
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => `${location.pathname} ${field.outerHTML.slice(0, 120)}`),
  );
}

test('no field of any page makes a phone zoom in', async ({ page, request, shop }) => {
  const found: string[] = [];
  const look = async () => void found.push(...(await zoomedFields(page)));
  const paths = [
    '/',
    '/products',
    '/category/rings',
    '/contact',
    '/track',
    '/login',
    '/profile',
    '/forgot-password',
    '/favorites',
  ];
  for (const path of [...paths, shop.productUrl(SOLD_OUT)]) {
    await page.goto(path);
    await look();
  }
  await page.goto(shop.productUrl(RING));
  await page.getByRole('button', { name: 'Write a Review' }).click();
  await expect(page.getByLabel('Photos (optional)')).toBeAttached();
  await look();
  await page.goto(await orderPage(request));
  for (const name of ['Correct the address', 'Ask us to cancel this order']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('form').last()).toBeVisible();
  }
  await look();
  await openCheckout(page, [{ product: LIPSTICK, quantity: 1 }]);
  await page.getByRole('button', { name: /^Show the order/ }).click();
  await page.getByRole('button', { name: 'Have a code?' }).click();
  await expect(page.getByLabel('Discount code')).toBeVisible();
  await look();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('This is a gift').check();
  await expect(page.getByLabel('Words for the card (optional)')).toBeVisible();
  await look();
  expect(found).toEqual([]);
});

test('name and price of a piece are on the first screen, and what is sold out has no quantity to step', async ({
  page,
  shop,
}) => {
  for (const photo of [RING, SOLD_OUT]) {
    await page.goto(shop.productUrl(photo));
    // The bar at the lower edge has the price, and covers no part of the name.
    await expect(page.locator('[data-live="bar-price"]')).toBeInViewport({ ratio: 1 });
    const [name, bar] = await Promise.all(['h1', '.buy-bar'].map((part) => page.locator(`main ${part}`).boundingBox()));
    expect((name?.y ?? 844) + (name?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    if (photo === RING) await expect(page.getByRole('button', { name: 'Increase quantity' })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Out of Stock' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Increase quantity' })).toBeHidden();
});

test('a card opens its piece wherever it is pressed', async ({ page }) => {
  for (const path of ['/', '/category/rings', '/products']) {
    await page.goto(path);
    const card = page.locator('main article:has(svg.stars)').first();
    await card.scrollIntoViewIfNeeded();
    await expect(card).toBeVisible();
    const missed = await card.evaluate((article) =>
      [...article.querySelectorAll('p, h3, s, span:not(.sr-only), svg, div')].flatMap((part) => {
        if (part.closest('button')) return [];
        part.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, width, height } = part.getBoundingClientRect();
        const pressed = document.elementFromPoint(left + width / 2, top + height / 2);
        return pressed?.closest('a, button') ? [] : [part.outerHTML];
      }),
    );
    expect(missed, path).toEqual([]);
  }
});

test('with text twice as large the header still holds', async ({ page }) => {
  for (const path of ['/terms', '/checkout']) {
    await page.goto(path);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const faults = await crowdedIn(page.getByRole('banner'), 'a, button, summary, p');
    expect(faults, path).toEqual({ outside: [], cut: [], overlapping: [] });
    // The shop's name stands in one line, and the page begins below.
    const lines = await page
      .getByText('Naqsh', { exact: true })
      .first()
      .evaluate((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        return text.getClientRects().length;
      });
    expect(lines, path).toBe(1);
    const [header, main] = await Promise.all([
      page.getByRole('banner').boundingBox(),
      page.locator('main > *').last().boundingBox(),
    ]);
    expect(header?.height).toBeLessThanOrEqual(main?.y ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});

/** What the contact button lies on while one scrolls up: words and controls, but for texts that are read in one go. */
function wordsBelowTheButton(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const found = new Set<string>();
    for (let y = document.documentElement.scrollHeight; y >= 0; y -= 70) {
      window.scrollTo({ top: y, behavior: 'instant' });
      await frame();
      await frame();
      const contact = document.querySelector('.floating-contact');
      if (!contact || contact.hasAttribute('data-away')) continue;
      const box = contact.getBoundingClientRect();
      const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (words.nextNode()) {
        const { parentElement: parent, nodeValue } = words.currentNode;
        if (!parent || !nodeValue?.trim() || contact.contains(parent) || parent.closest('.prose, script, style')) continue;
        if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNode(words.currentNode);
        const isBelow = [...range.getClientRects()].some(
          (line) => line.left < box.right && line.right > box.left && line.top < box.bottom && line.bottom > box.top,
        );
        if (isBelow) found.add(`${location.pathname}: ${nodeValue.trim().slice(0, 60)}`);
      }
    }
    return [...found];
  });
}

test('the contact button covers no total, date or label, however one scrolls', async ({ page, request, shop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const path = await orderPage(request);
  const [, orderNumber = ''] = /(ORD-\d+)/.exec(path) ?? [];
  for (const [address, shown] of [
    ['/', 'h1'],
    ['/products', 'article'],
    [shop.productUrl(RING), 'h1'],
    ['/contact', 'form'],
    ['/shipping', 'h1'],
    [path, '[data-order-page] dl'],
    [`/track?orderNumber=${orderNumber}`, 'form'],
  ] as const) {
    await page.goto(address);
    await expect(page.locator(`main ${shown}`).first()).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-first-picture');
    if (address.startsWith('/track')) {
      await page.getByRole('textbox', { name: 'Phone' }).fill('0300 1234567');
      await page.getByRole('button', { name: 'Track Order' }).click();
      await expect(page.getByRole('region', { name: `Order ${orderNumber}` })).toBeVisible();
    }
    expect(await wordsBelowTheButton(page)).toEqual([]);
  }
});

/** Where the focus is once a press has done what it does. */
function focusedTag(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    return document.activeElement?.tagName;
  });
}

/** Presses these buttons by the keyboard, one after the other, and names the one after which the focus is nowhere. */
async function pressAll(page: Page, selector: string): Promise<void> {
  const buttons = page.locator(`${selector}:enabled:visible`);
  for (let place = 0; place < (await buttons.count()); place++) {
    const button = buttons.nth(place);
    const name = await button.evaluate((one) => one.getAttribute('aria-label') ?? one.textContent);
    await button.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedTag(page), `${page.url()}: ${name}`).not.toBe('BODY');
    const dialog = page.locator('dialog[open]');
    if (!selector.startsWith('dialog') && (await dialog.count()) > 0) {
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect.poll(() => focusedTag(page), `${page.url()}: closed what ${name} opens`).not.toBe('BODY');
    }
  }
}

test('the focus never falls to the page when what was pressed is gone', async ({ page, request, shop }) => {
  test.setTimeout(120_000);
  page.on('dialog', (dialog) => void dialog.accept());
  const scarce = { ...LIPSTICK, stockQuantity: 2 };
  await keep(page, {
    favorites_v1: [LIPSTICK, NAIL_POLISH].map((product) => ({ ...product, originalPrice: null })),
  });
  for (const [path, buttons] of [
    // Those of cards are pressed among the favorites.
    ['/products?category=rings&search=ring', 'main button:not([data-action])'],
    ['/favorites', 'main button'],
    [shop.productUrl(RING), 'main button'],
    [await orderPage(request), 'main button'],
  ] as const) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.mouse.move(5, 5);
    await pressAll(page, buttons);
  }

  const cart_v1 = [scarce, NAIL_POLISH].map((product) => ({ product, quantity: 1 }));
  await keep(page, { cart_v1 });
  await page.goto('/about', { waitUntil: 'networkidle' });
  const cart = await openCart(page);
  await expect(cart.getByRole('button', { name: /^Remove/ })).toHaveCount(2);
  await pressAll(page, 'dialog[open] button:not([data-action=close-cart])');

  // What is answered later.
  await page.goto(await orderPage(request));
  await page.getByRole('button', { name: 'Ask us to cancel this order' }).press('Enter');
  await page.getByRole('button', { name: 'Ask to cancel' }).press('Enter');
  await page.getByRole('button', { name: 'Keep my order after all' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Confirm my order' })).toBeVisible();
  await expect.poll(() => focusedTag(page)).not.toBe('BODY');
  await page.getByRole('button', { name: 'Confirm my order' }).press('Enter');
  await expect(page.getByText('Confirmed, thank you.')).toBeVisible();
  await expect.poll(() => focusedTag(page)).not.toBe('BODY');
});

test('red goes as soon as what was wrong is changed, and stands below its field', async ({ page, shop }) => {
  await page.goto('/contact');
  const form = page.getByRole('form', { name: 'Contact' });
  const email = form.getByLabel('Email');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(email).toHaveAccessibleDescription('Please enter your email');
  const said = await form.getByText('Please enter your email').boundingBox();
  const box = await email.boundingBox();
  expect(said?.y ?? 0).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
  for (const [label, text] of [
    ['First name', 'Sana'],
    ['Email', 'sana@example.com'],
    ['Message', 'Salam'],
  ] as const) {
    await form.getByLabel(label).fill(text);
    await expect(form.getByLabel(label)).not.toHaveAttribute('aria-invalid', 'true');
  }
  // Nor does the sum of it stay below the fields.
  await expect(form.locator('.text-danger:not(:empty)')).toHaveCount(0);

  await page.goto(shop.productUrl(SOLD_OUT));
  const notice = page.getByRole('form', { name: 'Tell me when it is back' });
  await notice.getByRole('button', { name: 'Tell me' }).click();
  await expect(notice.locator('.field-error')).toHaveText('Enter an e-mail address or a phone number');
  await notice.getByLabel('E-mail or phone').fill('sana@example.com');
  await expect(notice.locator('.field-error')).toHaveCount(0);

  await openCheckout(page, [{ product: NAIL_POLISH, quantity: 1 }]);
  const phone = page.getByRole('textbox', { name: 'Phone' });
  // What is typed before the script is there is not looked at yet.
  await expect(async () => {
    await phone.fill('12');
    await phone.press('Tab');
    await expect(phone).toHaveAttribute('aria-invalid', 'true', { timeout: 500 });
  }).toPass();
  await phone.fill('0300 1234567');
  await expect(phone).toHaveAttribute('aria-invalid', 'false');
});

/** What stands outside of the screen, is cut off or lies on something else. */
function crowdedIn(part: Locator, parts: string) {
  return part.evaluate((around, parts) => {
    const shown = [...around.querySelectorAll<HTMLElement>(parts)].filter((one) => one.checkVisibility());
    const boxOf = (one: Element) => one.getBoundingClientRect();
    const outside = shown.filter((one) => boxOf(one).left < 0 || boxOf(one).right > innerWidth + 1);
    const cut = shown.filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline');
    const overlapping = shown.filter((one) =>
      shown.some((other) => {
        const [a, b] = [boxOf(one), boxOf(other)];
        const isApart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
        return !isApart && !one.contains(other) && !other.contains(one);
      }),
    );
    const name = (one: Element) => one.getAttribute('aria-label') ?? one.textContent;
    return { outside: outside.map(name), cut: cut.map(name), overlapping: overlapping.map(name) };
  }, parts);
}

test('with text twice as large the checkout is read and pressed, on a phone and a desktop', async ({ page }) => {
  await keep(page, { cart_v1: [{ product: { ...LIPSTICK, name: 'Kundan Choker & Jhumka Bridal Set' }, quantity: 2 }] });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/checkout');
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    if (width === 390) await page.getByRole('button', { name: /^Show the order/ }).click();
    await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('Subtotal');
    const parts = 'p:not(.sr-only), dt, dd, a, button, li > span, label, input, h1, h2';
    // The arrow of the summary turns first.
    await expect
      .poll(() => crowdedIn(page.getByRole('main'), parts), `${width} px`)
      .toEqual({ outside: [], cut: [], overlapping: [] });
  }
});
