import type { Page } from '@playwright/test';
import { findings } from '#tests/setup/browsers/axe.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

async function newParcel(staff: Staff, customerName: string, trackingNumber = '') {
  const order = await staff.order({
    customerName,
    customerEmail: `${customerName.toLowerCase().replaceAll(' ', '.')}@example.com`,
  });
  return staff.call('POST', '/shipments', { orderId: order.id, trackingNumber });
}

const parcelOf = (staff: Staff, { id }: { id: string }) => staff.call('GET', `/shipments/${id}`);
const lineOf = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Lines' }).getByRole('listitem').filter({ hasText: text });

test('pasted tracking numbers say line by line what will become of them, and are saved at once', async ({ page, staff }) => {
  const [fresh, numbered, other] = [
    await newParcel(staff, 'Fresh Farida'),
    await newParcel(staff, 'Numbered Nadia', 'PASTED-OLD'),
    await newParcel(staff, 'Other Omar', 'PASTED-USED'),
  ];
  await page.goto('/admin/shipments');
  await page.getByRole('button', { name: 'Paste tracking numbers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste tracking numbers' });
  const field = dialog.getByRole('textbox', { name: 'A parcel a line' });
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(field).toHaveAccessibleDescription('Paste the numbers first');
  await field.fill('PASTED-1\nPASTED-2');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(field).toHaveAccessibleDescription(/^These are tracking numbers alone\./);

  // One number for two parcels, and two numbers for one: nobody knows which is meant.
  const muddled = [
    `${fresh.orderNumber} PASTED-1`,
    `${numbered.orderNumber} pasted-1`,
    `${other.orderNumber} PASTED-2`,
    `${other.shipmentNumber} PASTED-3`,
  ];
  await field.fill(muddled.join('\n'));
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByRole('status')).toHaveText('4 refused');
  await expect(dialog.getByText(/^Line \d says otherwise$/)).toHaveText(
    [2, 1, 4, 3].map((place) => `Line ${place} says otherwise`),
  );
  await dialog.getByRole('button', { name: 'Back to the text' }).click();
  await expect(field).toHaveValue(muddled.join('\n'));

  await field.fill(
    [
      `${fresh.orderNumber}\tPASTED-1`,
      `${numbered.shipmentNumber}, PASTED-2`,
      `${other.orderNumber} pasted-used`,
      `ORD-99999999 PASTED-3`,
      `${fresh.orderNumber}\tPASTED-1`,
    ].join('\n'),
  );
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 will change · 2 refused · 1 unchanged');
  await expect(lineOf(page, 'Fresh Farida').first()).toContainText('Repeats line 1');
  await expect(lineOf(page, 'Numbered Nadia')).toContainText('Gets PASTED-2 instead of PASTED-OLD');
  await expect(lineOf(page, 'Other Omar')).toContainText('Nothing to change');
  await expect(lineOf(page, 'ORD-99999999')).toContainText('No order, shipment or tracking number is this');
  expect(await findings(page)).toEqual([]);

  // Somebody takes one of the numbers between looking and saving.
  await staff.call('PUT', `/shipments/${other.id}`, { trackingNumber: 'PASTED-2' });
  await dialog.getByRole('button', { name: 'Save 2 tracking numbers' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 done · 3 refused · 1 unchanged');
  await expect(lineOf(page, 'Numbered Nadia')).toContainText(
    `${other.shipmentNumber} of ${other.orderNumber} has this tracking number already`,
  );
  expect((await parcelOf(staff, fresh)).trackingNumber).toBe('PASTED-1');
  expect((await parcelOf(staff, numbered)).trackingNumber).toBe('PASTED-OLD');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
});

test('a column of tracking numbers fills the selected parcels in the order of the list, whatever was selected first', async ({
  page,
  staff,
}) => {
  const order = await staff.order({ customerName: 'Column Kiran', customerEmail: 'kiran@example.com' });
  const parcels = [];
  for (let n = 0; n < 3; n += 1) parcels.push(await staff.call('POST', '/shipments', { orderId: order.id }));
  // The newest is on top.
  const [bottom, middle, top] = parcels;
  await page.goto(`/admin/shipments?orderNumber=${order.orderNumber}`);
  for (const { shipmentNumber } of [middle, bottom, top]) {
    await page.getByRole('checkbox', { name: `Select shipment ${shipmentNumber}` }).check();
  }
  await page.getByRole('region', { name: 'Selected shipments' }).getByRole('button', { name: 'Tracking numbers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste tracking numbers' });
  await dialog.getByRole('textbox').fill(`${order.orderNumber}/A\n${order.orderNumber}/B`.replaceAll('ORD-', 'C'));
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 will change · 1 refused');
  const code = order.orderNumber.replace('ORD-', 'C');
  await expect(lineOf(page, bottom.shipmentNumber)).toContainText('No tracking number is left for it');
  await dialog.getByRole('button', { name: 'Save 2 tracking numbers' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 done · 1 refused');
  expect(await Promise.all(parcels.map(async (parcel) => (await parcelOf(staff, parcel)).trackingNumber))).toEqual([
    '',
    `${code}/B`,
    `${code}/A`,
  ]);
});

test('parcels are delivered by the numbers that a courier lists; one that came back needs a reason; typed text is asked about', async ({
  page,
  staff,
}) => {
  const [sent, back] = [await newParcel(staff, 'Sent Sadia', 'LIST 1'), await newParcel(staff, 'Back Bano')];
  await staff.call('PUT', `/shipments/${back.id}/status`, { status: 'returned' });
  await page.goto('/admin/shipments');
  await page.getByRole('button', { name: 'Delivered or returned' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set status by numbers' });
  await dialog.getByRole('textbox', { name: 'Numbers' }).fill(`list1\n${back.orderNumber}\nNOWHERE-1`);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();

  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 will change · 2 refused');
  await expect(lineOf(page, 'Sent Sadia')).toContainText('Preparing → DeliveredOrder Pending → Delivered, paid');
  await expect(lineOf(page, 'Back Bano')).toContainText(`${back.shipmentNumber} failed or came back`);
  await dialog
    .getByRole('textbox', { name: 'Why 1 parcel that failed or came back is delivered all the same' })
    .fill('Second attempt');
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 will change · 1 refused');
  expect((await parcelOf(staff, sent)).status).toBe('preparing');
  expect(await findings(page)).toEqual([]);

  await dialog.getByRole('button', { name: 'Set 2 parcels to Delivered' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 done · 1 refused');
  for (const parcel of [sent, back]) {
    expect(await parcelOf(staff, parcel)).toMatchObject({ status: 'delivered', orderStatus: 'delivered', toCollect: 0 });
  }
});
