import { expect, test } from '#tests/setup/browsers/staff-test.ts';
import { codeOf } from '#tests/setup/samples/one-time-codes.ts';
import { enterCode, login, logout, newMember, newVisitor, prove, switchOn } from '#tests/setup/samples/second-factor.ts';

test('a member switches on a second factor, signs in with a code, and with a recovery code after losing the phone', async ({
  browser,
  shop,
  staff,
}) => {
  const username = await newMember(staff);
  const page = await newVisitor(browser, shop.url);
  await login(page, username);
  await page.getByRole('button', { name: `Account of ${username}` }).click();
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect(page).toHaveURL(/\/admin\/account$/);
  await page.getByRole('button', { name: 'Switch on' }).click();
  const { secret, codes } = await switchOn(page);
  await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible();

  await logout(page, username);
  await login(page, username);
  await enterCode(page, '000000');
  await expect(page.getByRole('alert')).toHaveText(/This code is not right/);
  await enterCode(page, codeOf(secret, 1));
  await expect(page.getByRole('heading', { name: 'To confirm', level: 1 })).toBeVisible();

  await logout(page, username);
  await login(page, username);
  await enterCode(page, codes[0] ?? '');
  await expect(page.getByRole('heading', { name: 'To confirm', level: 1 })).toBeVisible();
  await page.goto('/admin/account');
  await expect(page.getByText('9 of 10 recovery codes left.')).toBeVisible();
  await page.context().close();
});

test('members and owners list and end sessions', async ({ browser, page, shop, staff, forgive }) => {
  forgive(/403/);
  const username = await newMember(staff);
  const office = await newVisitor(browser, shop.url);
  const home = await newVisitor(browser, shop.url);
  for (const visitor of [home, office]) {
    await login(visitor, username);
    await expect(visitor.getByRole('button', { name: `Account of ${username}` })).toBeVisible();
  }
  await office.goto('/admin/account');
  const sessions = office.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This one' })).toHaveCount(1);
  await office.getByRole('button', { name: /^End the session of/ }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
  await expect(sessions).toHaveCount(1);
  await home.goto('/admin/orders');
  await expect(home.getByRole('heading', { name: 'Admin Login' })).toBeVisible();

  await page.goto('/admin/staff');
  await page.getByRole('button', { name: `Sessions of ${username}` }).click();
  const dialog = page.getByRole('dialog', { name: `Sessions of ${username}` });
  await dialog.getByRole('button', { name: /^End the session of/ }).click();
  await prove(page, shop.staff.password);
  await expect(dialog.getByText(`${username} is signed in nowhere.`)).toBeVisible();
  await office.goto('/admin/orders');
  await expect(office.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  for (const visitor of [office, home]) await visitor.context().close();
});
