import { hold } from '#tests/setup/browsers/held-requests.ts';
import { paste } from '#tests/setup/browsers/paste.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';

test('the newsletter box keeps an address until it can be sent, and says thanks once', async ({ page, forgive }) => {
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
  await email.fill(address);
  await email.press('Enter');
  await expect(status).toHaveText('We cannot reach the shop. Please check your connection and try again.');
  await expect(email).toHaveValue(address);

  let calls = 0;
  page.on('request', (request) => request.url().endsWith('/api/newsletter') && calls++);
  const answer = await hold(page, '/api/newsletter');
  await send.click();
  await expect(status).toHaveText('Sending...');
  await send.click();
  answer();
  await expect(status).toHaveText('Thank you! You are on the list.');
  await expect(email).toHaveValue('');
  expect(calls).toBe(1);
});
