import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Staff } from './staff-test.ts';

export const PHOTO = '/media/products/amber-oud-perfume.webp';
export const OTHER_PHOTO = '/media/products/emerald-drop-earrings.webp';

/** A name that no other test uses, and no other try of the same one. In letters alone: digits by chance may look like a phone number, which shoppers must not be shown. */
export function own(name: string): string {
  const letters = randomBytes(4)
    .toString('hex')
    .replace(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)));
  return `${name} q${letters}`;
}

/** A SKU that no other piece has. */
export function ownSku(begin: string): string {
  return own(begin).replace(' ', '-');
}

/** Adds a product that only this test knows of. */
export function addProduct(staff: Staff, fields: Record<string, unknown> = {}): Promise<any> {
  const product = { name: own('Tassel'), price: 990, category: 'cosmetics', images: [PHOTO] };
  return staff.call('POST', '/products', { ...product, ...fields });
}

/** Adds bangles that only this test knows of, counted by size: so many of each. */
export function addBangles(staff: Staff, stock: Record<string, number>, fields: Record<string, unknown> = {}): Promise<any> {
  const variants = Object.entries(stock).map(([size, stockQuantity]) => ({ size, stockQuantity }));
  return addProduct(staff, { name: own('Kangan'), sizes: Object.keys(stock), variants, ...fields });
}

/** Adds a category that shoppers do not see. */
export async function addHiddenCategory(staff: Staff, name: string): Promise<any> {
  const { id } = await staff.call('POST', '/categories', { name });
  return staff.call('PUT', `/categories/${id}/toggle-status`);
}

/** Opens the products screen on what a name finds. */
export async function openProducts(page: Page, name: string): Promise<void> {
  await page.goto(`/admin/products?search=${encodeURIComponent(name)}`);
}

/** Presses a button that asks for files, and gives it these. */
export async function chooseFiles(
  page: Page,
  button: string,
  files: { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: button }).click()]);
  await chooser.setFiles(files);
}
