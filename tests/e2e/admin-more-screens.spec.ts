import { addProduct } from '#tests/setup/browsers/staff-products.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';
import { prove } from '#tests/setup/samples/second-factor.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a visitor’s message is found in the navigation, read, and answered by mail', async ({ page, staff }) => {
  const subject = `Silver? ${Date.now()}`;
  await staff.call('POST', '/contact', {
    firstName: 'Hina',
    email: 'hina@example.com',
    subject,
    message: 'Is it there in silver?',
  });
  await page.goto('/admin/customers');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Messages' }).click();
  const row = page.getByRole('row').filter({ hasText: subject });
  await expect(row).toContainText('New');
  await row.getByRole('button', { name: 'Open the message of Hina' }).click();

  const dialog = page.getByRole('dialog', { name: subject });
  await expect(dialog.getByText('Read', { exact: true })).toBeVisible();
  // The message is read first, its answer written below it.
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Send Answer' }).click();
  await expect(dialog.getByText('Required')).toBeVisible();
  await dialog.getByLabel('Answer by mail').fill('From Monday on.');
  await dialog.getByRole('button', { name: 'Send Answer' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Done');
  await row.getByRole('button', { name: 'Open the message of Hina' }).click();
  await expect(page.getByRole('dialog', { name: subject })).toContainText('From Monday on.');
});

test('a review is answered in public, hidden and published again', async ({ page, staff }) => {
  const product = await addProduct(staff);
  await staff.call('POST', `/products/${product.id}/reviews`, { userName: 'Maryam', rating: 2, comment: 'The clasp broke.' });
  await page.goto('/admin/reviews?rating=2');
  const row = page.getByRole('row').filter({ hasText: product.name });
  await row.getByRole('button', { name: 'Answer the review by Maryam' }).click();
  await page.getByLabel('Your answer').fill('We have sent you a new one.');
  await page.getByRole('button', { name: 'Save Answer' }).click();
  await expect(row).toContainText('We have sent you a new one.');
  await row.getByRole('button', { name: 'Hide the review by Maryam' }).click();
  await expect(row).toContainText('Hidden');
  await row.getByRole('button', { name: 'Show the review by Maryam' }).click();
  await expect(row).toContainText('Shown');

  // A product of today has no page of its own yet: its reviews come from the API, the answer with them.
  await page.goto(`/product/${product.id}`);
  await expect(page.getByText('We have sent you a new one.')).toBeVisible();
});

test('an invited person sets a password by the link, works, and is locked out', async ({
  page,
  staff,
  browser,
  shop,
  forgive,
}) => {
  const username = `nida-${Date.now()}`;
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Invite to the staff' });
  await form.getByLabel('E-mail').fill('not an address');
  await form.getByLabel('User name').fill(username);
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(form.getByText('Enter a valid e-mail address')).toBeVisible();
  await form.getByLabel('E-mail').fill(`${username}@example.com`);
  await form.getByRole('button', { name: 'Invite' }).click();
  await prove(page, shop.staff.password);
  const link = await page
    .getByRole('dialog', { name: `${username} was invited` })
    .getByLabel('Link')
    .inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText(username);

  const theirs = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await theirs.goto(link);
  await theirs.getByLabel('Your password').fill('short');
  await theirs.getByRole('button', { name: 'Join' }).click();
  await expect(theirs.getByText('A password has at least 10 characters')).toBeVisible();
  await theirs.getByLabel('Your password').fill('a password of her own');
  await theirs.getByRole('button', { name: 'Join' }).click();
  // The first screen of the desk, which is the role of whoever is invited without another one.
  await expect(theirs.getByRole('heading', { name: 'To confirm', level: 1 })).toBeVisible();
  await theirs.goto('/admin/staff');
  await expect(theirs.getByText('Owners invite people')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Invite' })).toBeDisabled();

  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: username })).toContainText('invited by');
  await page.getByRole('button', { name: `Lock out: ${username}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock out' }).click();
  await prove(page, shop.staff.password);
  await expect(page.getByRole('listitem').filter({ hasText: username })).toContainText('Locked out');
  await theirs.goto('/admin/orders');
  await expect(theirs.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await theirs.context().close();
  expect((await staff.call('GET', '/staff')).find((member: { username: string }) => member.username === username).isActive).toBe(
    false,
  );
  forgive(/40[13]/);
});

test('what a stranger’s unconfirmed orders hold is seen together and given back together', async ({ page, staff }) => {
  const phone = `0345 ${String(Date.now()).slice(-7)}`;
  const product = await addProduct(staff, { stockQuantity: 4 });
  const stock = async () => (await staff.call('GET', `/products/${product.id}`)).stockQuantity;
  const bought = { customerPhone: phone, items: [{ productId: product.id, quantity: 2 }], totalAmount: 2 * product.price + 200 };
  const orders = [await staff.order(bought), await staff.order({ ...bought, customerName: 'Nobody' })];
  expect(await stock()).toBe(0);
  await page.goto('/admin/orders');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Reserved' }).click();
  const held = page.getByRole('listitem').filter({ hasText: '4 pieces' }).filter({ hasText: orders[0].orderNumber });
  await expect(held).toContainText(orders[1].orderNumber);
  await expect(held).toContainText('2 orders');
  await held.getByRole('button', { name: 'Release…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel these 2 orders?' });
  await expect(question).toContainText('4 pieces go back into stock.');
  const reason = question.getByLabel('Reason *');
  await reason.fill('  ');
  await expect(reason).toHaveAccessibleDescription('Say why: it stays with each order');
  await expect(question.getByRole('button', { name: 'Cancel the orders' })).toBeDisabled();
  await reason.fill('Nobody answers');
  await question.getByRole('button', { name: 'Cancel the orders' }).click();
  await expect(page.getByText('2 orders cancelled')).toBeVisible();
  await expect(held).toBeHidden();
  expect(await stock()).toBe(4);
});
