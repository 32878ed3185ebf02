import type { Page } from '@playwright/test';
import { paste } from '#tests/setup/paste.ts';
import { expect, test } from '#tests/setup/shop-test.ts';

test.describe('the footer', () => {
  test('shows the shop’s promises and links every page', async ({ page }) => {
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

  test('stores an address and says thanks, also for a known one', async ({ page }) => {
    const address = `reader-${crypto.randomUUID()}@example.pk`;
    for (const typed of [address, ` ${address} `]) {
      await email(page).fill(typed);
      await send(page).click();
      await expect(status(page)).toHaveText('Thank you! You are on the list.');
      await expect(email(page)).toHaveValue('');
    }
  });

  test('shows an error when the browser or the server finds the address invalid', async ({ page, forgive }) => {
    for (const typed of ['', 'nobody', 'a@b']) {
      await email(page).fill(typed);
      await send(page).click();
      await expect(status(page)).toHaveText('Enter a valid e-mail address');
      await expect(email(page)).toHaveValue(typed);
    }
    const long = `${'x'.repeat(250)}@a.pk`;
    await paste(email(page), long);
    await send(page).click();
    await expect(email(page)).toHaveAccessibleDescription('At most 254 characters');
    await expect(email(page)).toHaveValue(long);
    // The browser itself reports the API's 422.
    forgive(/422/);
  });

  test('shows an error when the shop cannot be reached, and keeps the input', async ({ page, forgive }) => {
    await page.route('/api/**', (route) => route.abort());
    await email(page).fill('reader@example.pk');
    await email(page).press('Enter');
    await expect(status(page)).toHaveText('We cannot reach the shop. Please check your connection and try again.');
    await expect(email(page)).toHaveValue('reader@example.pk');
    forgive(/ERR_FAILED/);
  });

  test('sends once, however often the button is pressed', async ({ page }) => {
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

test('the floating button offers every way to contact the shop, and closes on Escape and on a click elsewhere', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
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
