import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import type { Staff } from '#tests/setup/browsers/staff-test.ts';
import { codeOf } from './one-time-codes.ts';

/** What the members of these tests choose. */
export const PASSWORD = 'a password of her own';

/** Somebody new on the staff, who joined by a link, at the desk unless it is said otherwise. Returns the user name. */
export async function newMember(staff: Staff, role = 'desk'): Promise<string> {
  const username = `amna-${randomUUID().slice(0, 8)}`;
  const { link } = await staff.call('POST', '/staff/invitations', { email: `${username}@example.com`, username, role });
  await staff.call('POST', '/staff/join', { token: link.split('#')[1], password: PASSWORD });
  return username;
}

/** A browser of their own, at the login. */
export async function newVisitor(browser: Browser, baseURL: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  await page.goto('/admin/login');
  return page;
}

/** Types the pair of the first step. */
export async function login(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Types the code of the second. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Proves once more who it is, with a password, a code or a recovery code. */
export async function prove(page: Page, proof: string): Promise<void> {
  const asked = page.getByRole('dialog', { name: /^Enter (your password|the code of your second factor)$/ });
  await asked.getByLabel(/^(Your password|Code) \*$/).fill(proof);
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(asked).toBeHidden();
}

/** Leaves by the menu of the account. */
export async function logout(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: `Account of ${username}` }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
}

/** Switches a second factor on in the form shown. Returns its secret and the recovery codes. */
export async function switchOn(page: Page, password = PASSWORD): Promise<{ secret: string; codes: string[] }> {
  await expect(page.getByRole('img', { name: 'QR code of the secret below' })).toBeVisible();
  const secret = ((await page.locator('[data-secret]').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code *').fill(codeOf(secret));
  await page.getByLabel('Your password *').fill(password);
  await page.getByRole('button', { name: 'Switch on' }).last().click();
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled();
  await page.getByLabel('I have kept the codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  return { secret, codes };
}
