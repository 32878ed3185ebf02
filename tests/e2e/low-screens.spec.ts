import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';
import { completeOrder, fillCheckout, keep, LIPSTICK, MOON, NAIL_POLISH } from '#tests/setup/browsers/shopper.ts';
import { test as staffTest } from '#tests/setup/browsers/staff-test.ts';

/** A page enlarged four times on a desktop (WCAG 1.4.10), and a phone on its side. */
const SCREENS = [
  { width: 320, height: 256 },
  { width: 740, height: 340 },
];

/** The least of a screen in which one can still read what scrolls. */
const USEFUL = 0.5;

/** Whatever scrolls in a dialog has a useful height, and its last control comes into view where nothing lies on it. */
async function expectToFit(dialog: Locator, last: Locator): Promise<void> {
  const part = await dialog.evaluate((top) => {
    const scrolls = (part: Element) =>
      part.scrollHeight > part.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(part).overflowY);
    return Math.min(1, ...[top, ...top.querySelectorAll('*')].filter(scrolls).map((part) => part.clientHeight / innerHeight));
  });
  expect(part, 'of the screen is left for what scrolls').toBeGreaterThanOrEqual(USEFUL);
  await last.scrollIntoViewIfNeeded();
  // Where it was scrolled to is rounded to whole pixels.
  await expect(last).toBeInViewport({ ratio: 0.99 });
  // Not a trial click: some buttons are off until the form is filled.
  const isOnTop = await last.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isOnTop).toBe(true);
}

for (const screen of SCREENS) {
  const at = `at ${screen.width} × ${screen.height} px`;

  test(`the shop's dialogs and drawers work ${at}`, async ({ page, shop }) => {
    await page.setViewportSize(screen);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await keep(page, { cart_v1: [LIPSTICK, NAIL_POLISH, MOON].map((product) => ({ product, quantity: 1 })) });

    await page.goto('/');
    await page.getByRole('button', { name: 'Cart', exact: true }).first().click();
    const cart = page.getByRole('dialog', { name: 'Shopping cart' });
    await expect(cart.getByRole('button', { name: /^Remove / })).toHaveCount(3);
    // What comes last makes the drawer longer.
    await expect(cart.getByRole('heading', { name: 'Goes well with' })).toBeVisible();
    await expectToFit(cart, cart.getByRole('link', { name: 'Checkout' }));
    await expectToFit(cart, cart.getByRole('button', { name: `Remove ${MOON.name}` }));
    await expectToFit(cart, cart.getByRole('button', { name: 'Close cart' }));
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expectToFit(menu, menu.getByRole('link').last());
    await page.keyboard.press('Escape');

    await page.locator('#header-search summary').click();
    const search = page.locator('#header-search');
    await expectToFit(search, search.getByRole('button', { name: 'Search' }));
    await page.keyboard.press('Escape');

    await page.evaluate(() => document.querySelector<HTMLDialogElement>('#coming-soon')?.showModal());
    const soon = page.getByRole('dialog', { name: 'Coming Soon' });
    await expectToFit(soon, soon.getByRole('button', { name: 'Close' }));

    await page.goto(shop.productUrl('pearl-open-cuff'));
    await page.getByRole('link', { name: 'Zoom photo 1 of 4' }).click();
    const zoom = page.locator('dialog[open]');
    await expectToFit(zoom, zoom.getByRole('button', { name: 'Close' }));
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Write a Review' }).click();
    const review = page.getByRole('form', { name: 'Write a Review' });
    await expectToFit(review, review.getByRole('button', { name: 'Submit Review' }));

    await page.goto('/checkout');
    await fillCheckout(page);
    await completeOrder(page);
    const submitted = page.getByRole('dialog', { name: 'Order Submitted' });
    await expectToFit(submitted, submitted.getByRole('link', { name: 'Track your order' }));
    await expectToFit(submitted, submitted.getByRole('button', { name: 'Continue Shopping' }));
  });

  staffTest(`the back office's dialogs work ${at}`, async ({ page }) => {
    await page.setViewportSize(screen);
    await expectStaffDialogsToFit(page);
  });
}

/** A normal, a wide and a confirming one. */
async function expectStaffDialogsToFit(page: Page): Promise<void> {
  await page.goto('/admin/products');
  await page.getByRole('button', { name: 'Add Product' }).click();
  const product = page.getByRole('dialog', { name: 'Add Product' });
  await expectToFit(product, product.getByRole('button', { name: 'Add Product' }));
  await product.getByRole('textbox', { name: 'Name' }).first().fill('Jade Bangle');
  await product.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog');
  await expectToFit(question, question.getByRole('button', { name: 'Discard' }));
  await question.getByRole('button', { name: 'Discard' }).click();

  await page.goto('/admin/purchase-orders');
  await page.getByRole('button', { name: /Create Purchase Order|Add Order/ }).click();
  const order = page.getByRole('dialog', { name: 'Create Purchase Order' });
  await expectToFit(order, order.getByRole('button', { name: /^Create/ }).last());
}
