import type { Locator, Page } from '@playwright/test';
import { addProduct, own } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/** An order that has much to show: nine lines, a long address and note, and a parcel that came back. */
async function largeOrder(staff: Staff) {
  const products = await Promise.all(
    Array.from({ length: 9 }, () => addProduct(staff, { name: own('Jhumka with a long name'), price: 500, stockQuantity: 5 })),
  );
  const order = await staff.order({
    customerName: 'Muhammad Abdul-Rehman Chaudhry of Gulberg',
    customerEmail: own('m.abdul.rehman').replace(' ', '.').concat('@a-very-long-mail-provider.example.com'),
    customerAddress:
      'House 14-B, Street 7, Block C, behind the old Mehfil cinema, opposite the second gate of the girls high school, third floor',
    notes: 'Please call before coming, the bell does not work. If nobody is at home give it to the guard. '.repeat(5),
    items: products.map(({ id }) => ({ productId: id, quantity: 1 })),
    totalAmount: 4500,
  });
  const parcel = await staff.call('POST', '/shipments', { orderId: order.id });
  await staff.call('PUT', `/shipments/${parcel.id}/status`, { status: 'returned' });
  return order;
}

async function openOrder(page: Page, orderNumber: string): Promise<Locator> {
  await page.goto(`/admin/orders/${orderNumber}`);
  const details = page.getByRole('dialog', { name: 'Order Details' });
  await expect(details.getByRole('region', { name: 'What happened' }).getByRole('listitem').first()).toBeVisible();
  return details;
}

/** Nothing has to be scrolled sideways, neither the page nor a part of the dialog. */
async function expectNoSideways(page: Page): Promise<void> {
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=dialog] *')]
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(part).overflowX))
      .map((part) => part.className),
  );
  expect(wide).toEqual([]);
}

test('an order opens with what holds it, its items, the customer and the activity all in sight; on a phone in one column, and what comes next stays in sight', async ({
  page,
  staff,
}) => {
  await page.setViewportSize(DESK);
  const order = await largeOrder(staff);
  const details = await openOrder(page, order.orderNumber);
  const part = (name: string) => details.getByRole('region', { name });

  for (const seen of [
    part('Parcel that came back').getByRole('button', { name: 'Send again' }),
    part('Items').getByRole('listitem').first(),
    part('Items').getByRole('button', { name: 'Packing slip' }),
    part('Customer').getByRole('link', { name: order.customerPhone }),
    part('Customer').getByText('House 14-B'),
    part('What happened').getByLabel('Note for staff'),
    part('What happened').getByRole('listitem').first(),
    details.getByRole('combobox', { name: /^Status of order/ }),
    details.getByRole('button', { name: `Received back of order ${order.orderNumber}` }),
  ])
    await expect(seen).toBeInViewport({ ratio: 1 });
  await expectNoSideways(page);
  // What to do next is one button: whatever else can be done looks less important.
  await expect(details.locator('.btn-primary')).toHaveText([/^Received back/]);

  const { width = 0 } = (await details.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(DESK.width * 0.9);

  await page.setViewportSize(PHONE);
  const places = await Promise.all(
    ['Parcel that came back', 'Items', 'Shipments', 'Customer', 'What happened'].map(
      async (name) => (await details.getByRole('region', { name, exact: true }).boundingBox())?.y ?? Number.NaN,
    ),
  );
  expect(places).toEqual([...places].sort((one, other) => one - other));
  await expect(details.getByRole('region', { name: 'Parcel that came back' })).toBeInViewport({ ratio: 1 });
  await expect(details.getByRole('region', { name: 'Items' }).getByRole('listitem').first()).toBeInViewport();
  await expect(details.getByRole('button', { name: `Received back of order ${order.orderNumber}` })).toBeInViewport({ ratio: 1 });
  await expectNoSideways(page);
});

test('an order is read and left with the keyboard: Tab goes through it as it is read, Esc gives the focus back to its row; a payment is told apart only where the status does not say it', async ({
  page,
  staff,
}) => {
  await page.setViewportSize(DESK);
  const order = await staff.order();
  await page.goto(`/admin/orders?search=${order.orderNumber}`);
  const row = page.getByRole('link', { name: order.orderNumber, exact: true });
  await row.focus();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'Order Details' });
  await expect(details.getByRole('button', { name: 'Close' })).toBeFocused();

  const stops = [
    details.getByRole('combobox', { name: `Status of order ${order.orderNumber}` }),
    details.getByRole('button', { name: 'Packing slip' }),
    details.getByRole('link', { name: order.customerPhone }),
    details.getByLabel('Note for staff'),
    details.getByRole('button', { name: 'Delete' }),
    details.getByRole('button', { name: 'Edit' }),
    details.getByRole('button', { name: `Start processing of order ${order.orderNumber}` }),
  ];
  for (const stop of stops) {
    const isHere = () => stop.evaluate((control) => control === document.activeElement);
    for (let tabs = 0; tabs < 10 && !(await isHere()); tabs += 1) await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
    await expect(stop).toBeInViewport();
  }
  const payment = details.getByRole('definition').filter({ hasText: 'Cash on Delivery' });
  await expect(payment).toHaveText('Cash on Delivery');
  await details.getByRole('combobox', { name: /^Status of order/ }).click();
  await page.getByRole('option', { name: 'Cancelled' }).click();
  await expect(payment).toHaveText('Cash on Delivery · Nothing due');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(row).toBeFocused();
});
