import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Scrolls as a wheel does, in one step, and lets the page notice. */
async function scrollPageTo(page: Page, top: number): Promise<void> {
  await page.evaluate(
    (to) =>
      new Promise<void>((resolve) => {
        window.scrollTo({ top: to, behavior: 'instant' });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
    top,
  );
}

test.describe('the header', () => {
  test.use({ viewport: WIDE });

  test('hides when scrolling down past 100 px, shows on the way up, and always within 50 px of the top', async ({ page }) => {
    await page.goto('/about');
    const header = page.locator('#site-header');
    await scrollPageTo(page, 100);
    await expect(header).toBeInViewport();
    await scrollPageTo(page, 101);
    await expect(header).not.toBeInViewport();
    await scrollPageTo(page, 700);
    await expect(header).not.toBeInViewport();
    await scrollPageTo(page, 690);
    await expect(header).toBeInViewport();
    await scrollPageTo(page, 900);
    await expect(header).not.toBeInViewport();
    await scrollPageTo(page, 50);
    await expect(header).toBeInViewport();
  });

  test('gains a shadow past 50 px, and moves in 300 ms', async ({ page }) => {
    await page.goto('/about');
    const header = page.locator('#site-header');
    await expect(header).toHaveCSS('transition-duration', '0.3s');
    await scrollPageTo(page, 50);
    await expect(header).not.toHaveAttribute('data-scrolled');
    await scrollPageTo(page, 51);
    await expect(header).toHaveAttribute('data-scrolled');
    await expect(header).not.toHaveCSS('box-shadow', 'none');
  });

  test('does not leave with the keyboard in it, and comes back when the keyboard enters it', async ({ page }) => {
    await page.goto('/about');
    const header = page.locator('#site-header');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(header.locator(':focus')).toBeVisible();
    await scrollPageTo(page, 600);
    await expect(header).toBeInViewport();
    await page.locator('main').focus();
    await scrollPageTo(page, 900);
    await expect(header).not.toBeInViewport();
    await header.getByRole('link', { name: 'Favorites' }).focus();
    await expect(header).toBeInViewport();
  });

  test('says what delivery costs, with the social links beside it', async ({ page }) => {
    await page.goto('/about');
    await expect(page.getByText('Free Delivery Above PKR 2999 | Upto 20% Off', { exact: true })).toBeVisible();
    for (const name of ['WhatsApp', 'Instagram', 'Facebook'])
      await expect(page.locator('#site-header').getByRole('link', { name, exact: true }).first()).toBeVisible();
  });

  test('leads to a category’s products from its dropdown, by pointer and by keyboard; Escape folds it', async ({ page }) => {
    await page.goto('/about');
    const row = page.getByRole('navigation', { name: 'Categories' }).first();
    for (const name of ['Earrings', 'Sets', 'Necklaces', 'Rings', 'Bracelets']) {
      await row.getByRole('link', { name, exact: true }).hover();
      await expect(row.getByRole('link', { name: `All ${name}` })).toBeVisible();
    }
    await page.locator('main').hover({ position: { x: 5, y: 600 } });
    await expect(row.getByRole('link', { name: 'All Bracelets' })).toBeHidden();
    await row.getByRole('link', { name: 'Rings', exact: true }).focus();
    await expect(row.getByRole('link', { name: 'All Rings' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row.getByRole('link', { name: 'All Rings' })).toBeHidden();
    await row.getByRole('link', { name: 'Earrings', exact: true }).focus();
    await expect(row.getByRole('link', { name: 'All Earrings' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(row.getByRole('link', { name: 'All Earrings' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/category\/earrings$/);
  });

  test('links best sellers, new arrivals with their badge, and all categories', async ({ page }) => {
    await page.goto('/about');
    const row = page.getByRole('navigation', { name: 'Categories' }).first();
    await expect(row.getByRole('link', { name: 'Best Selling' })).toHaveAttribute('href', '/products?filter=bestseller');
    await expect(row.getByRole('link', { name: /^New Arrival\s+NEW$/ })).toHaveAttribute('href', '/products?filter=new');
    await expect(row.getByRole('link', { name: 'All Categories' })).toHaveAttribute('href', '/categories');
  });

  test('shows a count at the cart only when something is in it', async ({ page, shop }) => {
    await page.goto(shop.productUrl('layered-coin-chain-necklace'));
    const badge = page.locator('#site-header [data-cart-count]');
    await expect(badge).toBeHidden();
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(badge).toHaveText('1');
    await page.goto('/about');
    await expect(badge).toBeVisible();
    await page.getByRole('button', { name: 'Cart' }).click();
    await expect(page.getByRole('dialog', { name: 'Shopping cart' })).toContainText('Layered Coin Chain Necklace');
  });
});

test('pages begin 96 px below the top, 144 px on large screens', async ({ page }) => {
  await page.goto('/about');
  for (const [width, padding] of [
    [1023, '96px'],
    [1024, '144px'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('main')).toHaveCSS('padding-top', padding);
  }
});

test('every page begins at its top, whichever link led to it', async ({ page }) => {
  await page.goto('/about');
  await scrollPageTo(page, 2_000);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('staff find the admin link from medium width on, favorites are there at every width', async ({ page }) => {
  await page.goto('/about');
  for (const [width, admin] of [
    [320, false],
    [767, false],
    [768, true],
    [1440, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator('#site-header').getByRole('link', { name: 'Admin' })).toBeVisible({ visible: admin });
    await expect(page.locator('#site-header').getByRole('link', { name: 'Favorites' }).first()).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin');
});

test.describe('the search box of the header', () => {
  test.use({ viewport: WIDE });

  test.beforeEach(async ({ page }) => {
    await page.goto('/about');
    await page.locator('#header-search summary').click();
    await expect(box(page)).toBeFocused();
  });

  const box = (page: Page) => page.locator('#header-search').getByRole('searchbox', { name: 'Search products' });

  test('opens with the cursor in it and searches on Enter, trimmed and encoded', async ({ page }) => {
    await box(page).fill('  gold & pearl?  ');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/products');
    expect(new URL(page.url()).search).toBe('?search=gold%20%26%20pearl%3F');
  });

  test('searches with its button', async ({ page }) => {
    await box(page).fill('ring');
    await page.locator('#header-search').getByRole('button', { name: 'Search' }).click();
    await page.waitForURL((url) => url.pathname === '/products' && url.search === '?search=ring');
  });

  test('does nothing with only spaces in it', async ({ page }) => {
    await box(page).fill('   ');
    await page.keyboard.press('Enter');
    await page.locator('#header-search').getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/about$/);
  });

  test('closes about 200 ms after losing focus, not before', async ({ page }) => {
    const took = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const from = performance.now();
          const search = document.querySelector<HTMLDetailsElement>('#header-search');
          // Its opening may still be told of.
          search?.addEventListener('toggle', () => !search.open && resolve(performance.now() - from));
          document.querySelector<HTMLElement>('main')?.focus();
        }),
    );
    expect(took).toBeGreaterThanOrEqual(195);
    await expect(box(page)).toBeHidden();
  });

  test('closes on Escape and gives the focus back', async ({ page }) => {
    await page.keyboard.press('Escape');
    await expect(box(page)).toBeHidden();
    await expect(page.locator('#header-search summary')).toBeFocused();
  });

  test('takes any text as text', async ({ page }) => {
    await box(page).fill('<img src=x onerror=alert(1)>');
    page.on('dialog', () => {
      throw new Error('What was typed has been executed');
    });
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/products');
    await expect(page.getByRole('searchbox').first()).toBeAttached();
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
  });
});

test.describe('the menu on a phone', () => {
  test.use({ viewport: PHONE });

  test('has a search box and the same links, with sets called Jewelry Sets; choosing one closes it', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    for (const name of ['Earrings', 'Jewelry Sets', 'Necklaces', 'Rings', 'Bracelets', 'Best Selling', 'All Categories'])
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: /^New Arrival\s+NEW$/ })).toHaveAttribute('href', '/products?filter=new');
    await expect(menu.getByRole('searchbox', { name: 'Search products' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Jewelry Sets' })).toHaveAttribute('href', '/category/sets');
    // Held back on this page, so that the menu can be looked at after the choice.
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
    await menu.getByRole('link', { name: 'Jewelry Sets' }).click();
    await expect(menu).toBeHidden();
  });

  test('searches from its box', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('searchbox').fill(' jhumka ');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/products' && url.search === '?search=jhumka');
  });

  test('keeps the keyboard inside, closes on Escape, its cross and beside it, and gives the focus back', async ({ page }) => {
    await page.goto('/about');
    const menu = page.getByRole('dialog', { name: 'Menu' });
    const open = page.getByRole('button', { name: 'Open menu' });
    await open.press('Enter');
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || Boolean(document.activeElement?.closest('#site-menu')),
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await menu.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu).toBeHidden();
    await open.click();
    await page.mouse.click(385, 400);
    await expect(menu).toBeHidden();
  });
});

test.describe('the footer', () => {
  test('promises what the shop promises and links every page', async ({ page }) => {
    await page.goto('/about');
    const footer = page.getByRole('contentinfo');
    for (const claim of ['Free shipping over Rs 2,999', 'Secure payment', '30-day returns', 'Certified jewelry'])
      await expect(footer.getByText(claim, { exact: true })).toBeVisible();
    for (const [name, href] of [
      ['Shop All', '/products'],
      ['Track Your Order', '/track'],
      ['Favorites', '/favorites'],
      ['Your Profile', '/profile'],
      ['Sign In', '/login'],
      ['About Us', '/about'],
      ['Contact', '/contact'],
      ['Earrings', '/category/earrings'],
      ['Shipping & Returns', '/shipping'],
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
    ] as const)
      await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
    await expect(footer.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute('href', /^https:\/\/wa\.me\//);
    await expect(footer.getByRole('link', { name: /^Phone/ })).toHaveAttribute('href', /^tel:/);
    await expect(footer.getByRole('link', { name: /^E-mail/ })).toHaveAttribute('href', /^mailto:/);
  });

  test('every link of header, menu and footer leads to a page of the shop', async ({ page, request, shop }) => {
    await page.goto('/about');
    const hrefs = await page.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const href of new Set(hrefs)) {
      const response = await request.get(href, { maxRedirects: 0 });
      expect(response.status(), `${shop.url}${href}`).toBe(200);
    }
  });
});

test.describe('the newsletter box', () => {
  test.beforeEach(({ page }) => page.goto('/about').then(() => {}));
  const email = (page: Page) => page.getByRole('textbox', { name: /by e-mail/ });
  const send = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Send' });
  const status = (page: Page) => page.locator('#newsletter-status');

  test('keeps an address and thanks, the same for one it has', async ({ page }) => {
    const address = `reader-${crypto.randomUUID()}@example.pk`;
    for (const typed of [address, ` ${address} `]) {
      await email(page).fill(typed);
      await send(page).click();
      await expect(status(page)).toHaveText('Thank you! You are on the list.');
      await expect(email(page)).toHaveValue('');
    }
  });

  test('says so when an address is none, to the browser or to the server', async ({ page, consoleErrors }) => {
    for (const typed of ['', 'nobody', 'a@b']) {
      await email(page).fill(typed);
      await send(page).click();
      await expect(status(page)).toHaveText('Please enter a valid e-mail address.');
      await expect(email(page)).toHaveValue(typed);
    }
    // The browser itself reports the API's 422.
    expect(consoleErrors.splice(0).every((error) => error.includes('422'))).toBe(true);
  });

  test('says so when the shop cannot be reached, and keeps what was typed', async ({ page, consoleErrors }) => {
    await page.route('/api/**', (route) => route.abort());
    await email(page).fill('reader@example.pk');
    await email(page).press('Enter');
    await expect(status(page)).toHaveText('We cannot reach the shop. Please check your connection and try again.');
    await expect(email(page)).toHaveValue('reader@example.pk');
    expect(consoleErrors.splice(0).every((error) => error.includes('ERR_FAILED'))).toBe(true);
  });

  test('sends once, however often the button is pressed meanwhile', async ({ page }) => {
    let calls = 0;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('/api/newsletter', async (route) => {
      calls++;
      await answered;
      await route.fulfill({ status: 201, json: { success: true, data: null } });
    });
    await email(page).fill('reader@example.pk');
    await send(page).click();
    await expect(status(page)).toHaveText('Sending...');
    await send(page).click();
    answer();
    await expect(status(page)).toHaveText('Thank you! You are on the list.');
    expect(calls).toBe(1);
  });
});

test('the floating button offers every way to reach the shop, and folds on Escape and on a click elsewhere', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/about');
  const contact = page.locator('#floating-contact');
  const button = contact.locator('summary');
  await button.click();
  for (const [name, href] of [
    ['WhatsApp', /^https:\/\/wa\.me\/\d+$/],
    ['Phone', /^tel:\+92/],
    ['E-mail', /^mailto:/],
    ['Instagram', /instagram/],
    ['Facebook', /facebook/],
  ] as const)
    await expect(contact.getByRole('link', { name })).toHaveAttribute('href', href);
  await page.keyboard.press('Escape');
  await expect(contact.getByRole('link', { name: 'WhatsApp' })).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await page.mouse.click(100, 300);
  await expect(contact.getByRole('link', { name: 'WhatsApp' })).toBeHidden();
});
