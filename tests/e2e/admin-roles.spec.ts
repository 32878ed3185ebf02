import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Shop } from '#tests/setup/browsers/shop-test.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';
import { prove } from '#tests/setup/samples/second-factor.ts';

test.use({ signedIn: false, viewport: { width: 1440, height: 900 } });

const PASSWORD = 'a long enough password';

/** Invites somebody in a role, joins as them, and signs in. */
async function enterAs(page: Page, shop: Shop, staff: Staff, role: string): Promise<string> {
  const username = `m${randomUUID().slice(0, 8)}`;
  const { link } = await staff.call('POST', '/staff/invitations', { email: `${username}@shop.test`, username, role });
  const token = /[\w-]{43}/.exec(new URL(link).hash || new URL(link).search)?.[0];
  await staff.call('POST', '/staff/join', { token, password: PASSWORD });
  await page.goto(`${shop.url}/admin/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: `Account of ${username}` })).toBeVisible();
  return username;
}

test('a packer begins at Pack, sees no sums, reveals a phone, and is told why the rest is not theirs', async ({
  page,
  shop,
  staff,
}) => {
  const { orderNumber } = await staff.order();
  await enterAs(page, shop, staff, 'packer');
  await expect(page).toHaveURL(/\/admin\/pack$/);
  await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Money' })).toBeHidden();

  await page.goto(`/admin/orders/${orderNumber}`);
  const order = page.getByRole('dialog');
  await expect(
    order
      .getByText(/0300 •+/)
      .or(order.getByText(/03\d\d •+\d\d/))
      .first(),
  ).toBeVisible();
  await expect(order.getByText(/Rs\./)).toHaveCount(0);
  const edit = order.getByRole('button', { name: 'Edit' });
  await expect(edit).toBeDisabled();
  await expect(edit).toHaveAccessibleDescription('Your role may not confirm and correct orders. Ask an owner of the shop.');
  await edit.hover();
  await expect(page.getByText('Your role may not confirm and correct orders.').last()).toBeVisible();
  await page.mouse.move(0, 0);
  await order.getByRole('button', { name: /^Reveal/ }).click();
  await expect(order.locator('a[href^="tel:+92"]').first()).toBeVisible();

  await page.goto('/admin/customers');
  await expect(page.getByText(/This screen is not for your role\. Your role may not see phones and addresses/)).toBeVisible();
});

test('the desk confirms and corrects orders, and neither exports nor reads reports', async ({ page, shop, staff }) => {
  const { orderNumber } = await staff.order();
  await enterAs(page, shop, staff, 'desk');
  await expect(page).toHaveURL(/\/admin\/confirm$/);
  await page.goto('/admin/orders');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await page.goto(`/admin/orders/${orderNumber}`);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Edit' })).toBeEnabled();
  await expect(page.getByRole('dialog').getByText(/Rs\./).first()).toBeVisible();
});

test.describe('owners', () => {
  test.use({ signedIn: true });

  test('make a role of the shop’s own, which says what it lacks, and can be given to who is invited', async ({
    page,
    shop,
    forgive,
  }) => {
    const name = `Photos ${randomUUID().slice(0, 6)}`;
    await page.goto('/admin/roles');
    await page.getByRole('button', { name: 'New role' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name *').fill(name);
    await form.getByLabel(/^see customers’ names/i).check();
    await form.getByRole('button', { name: 'Make role' }).click();
    await expect(
      form.getByRole('alert').getByText('Whoever may see customers’ names has to see orders and parcels'),
    ).toBeVisible();
    await form.getByLabel(/^see orders and parcels/i).check();
    await form.getByRole('button', { name: 'Make role' }).click();
    await prove(page, shop.staff.password);
    forgive(/403/);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await page.goto('/admin/staff');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('combobox', { name: 'Role *' }).click();
    await page.getByRole('option', { name }).click();
    await expect(page.getByRole('dialog').getByText('See customers’ names')).toBeVisible();
  });
});
