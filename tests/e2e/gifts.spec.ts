import { randomUUID } from 'node:crypto';
import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { completeOrder, keep, LIPSTICK, orderNumberShown, signUp } from '#tests/setup/browsers/shopper.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

const WIDTHS = { widths: [390, 1440] };

test('a gift goes to a saved address: wrapped, with a card, no prices, and the rider calls whom it is for', async ({
  page,
  staff,
  forgive,
}) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await signUp(page, `${randomUUID()}@example.com`);
  const street = `House ${randomUUID()}`;
  const book = page.getByRole('region', { name: 'Saved addresses' });
  await book.getByRole('button', { name: 'Add an address' }).click();
  for (const [label, text] of Object.entries({ Name: 'Hina Shah', Phone: '0321 7654321', Address: street, City: 'Multan' }))
    await book.getByLabel(label, { exact: true }).fill(text);
  await book.getByRole('button', { name: 'Save' }).click();
  await expect(book.getByRole('listitem')).toHaveText([/Hina Shah/]);

  await keep(page, { cart_v1: [{ product: LIPSTICK, quantity: 1 }] });
  await page.goto('/checkout');
  await expect(page.getByLabel('First name')).toHaveValue('Sana');
  await page.getByRole('textbox', { name: 'Phone' }).fill('0300 1112223');
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  await next.click();
  // The only address is chosen beforehand, and says whom it is for.
  await expect(page.getByRole('radio', { name: street })).toBeChecked();
  const to = page.getByLabel('Who gets it');
  await expect(to).toHaveValue('Hina Shah');
  await expect(page.getByLabel('Their phone')).toHaveValue('+923217654321');

  await page.getByLabel('This is a gift').check();
  const words = page.getByLabel('Words for the card');
  await words.fill(`Eid Mubarak ${'x'.repeat(200)}`);
  await page.getByLabel('No prices in the parcel').check();
  await page.getByLabel('Gift wrap, Rs. 150').check();
  await page.getByLabel('Their phone').fill('0321 76');
  await page.getByLabel('Their phone').blur();
  await expect(page.getByLabel('Their phone')).toHaveAccessibleDescription(/11 digits/);
  await expectNoFindings(page, { ...WIDTHS, what: 'a gift at the checkout' });
  await page.getByLabel('Their phone').fill('0321 7654321');
  await next.click();
  await expect(page.getByText('Whoever takes the parcel pays Rs. 1,540 in cash')).toBeVisible();
  // What the shop refuses is said at its field.
  forgive(/422/);
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(words).toHaveAccessibleDescription(/200/);
  await expect(words).toBeFocused();
  await words.fill('Eid Mubarak, meri jaan');
  await page.reload();
  await expect(words).toHaveValue('Eid Mubarak, meri jaan');
  await next.click();
  const answer = await completeOrder(page);
  expect(answer.status()).toBe(201);
  const { id, pageKey } = (await answer.json()).data;
  const orderNumber = await orderNumberShown(page);

  await page.goto(`/order/${orderNumber}#${pageKey}`);
  await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('Goes toH••• S••• · 0321•••••21');
  await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('Eid Mubarak, meri jaan');
  await expect(page.locator('main')).toContainText('Gift wrapRs. 150');
  await expectNoFindings(page, { ...WIDTHS, what: 'the page of a gift' });

  await staff.call('POST', `/confirmations/${id}/attempts`, { how: 'call', outcome: 'confirmed' });
  await page.goto(`/admin/orders/${orderNumber}`);
  const facts = page.getByRole('region', { name: 'Customer', exact: true });
  await expect(facts).toContainText('Wrap it · Enclose the card · No prices in the parcel');
  await expect(facts.getByRole('link', { name: '+923217654321' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Items' }).or(page.getByText('Gift wrap')).first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const slip = page.locator('.slip').first();
  await expect(slip).toContainText('Hina Shah');
  await expect(slip).not.toContainText('1,190');
  await expect(page.locator('.slip-card')).toContainText('Eid Mubarak, meri jaan');
  await page.emulateMedia({ media: null });
  await expectNoFindings(page, { ...WIDTHS, what: 'the order of a gift' });

  await page.goto(`/admin/pack/${orderNumber}`);
  await expect(page.getByRole('region', { name: 'Gift' })).toContainText('Gift: wrap it, enclose the note, no prices');
  await expectNoFindings(page, { ...WIDTHS, what: 'packing a gift', alone: true });
});
