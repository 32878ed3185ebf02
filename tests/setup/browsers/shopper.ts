import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, type Request, type Response } from '@playwright/test';
import type { CartLine } from '#features/cart/cart-line.ts';

/** Products that the checkout tests buy, with colours and sizes to choose from nothing but where noted. */
export const LIPSTICK = product('68f0a1000000000000000232', 'Velvet Matte Lipstick Duo', 'cosmetics', 1190);
export const NAIL_POLISH = product('68f0a1000000000000000234', 'Gel Shine Nail Polish Trio', 'cosmetics', 450);
/** In Gold, Silver and Rose Gold. */
export const MOON = product('68f0a1000000000000000226', 'Crescent Moon & Star Pendant', 'pendant', 1150);

function product(id: string, name: string, category: string, price: number): CartLine['product'] {
  return { id, name, category, price, image: '', stockQuantity: 100 };
}

/** Writes into the browser's storage before the shop's first page is opened. A string is written as it is. */
export async function keep(page: Page, kept: Record<string, unknown>): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    Object.entries(kept).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const),
  );
}

/** What is kept under a key of the browser's storage. */
export function kept(page: Page, key: string): Promise<any> {
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), key);
}

export const cartOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Shopping cart' });

/** Opens the cart by the header's button. */
export async function openCart(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Cart', exact: true }).first().click();
  return cartOf(page);
}

/** Opens the checkout with these lines in the cart. */
export async function openCheckout(page: Page, lines: CartLine[]): Promise<void> {
  await keep(page, { cart_v1: lines });
  await page.goto('/checkout');
}

/** Types what an order needs and goes to the last step. Every shopper lives somewhere else: the same order twice would be asked about. */
export async function fillCheckout(page: Page, typed: { email?: string; phone?: string; address?: string } = {}): Promise<void> {
  const { email = 'sana@example.com', phone = '0301 7654321', address = `House ${randomUUID()}, Lahore` } = typed;
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByLabel('First name').fill('Sana');
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(address);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('Payment method: Cash on Delivery')).toBeVisible();
}

/** Presses Complete Order and gives what the shop answers. */
export async function completeOrder(page: Page): Promise<Response> {
  const [answer] = await Promise.all([
    page.waitForResponse(isOrder),
    page.getByRole('button', { name: 'Complete Order' }).click(),
  ]);
  return answer;
}

/** The number that the success dialog shows. */
export async function orderNumberShown(page: Page): Promise<string> {
  const success = page.getByRole('dialog', { name: 'Order Submitted' });
  await expect(success).toBeVisible();
  return /ORD-\d+/.exec((await success.textContent()) ?? '')?.[0] ?? '';
}

export function isOrder(call: Response | Request): boolean {
  const request = 'request' in call ? call.request() : call;
  return request.method() === 'POST' && request.url().endsWith('/api/orders');
}

/** What the shoppers of the tests choose. */
export const PASSWORD = 'a good long password';

/** Opens an account and ends on its profile. */
export async function signUp(page: Page, email: string, name = 'Sana'): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Create an account' }).click();
  const form = page.getByRole('form', { name: 'Create Account' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/profile$/);
}
