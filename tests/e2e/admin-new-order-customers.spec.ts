import type { Page } from '@playwright/test';
import { findings } from '#tests/setup/browsers/axe.ts';
import { addProduct } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, permissions: ['clipboard-read', 'clipboard-write'] });

/** A mobile number that no other test uses. */
let people = 0;
function newPhone(): string {
  people += 1;
  return `0347 ${String(Date.now() + people).slice(-7)}`;
}

const stored = (phone: string) => `+92${phone.replace(/\D/g, '').slice(1)}`;

async function paste(page: Page, chat: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), chat);
  await page.getByRole('button', { name: 'Paste' }).tap();
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Start a new order?' });
const history = (page: Page) => page.getByRole('region', { name: 'Earlier orders' });

/** A customer with one open order of Rs. 1,190, blocked where a block is given. */
async function customerWith(staff: Staff, phone: string, block = 'none') {
  const { id } = await addProduct(staff, { price: 990, stockQuantity: 5 });
  const order = await staff.call('POST', '/orders/by-staff', {
    customerName: 'Mehwish Anwar',
    customerPhone: phone,
    customerAddress: '5 Canal View',
    city: 'Lahore',
    source: 'phone',
    items: [{ productId: id, quantity: 1 }],
    totalAmount: 1190,
  });
  await staff.call('PUT', `/customers/${order.customerId}`, { block, notes: 'Refused a parcel at the door' });
  return { order, product: id as string };
}

test('a chat of somebody else is asked about, and neither answer mixes two customers', async ({ page }) => {
  const [first, other] = [newPhone(), newPhone()];
  const chat = `Naam: Sana Tariq\nPhone: ${other}\nAddress: House 9, Street 2, Gulberg\nKarachi`;
  await page.goto('/admin/new-order');
  await page.getByRole('button', { name: 'Instagram' }).tap();
  await paste(page, `Naam: Hira Malik\nPhone: ${first}\nAddress: House 1, Street 4, Model Town\nLahore\nGift wrap it`);
  await expect(field(page, 'Name')).toHaveValue('Hira Malik');
  // The same customer in another spelling: nothing is asked.
  await paste(page, `Phone: ${stored(first)}\nEmail: hira@example.com`);
  await expect(field(page, 'Email (optional)')).toHaveValue('hira@example.com');

  await paste(page, chat);
  await expect(question(page)).toContainText(`The chat is from ${stored(other)}. The draft is for Hira Malik, ${stored(first)}.`);
  expect(await findings(page)).toEqual([]);
  await question(page).getByRole('button', { name: 'Cancel' }).tap();
  const box = page.getByRole('textbox', { name: 'Paste the chat' });
  await expect(box).toHaveValue(chat);
  await expect(field(page, 'Name')).toHaveValue('Hira Malik');
  await expect(field(page, 'Second phone (optional)')).toHaveValue('');

  await page.getByRole('button', { name: 'Read' }).tap();
  await question(page).getByRole('button', { name: 'Start New Order' }).tap();
  await expect(field(page, 'Name')).toHaveValue('Sana Tariq');
  await expect(field(page, 'Phone')).toHaveValue(stored(other));
  await expect(field(page, 'Address')).toHaveValue(/^House 9, Street 2/);
  await expect(field(page, 'Email (optional)')).toHaveValue('');
  await expect(page.getByText('Gift wrap it')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Instagram' })).toHaveAttribute('aria-pressed', 'true');
  await expect(box).toHaveValue('');

  await paste(page, `Phone: ${first}`);
  await question(page).getByRole('button', { name: 'Add to This Order' }).tap();
  await expect(field(page, 'Second phone (optional)')).toHaveValue(stored(first));
  await expect(field(page, 'Phone')).toHaveValue(stored(other));
});

test('the phone shows who that is: history and open orders, nothing of the phone before, and a failure that is tried again', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/ERR_FAILED/);
  const phone = newPhone();
  const { order } = await customerWith(staff, phone);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/admin/new-order');
  await expect(history(page)).toContainText('Earlier orders appear once there is a phone number.');
  const height = (await history(page).boundingBox())?.height;

  await field(page, 'Phone').fill(newPhone());
  await expect(history(page)).toContainText('First order with this phone');
  expect((await history(page).boundingBox())?.height).toBe(height);

  await field(page, 'Phone').fill(phone);
  await expect(history(page)).toContainText('1 order: 1 open');
  await expect(history(page).getByRole('link', { name: 'Mehwish Anwar' })).toBeVisible();
  const open = history(page).getByRole('list', { name: 'Open orders' }).getByRole('listitem');
  await expect(open).toContainText('Pending');
  await expect(open).toContainText('today · Rs. 1,190');
  await expect(history(page).getByLabel('Reason')).toBeHidden();
  expect(await findings(page)).toEqual([]);

  const another = newPhone();
  await page.route('**/api/customers/by-phone', (route) => route.abort());
  await field(page, 'Phone').fill(another);
  await expect(history(page)).not.toContainText('Mehwish Anwar');
  await expect(history(page)).toContainText('Earlier orders could not be loaded.');
  await page.unroute('**/api/customers/by-phone');
  await history(page).getByRole('button', { name: 'Try again' }).tap();
  await expect(history(page)).toContainText('First order');

  await field(page, 'Phone').fill(phone);
  await history(page).getByRole('link', { name: order.orderNumber }).tap();
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${order.orderNumber}$`));
  // A person never stands in an address.
  const digits = [phone, another].map((typed) => stored(typed).slice(3));
  expect(addresses.filter((url) => digits.some((person) => url.includes(person)))).toEqual([]);
});

test('a blocked customer needs a reason, which is kept with what happened to the order; a block that comes meanwhile asks for it and loses nothing', async ({
  page,
  staff,
  shop,
  forgive,
}) => {
  forgive(/409/);
  const phone = newPhone();
  const { order, product } = await customerWith(staff, phone, 'do_not_ship');
  await page.goto('/admin/new-order');
  await paste(page, `Naam: Mehwish Anwar\nPhone: ${phone}\nAddress: 5 Canal View\nLahore\n${shop.url}/product/${product}`);
  await expect(history(page)).toContainText('Do not ship');
  await expect(history(page)).toContainText('Refused a parcel at the door');
  const reason = history(page).getByLabel('Reason');
  await page.getByRole('button', { name: 'Place Order' }).tap();
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription('Required');
  expect(await findings(page)).toEqual([]);

  // While the block is lifted none is needed. It comes back before the screen hears of it.
  await staff.call('PUT', `/customers/${order.customerId}`, { block: 'none' });
  await page.reload();
  await expect(history(page)).toContainText('1 order: 1 open');
  await expect(reason).toBeHidden();
  await page.getByRole('textbox', { name: 'Note (optional)' }).fill('Ring the bell');
  await staff.call('PUT', `/customers/${order.customerId}`, { block: 'prepaid_only' });
  await page.getByRole('button', { name: 'Place Order' }).tap();
  await expect(page.getByRole('alert').filter({ hasText: 'This customer must pay before' })).toBeVisible();
  await expect(reason).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Note (optional)' })).toHaveValue('Ring the bell');
  await reason.fill('Paid by transfer');
  await page.getByRole('button', { name: 'Place Order' }).tap();
  await expect(page.getByRole('region', { name: 'Placed order' })).toContainText('Mehwish Anwar');

  const [placed] = await staff.call('GET', `/orders?search=${encodeURIComponent(phone)}`);
  expect(placed.notes).toBe('Ring the bell');
  await page.goto(`/admin/orders/${placed.orderNumber}`);
  await expect(page.getByText('Placed for a blocked customer (prepaid only): Paid by transfer')).toBeVisible();
});
