import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { MOON } from '#tests/setup/browsers/shopper.ts';
import { orderFor } from '#tests/setup/samples/products.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** The controls that the contact button lies on once one has scrolled down or tabbed to them, from the top of the page. */
function coveredControls(page: Page): Promise<string[]> {
  return page.locator('#main').evaluate((main) => {
    const covered: string[] = [];
    for (const control of main.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')) {
      for (const reach of [() => control.scrollIntoView({ block: 'nearest' }), () => control.focus()]) {
        (document.activeElement as HTMLElement | null)?.blur();
        window.scrollTo(0, 0);
        reach();
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const isSeen = bottom > top && top >= 0 && bottom <= innerHeight;
        const atEdge = [left + 2, (left + right) / 2, right - 2].map((x) => document.elementFromPoint(x, bottom - 2));
        if (isSeen && atEdge.some((found) => found?.closest('.floating-contact'))) covered.push(control.outerHTML);
      }
    }
    return covered;
  });
}

test('on a phone the contact button lies on no control that one comes to', async ({ page, request, shop }) => {
  await page.goto(shop.productUrl('rose-gold-halo-ring'));
  await expect(page.locator('.floating-contact')).toBeInViewport();
  expect(await coveredControls(page)).toEqual([]);

  await page.goto('/contact');
  expect(await coveredControls(page)).toEqual([]);

  const lines = [{ productId: MOON.id, quantity: 1, selectedColor: 'Gold' }];
  const order = orderFor(lines, 1350, { customerAddress: `House ${Math.random()}, Street 4`, city: 'Lahore' });
  const { data } = await (await request.post('/api/orders', { data: order })).json();
  await page.goto(`/order/${data.orderNumber}#${data.pageKey}`);
  await page.getByRole('button', { name: 'Correct the address' }).click();
  await expect(page.getByRole('form', { name: 'Correct the address' })).toBeVisible();
  expect(await coveredControls(page)).toEqual([]);
});

test('on a phone the contact button opens and closes, and leaves with the header while one reads', async ({ page }) => {
  await page.goto('/terms');
  const button = page.locator('.floating-contact');
  const contact = page.locator('#floating-contact');
  const whatsapp = contact.getByRole('link', { name: 'WhatsApp' });
  // It comes with the first touch, when it knows what lies below it.
  await page.mouse.move(100, 300);
  await contact.locator('summary').click();
  for (const [name, href] of [
    ['WhatsApp', /^https:\/\/wa\.me\/\d+$/],
    ['Phone', /^tel:\+92/],
    ['E-mail', /^mailto:/],
    ['Instagram', /instagram/],
    ['Facebook', /facebook/],
  ] as const)
    await expect(contact.getByRole('link', { name })).toHaveAttribute('href', href);
  // It opens without script; Esc and a press beside it wait for one.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(whatsapp).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect(contact.locator('summary')).toBeFocused();
  await contact.locator('summary').click();
  await page.mouse.click(100, 300);
  await expect(whatsapp).toBeHidden();

  await expect(button).toHaveCSS('opacity', '1');
  await page.mouse.wheel(0, 600);
  await expect(button).toHaveCSS('opacity', '0');
  await page.mouse.wheel(0, -200);
  await expect(button).toHaveCSS('opacity', '1');
  await button.click();
  await page.mouse.wheel(0, 400);
  await expect(page.locator('#site-header')).not.toBeInViewport();
  await expect(whatsapp).toBeInViewport({ ratio: 1 });
});

test('the contact button lies on no title, photo or tile, however one scrolls', async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const button = page.locator('.floating-contact');
  for (const [width, path] of [
    [390, '/'],
    [390, shop.productUrl('rose-gold-halo-ring')],
    [1024, '/'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(path);
    await expect(page.locator('html')).not.toHaveAttribute('data-first-picture');
    // Upwards, when the header and the button are there.
    for (let y = 2_400; y >= 0; y -= 150) {
      await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
      await expect
        .poll(() =>
          button.evaluate((contact) => {
            const { left, top, right, bottom } = contact.getBoundingClientRect();
            const overlaps = [...document.querySelectorAll('main :is(h1, h2, h3, img, article)')].some((other) => {
              const box = other.getBoundingClientRect();
              return other.checkVisibility() && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
            });
            return overlaps && !contact.hasAttribute('data-away');
          }),
        )
        .toBe(false);
    }
  }
});
