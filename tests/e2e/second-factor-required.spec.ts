import { expect, test } from '@playwright/test';
import { startOwnShop } from '#tests/setup/browser-shop.ts';
import { login, newVisitor, PASSWORD, switchOn } from '#tests/setup/second-factor.ts';
import { readAccess, type ShopAccess } from '#tests/setup/shop-access.ts';

// In a shop of its own: the rule is for everybody, and the other tests sign in with a password alone.
let shop: ShopAccess;
let stop: () => Promise<void> = async () => {};

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const started = await startOwnShop();
  stop = started.stop;
  shop = await readAccess(started.accessFile);
});
test.afterAll(() => stop());

test('when a second factor is required, a member without one must set it up first, and an owner resets a lost one', async ({
  browser,
  request,
}) => {
  test.slow();
  const { username, password } = shop.staff;
  const owner = await newVisitor(browser, shop.url);
  await login(owner, username, password);
  await expect(owner.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const token = await owner.evaluate(() => localStorage.getItem('admin.token'));
  const invited = await request.post(`${shop.url}/api/staff/invitations`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { email: 'amna@example.com', username: 'amna' },
  });
  const { link } = (await invited.json()).data;
  await request.post(`${shop.url}/api/staff/join`, { data: { token: link.split('#')[1], password: PASSWORD } });

  await owner.goto('/admin/staff');
  await owner.getByRole('button', { name: 'Require it of everybody' }).click();
  const question = owner.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Require it' }).click();
  await expect(question.getByText('Switch on your own second factor first')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await owner.goto('/admin/account');
  await owner.getByRole('button', { name: 'Switch on' }).click();
  await switchOn(owner, password);
  await owner.goto('/admin/staff');
  await owner.getByRole('button', { name: 'Require it of everybody' }).click();
  await question.getByRole('button', { name: 'Require it' }).click();
  await expect(owner.getByText('Everybody on the staff needs one.')).toBeVisible();

  const amna = await newVisitor(browser, shop.url);
  await login(amna, 'amna');
  await expect(amna.getByRole('heading', { name: 'Switch on a second factor' })).toBeVisible();
  await amna.goto('/admin/orders');
  await expect(amna.getByRole('heading', { name: 'Switch on a second factor' })).toBeVisible();
  await switchOn(amna);
  await expect(amna.getByRole('heading', { name: 'Orders' })).toBeVisible();
  await amna.goto('/admin/account');
  await expect(amna.getByText('It stays on: everybody on the staff needs one.')).toBeVisible();

  await owner.reload();
  await owner.getByRole('button', { name: 'Reset the second factor of amna' }).click();
  await question.getByRole('button', { name: 'Reset' }).click();
  await expect(owner.getByRole('button', { name: 'Reset the second factor of amna' })).toBeHidden();
  await amna.goto('/admin/orders');
  await login(amna, 'amna');
  await expect(amna.getByRole('heading', { name: 'Switch on a second factor' })).toBeVisible();
});
