import { expect, test } from '#tests/setup/browsers/shop-test.ts';

test.describe('with JavaScript disabled', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('a shopper gets from the hero through the menu and a category to a product', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('radio', { name: 'Slide 2' }).check();
    await expect(page.getByRole('link', { name: 'Shop New In' })).toBeVisible();
    await expect(page.locator('.banner').getByRole('checkbox', { name: 'Pause announcements' })).toBeVisible();
    await expect(page.locator('.carousel-view').first()).toHaveCSS('overflow-x', 'auto');
    await expect(page.getByRole('button', { name: 'Next categories' })).toBeHidden();
    await page.locator('#header-search summary').click();
    await expect(page.locator('#header-search').getByLabel('Search products')).toBeVisible();
    await page.locator('#header-search summary').click();
    await page.locator('#floating-contact summary').click();
    await expect(page.locator('#floating-contact').getByRole('link', { name: 'WhatsApp' })).toBeVisible();
    await page.locator('#floating-contact summary').click();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Earrings', exact: true }).click();
    await expect(page).toHaveURL(/\/category\/earrings$/);
    await page.getByRole('link', { name: 'Emerald Drop Earrings' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emerald Drop Earrings');
    await expect(
      page
        .getByRole('main')
        .getByText(/^Rs\.\s[\d,]+/)
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: /Reviews/ })).toBeVisible();
    await page.goto('/products');
    await expect(page.getByRole('button', { name: 'Filters' })).toBeHidden();
  });

  test('what needs JavaScript says so in sight and does not show as loading forever', async ({ page }) => {
    for (const [path, says] of [
      ['/profile', 'The profile lives in this browser and needs JavaScript.'],
      ['/products?filter=new', 'Searching, filtering and sorting need JavaScript.'],
      ['/checkout', 'your discount code if you have one'],
    ] as const) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      // Playwright's own texts leave <noscript> out.
      const notes = page.locator('noscript:visible');
      expect(await notes.evaluateAll((shown) => shown.map((note) => note.textContent).join(' '))).toContain(says);
      await expect(page.getByText('JavaScript is switched off')).toBeVisible();
      await expect(page.getByRole('main').locator('.skeleton:visible')).toHaveCount(0);
    }
  });

  test('forms are sent and answered, without personal data in an address', async ({ page, forgive }) => {
    forgive(/404/);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));

    await page.goto('/contact');
    await page.getByLabel('First name').fill('Hina');
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('hina@example.com');
    await page.getByRole('textbox', { name: 'Message' }).fill('Do you have this in silver?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('heading', { name: 'Message sent!' })).toBeVisible();

    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.getByPlaceholder('Your e-mail address').fill('hina@example.com');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Write to us or call instead' })).toBeVisible();

    await page.goto('/track');
    await page.getByLabel('Order number').fill('ORD-1');
    await page.getByRole('textbox', { name: 'Phone' }).fill('0300 1234567');
    await page.getByRole('button', { name: 'Track Order' }).click();
    await expect(page.getByRole('heading', { name: 'That did not work' })).toBeVisible();
    await expect(page.getByText('Order not found')).toBeVisible();

    await page.goto('/checkout');
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('hina@example.com');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Write to us or call instead' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^WhatsApp/ })).toBeVisible();

    expect(addresses.filter((address) => /hina|1234567|email=|phone=/i.test(address.replace(/wa\.me.*/, '')))).toEqual([]);
  });
});

test.describe('with the API down', () => {
  test.beforeEach(({ page }) => page.route('**/api/**', (route) => route.abort()));
  // The browser itself reports every call that fails; nothing else may be complained of.
  test.beforeEach(({ forgive }) => forgive(/ERR_FAILED/));

  test('every page works', async ({ page }) => {
    for (const path of ['/', '/products?filter=new', '/categories', '/category/rings', '/contact']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.locator('html')).not.toHaveAttribute('data-first-picture');
      await expect(page.getByRole('main')).not.toContainText('undefined');
    }
  });

  test('a product is favored and added to the cart, which says that its prices are not confirmed', async ({ page, shop }) => {
    await page.goto(shop.productUrl('layered-coin-chain-necklace'));
    await page.getByRole('main').getByRole('button', { name: 'Favorite: Layered Coin Chain Necklace' }).first().click();
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    const cart = page.getByRole('dialog', { name: 'Shopping cart' });
    await expect(cart).toContainText('Layered Coin Chain Necklace');
    await expect(cart).toContainText('We could not check today’s prices just now.');
    await page.keyboard.press('Escape');
    await page.goto('/favorites');
    await expect(page.getByRole('main').getByText('Layered Coin Chain Necklace').first()).toBeVisible();
    await expect(page.locator('#site-header [data-cart-count]')).toHaveText('1');
  });
});
