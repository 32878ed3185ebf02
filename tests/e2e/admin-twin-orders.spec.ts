import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test('at the desk two orders of one phone are seen side by side, merged into the earlier one, and both pages say so; those that are both wanted are asked about once', async ({
  page,
  staff,
}) => {
  const phone = () => `0308 ${Math.floor(1_000_000 + Math.random() * 8_999_999)}`;
  const twins = async () => {
    const customerPhone = phone();
    return [
      await staff.order({ customerPhone }),
      await staff.order({ customerPhone, customerAddress: 'Shop 4, Tariq Road, Karachi' }),
    ];
  };
  const [first, second] = await twins();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/confirm?order=${second.id}`);
  const twin = page.getByRole('region', { name: `Twin order ${first.orderNumber}` });
  await expect(twin).toContainText('The same order twice?');
  await expect(twin).toContainText('It goes to another address');
  await expectNoFindings(page, { widths: [390, 1440], what: 'a twin', alone: true });
  await twin.getByRole('button', { name: new RegExp(`^Merge into ${first.orderNumber}`) }).click();
  const merged = page.getByRole('article', { name: `Order ${first.orderNumber}` });
  await expect(merged).toContainText('4 items');
  await expect(page.getByRole('region', { name: /^Twin order/ })).toHaveCount(0);
  expect((await staff.call('GET', `/orders/${second.id}`)).status).toBe('cancelled');
  await page.goto(`/order/${second.orderNumber}#${second.pageKey}`);
  await expect(page.getByText(`Its pieces come with your order ${first.orderNumber}`)).toBeVisible();

  const [one, other] = await twins();
  await page.goto(`/admin/orders/${one.orderNumber}`);
  await page
    .getByRole('region', { name: `Twin order ${other.orderNumber}` })
    .getByRole('button', { name: 'Keep both' })
    .click();
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(
    `Kept beside ${other.orderNumber}: both are wanted`,
  );
  await page.goto(`/admin/orders/${other.orderNumber}`);
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('Kept beside');
  await expect(page.getByRole('region', { name: /^Twin order/ })).toHaveCount(0);

  const [kept, duplicate] = await twins();
  await page.goto(`/admin/orders/${kept.orderNumber}`);
  const region = page.getByRole('region', { name: `Twin order ${duplicate.orderNumber}` });
  await expect(region).toContainText('Merged, both cost Rs. ');
  await region.getByRole('button', { name: `Cancel the duplicate, ${duplicate.orderNumber}` }).click();
  const question = page.getByRole('alertdialog', { name: `Cancel ${duplicate.orderNumber}?` });
  const reason = question.getByRole('textbox', { name: 'Reason' });
  await reason.fill('');
  await expect(question.getByRole('button', { name: `Cancel ${duplicate.orderNumber}` })).toBeDisabled();
  await reason.fill('She pressed twice');
  await expectNoFindings(page, { widths: [390, 1440], what: 'the question', alone: true });
  await question.getByRole('button', { name: `Cancel ${duplicate.orderNumber}` }).click();
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(
    `${duplicate.orderNumber} was cancelled as its duplicate`,
  );
  await page.goto(`/admin/orders/${duplicate.orderNumber}`);
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(
    `Cancelled as a duplicate of ${kept.orderNumber}: She pressed twice`,
  );
});
