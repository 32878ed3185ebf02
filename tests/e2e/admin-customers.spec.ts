import { randomInt } from 'node:crypto';
import { expectNoFindings, findings } from '#tests/setup/browsers/axe.ts';
import { own } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

/** A phone that only this test knows of, without its country code. */
const newPhone = () => `32${randomInt(10_000_000, 99_999_999)}`;

/** A customer who has ordered once; the order, and who it belongs to. */
async function newCustomer(staff: Staff, changes: Record<string, unknown> = {}) {
  const phone = newPhone();
  const placed = await staff.order({
    customerName: own('Rabia'),
    customerEmail: `${phone}@example.com`,
    customerPhone: `0${phone}`,
    ...changes,
  });
  const { customerId, ...order } = await staff.call('GET', `/orders/${placed.id}`);
  return { id: customerId as string, name: order.customerName as string, phone, order };
}

test('a customer is found by phone, opened, noted, tagged and blocked; orders and addresses show; what cannot be saved is said at its field, and nothing typed is lost', async ({
  page,
  staff,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { phone, name, order } = await newCustomer(staff, { customerAddress: 'House 7, Block C' });
  await staff.order({ customerName: name, customerPhone: `+92 ${phone}`, customerAddress: 'Shop 5, Saddar', city: 'Karachi' });

  await page.goto('/admin/customers');
  await page.getByLabel('Search customers').fill(`0${phone.slice(0, 3)}-${phone.slice(3)}`);
  const found = page.getByRole('link', { name });
  await expect(found).toHaveCount(1);
  await found.click();
  const details = page.getByRole('dialog', { name: 'Customer Details' });
  // It begins at its top, whatever is fetched meanwhile.
  await expect(details.getByRole('button', { name: 'Close' })).toBeFocused();
  await expect(details.getByRole('region', { name: 'Sums' })).toBeInViewport();
  await expect(details.getByText('2 orders: 2 open')).toBeVisible();
  await expect(details.getByText('House 7, Block C, Lahore')).toBeVisible();
  await expect(details.getByText('Shop 5, Saddar, Karachi')).toBeVisible();
  await expect(details.getByRole('region', { name: 'Orders' }).getByRole('listitem')).toHaveCount(2);
  await expect(details.getByRole('region', { name: 'What happened' }).getByRole('listitem')).toHaveCount(2);
  await expectNoFindings(page);

  await details.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: `Edit ${name}` });
  const tags = Array.from({ length: 21 }, (_, n) => `t${n}`).join(',');
  await form.getByLabel('Name').fill(' ');
  await form.getByLabel('Email').fill('not an address');
  await form.getByLabel('Tags').fill(tags);
  await form.getByLabel('Notes').fill('Calls after six\nہمیشہ شکر گزار 🌹');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Required');
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid e-mail address');
  await expect(form.getByLabel('Tags')).toHaveAccessibleDescription(/At most 20 tags/);
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Email').fill('');
  await form.getByLabel('Tags').fill('bridal، , vip,bridal');
  await form.getByRole('combobox', { name: 'Block' }).click();
  await page.getByRole('option', { name: 'Do not ship' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(details.getByText('Do not ship')).toBeVisible();
  await expect(details.getByText('bridal', { exact: true })).toHaveCount(1);
  await expect(details.getByText('ہمیشہ شکر گزار 🌹')).toBeVisible();

  await details.getByRole('region', { name: 'Orders' }).getByRole('link', { name: order.orderNumber }).click();
  const history = page.getByRole('dialog', { name: 'Order Details' }).getByRole('region', { name: 'Earlier orders' });
  await expect(history.getByText('Do not ship')).toBeVisible();
  await expect(history.getByText('vip')).toBeVisible();
});

test('a customer’s record tells parcels, messages and money on one page, writes about the open order, and names the next step', async ({
  page,
  staff,
}) => {
  const email = `${newPhone()}@example.com`;
  const { id, phone, order } = await newCustomer(staff, { customerEmail: email });
  const parcel = await staff.call('POST', '/shipments', { orderId: order.id, carrier: 'TCS', trackingNumber: `T${phone}` });
  for (const status of ['shipped', 'returned']) await staff.call('PUT', `/shipments/${parcel.id}/status`, { status });
  const open = await staff.order({ customerEmail: email, customerPhone: `0${phone}`, customerAddress: 'Shop 5, Saddar' });
  await staff.call('POST', `/customers/${id}/credit`, { amount: 500, reason: 'The parcel came late' });
  await page.goto('/');
  const sent = await page.request.post('/api/contact', { data: { firstName: 'Rabia', email, message: 'کیا یہ چاندی ہے؟' } });
  expect(sent.ok()).toBe(true);

  await page.goto(`/admin/customers/${id}`);
  const details = page.getByRole('dialog', { name: 'Customer Details' });
  const happened = details.getByRole('region', { name: 'What happened' });
  await expect(happened.getByRole('listitem').first()).toContainText('کیا یہ چاندی ہے؟');
  await expect(happened).toContainText(`Came back${parcel.shipmentNumber}of ${order.orderNumber} · TCS`);
  await expect(happened).toContainText('Store credit given');
  await expect(details.getByRole('region', { name: 'Orders' }).getByRole('link', { name: parcel.shipmentNumber })).toBeVisible();
  await expect(details.getByRole('region', { name: 'Sums' })).toContainText('Store creditRs. 500');
  await expect(details.getByRole('link', { name: 'Answer message' })).toHaveClass(/btn-primary/);

  const text = details.getByRole('region', { name: 'Ready text' });
  await text.getByRole('combobox', { name: 'Ready text' }).click();
  await page.getByRole('option', { name: 'Link to the order' }).click();
  await expect(text).toContainText(open.orderNumber);
  await expect(text.getByRole('link', { name: 'Write by WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`wa\\.me/92${phone}\\?text=.*${open.orderNumber}`),
  );
  expect(await findings(page)).toEqual([]);
});

test('a customer is merged with another who is found by an order’s number; what will happen is said before, and either name can stay', async ({
  page,
  staff,
}) => {
  const [one, other] = [await newCustomer(staff), await newCustomer(staff)];
  await staff.order({ customerPhone: `0${other.phone}` });
  await staff.call('PUT', `/customers/${other.id}`, { block: 'prepaid_only', notes: 'Pays late' });
  await page.goto(`/admin/customers/${one.id}`);
  await page.getByRole('button', { name: 'Merge…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge Customers' });
  const merge = dialog.getByRole('button', { name: 'Merge', exact: true });
  await expect(merge).toBeDisabled();

  const search = dialog.getByRole('combobox', { name: `The same person as ${one.name}` });
  await search.fill(one.order.orderNumber);
  await expect(page.getByText('Nothing found')).toBeVisible();
  await search.fill(other.order.orderNumber);
  await page.getByRole('option', { name: other.name }).click();
  const consequences = dialog.getByRole('list', { name: 'What happens' });
  await expect(consequences).toContainText(`2 orders and the phone +92${other.phone} of ${other.name} go to ${one.name}.`);
  await expect(consequences).toContainText('Notes and tags of both are kept.');
  await expect(consequences).toContainText('“Prepaid only” counts for all of them.');
  expect(await findings(page)).toEqual([]);

  await dialog.getByRole('button', { name: new RegExp(`^${other.name}`) }).click();
  await expect(consequences).toContainText(`1 order and the phone +92${one.phone} of ${one.name} go to ${other.name}.`);
  await merge.click();
  await expect(page.getByText(`${other.name} is one customer now`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/customers/${other.id}$`));
  const details = page.getByRole('dialog', { name: 'Customer Details' });
  await expect(details.getByRole('link', { name: `+92${one.phone}`, exact: true })).toBeVisible();
  await expect(details.getByText('3 orders: 3 open')).toBeVisible();
  expect((await staff.call('GET', `/customers/${one.id}`)).id).toBe(other.id);
});

test('customers with the same e-mail address are offered to be merged, and one who was merged meanwhile is not merged again', async ({
  page,
  staff,
  forgive,
}) => {
  const email = `${own('twice').replace(' ', '.')}@example.com`;
  const [one, other, third] = [
    await newCustomer(staff, { customerEmail: email }),
    await newCustomer(staff, { customerEmail: email }),
    await newCustomer(staff),
  ];
  await page.goto(`/admin/customers/${one.id}`);
  await page.getByRole('button', { name: `Merge with ${other.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge Customers' });
  await expect(dialog.getByRole('list', { name: 'What happens' })).toContainText(`of ${other.name} go to ${one.name}`);
  await staff.call('POST', `/customers/${third.id}/merge`, { other: other.id });
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Customer not found');
  forgive(/404/);
});
