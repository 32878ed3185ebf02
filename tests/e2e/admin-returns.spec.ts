import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('after a parcel came back, Delivered is no next step and asks why, on the order and on the parcel', async ({
  page,
  staff,
  forgive,
}) => {
  forgive(/409/);
  const order = await staff.order({ customerName: 'Rabia Returned' });
  const parcel = await staff.call('POST', '/shipments', { orderId: order.id });
  await staff.call('PUT', `/shipments/${parcel.id}/status`, { status: 'failed' });
  const dialog = page.getByRole('dialog');
  const question = page.getByRole('dialog', { name: 'Delivered all the same?' });
  const askedAbout = async (noun: string, number: string) => {
    const select = dialog.getByRole('combobox', { name: `Status of ${noun} ${number}` });
    await select.click();
    await page.getByRole('option', { name: 'Delivered' }).click();
    await expect(question).toContainText(`${parcel.shipmentNumber} failed or came back`);
    return select;
  };

  await page.goto(`/admin/shipments/${parcel.shipmentNumber}`);
  const status = await askedAbout('shipment', parcel.shipmentNumber);
  await question.getByLabel('Reason').fill('Fetched at the depot');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(status).not.toContainText('Delivered');

  await page.goto(`/admin/orders/${order.orderNumber}`);
  const back = dialog.getByRole('region', { name: 'Parcel that came back' });
  await expect(back.getByRole('button')).toHaveText(['Send again', 'Received back', 'Cancel order']);
  await expect(dialog.getByRole('button', { name: 'Delivered' })).toHaveCount(0);
  await askedAbout('order', order.orderNumber);
  await question.getByRole('button', { name: 'Set to Delivered' }).click();
  await expect(question.getByText('Say why').first()).toBeVisible();
  await question.getByLabel('Reason').fill('Fetched at the depot');
  await question.getByRole('button', { name: 'Set to Delivered' }).click();
  await expect(page.getByText(`Order ${order.orderNumber} is now Delivered`)).toBeVisible();
  await expect(dialog.getByText('Fetched at the depot')).toBeVisible();
});

test('what came back is found under Returned, counted piece by piece, and gone from the list', async ({ page, staff }) => {
  const order = await staff.order({ customerName: 'Counted Kiran' });
  const parcel = await staff.call('POST', '/shipments', { orderId: order.id });
  await staff.call('PUT', `/shipments/${parcel.id}/status`, { status: 'returned' });

  await page.goto('/admin/orders');
  await page
    .getByRole('navigation', { name: 'Orders at a glance' })
    .getByRole('link', { name: /^Returned/ })
    .click();
  const row = page.getByRole('row', { name: order.orderNumber });
  await expect(row).toContainText('Parcel returned');
  await row.getByRole('button', { name: 'Received back' }).click();

  const form = page.getByRole('dialog', { name: `Received back: ${order.orderNumber}` });
  const damaged = form.getByLabel('Damaged or missing').first();
  await damaged.fill('99');
  await form.getByRole('button', { name: 'Received back' }).click();
  await expect(form.getByText(/^Only \d+ (was|were) sent$/)).toBeVisible();
  await damaged.fill('1');
  await form.getByRole('button', { name: 'Received back' }).click();
  await expect(page.getByText(`Order ${order.orderNumber}: what came back is counted`)).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.goto(`/admin/orders/${order.orderNumber}`);
  const details = page.getByRole('dialog', { name: 'Order Details' });
  await expect(details.getByText(/Counted what came back: .*\(1 damaged\)/)).toBeVisible();
  await expect(details.getByRole('combobox', { name: `Status of order ${order.orderNumber}` })).toContainText('Cancelled');
});
