import { paste } from '#tests/setup/paste.ts';
import { expect, test } from '#tests/setup/shop-test.ts';

test('the footer shows the shop’s promises, and every link of header, menu and footer leads to a page of the shop', async ({
  page,
  request,
  shop,
}) => {
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

  const hrefs = await page.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (const href of new Set(hrefs)) {
    const response = await request.get(href, { maxRedirects: 0 });
    expect(response.status(), `${shop.url}${href}`).toBe(200);
  }
});

test('the newsletter box keeps an address that is invalid or cannot be sent, and says thanks once for one that can', async ({
  page,
  forgive,
}) => {
  // The browser itself reports the API's 422.
  forgive(/422|ERR_FAILED/);
  await page.goto('/about');
  const email = page.getByRole('textbox', { name: /by e-mail/ });
  const send = page.getByRole('contentinfo').getByRole('button', { name: 'Send' });
  const status = page.locator('#newsletter-status');
  for (const typed of ['', 'nobody', 'a@b']) {
    await email.fill(typed);
    await send.click();
    await expect(status).toHaveText('Enter a valid e-mail address');
    await expect(email).toHaveValue(typed);
  }
  const long = `${'x'.repeat(250)}@a.pk`;
  await paste(email, long);
  await send.click();
  await expect(email).toHaveAccessibleDescription('At most 254 characters');
  await expect(email).toHaveValue(long);

  await page.route('/api/newsletter', (route) => route.abort(), { times: 1 });
  const address = `reader-${crypto.randomUUID()}@example.pk`;
  await email.fill(` ${address} `);
  await email.press('Enter');
  await expect(status).toHaveText('We cannot reach the shop. Please check your connection and try again.');
  await expect(email).toHaveValue(` ${address} `);

  let calls = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('/api/newsletter', async (route) => {
    calls++;
    await answered;
    await route.continue();
  });
  await send.click();
  await expect(status).toHaveText('Sending...');
  await send.click();
  answer();
  await expect(status).toHaveText('Thank you! You are on the list.');
  await expect(email).toHaveValue('');
  expect(calls).toBe(1);
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
