import { LIPSTICK as BOUGHT, cartOf, keep, kept, NAIL_POLISH, openCart } from '#tests/setup/browsers/shopper.ts';
import { addProduct, openProducts, own } from '#tests/setup/browsers/staff-products.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

test('staff pick what goes well with a product, put it in order and take it out again, all by keyboard', async ({
  page,
  staff,
}) => {
  const word = own('Zarb').replace(' ', '');
  const product = await addProduct(staff, { name: `${word} Kangan` });
  const [ring, comb] = [
    await addProduct(staff, { name: `${word} Ring`, price: 700 }),
    await addProduct(staff, { name: `${word} Comb`, stockQuantity: 0 }),
  ];
  await openProducts(page, product.name);
  const edit = page.getByRole('button', { name: `Edit ${product.name}` });
  const form = page.getByRole('dialog', { name: 'Edit Product' });
  const picked = form.getByRole('list', { name: 'Goes well with, in this order' });
  const box = form.getByRole('combobox', { name: 'Add a product' });
  const openPicks = async () => {
    await edit.focus();
    await page.keyboard.press('Enter');
    await form.getByRole('tab', { name: 'Details' }).click();
  };
  const add = async (name: string) => {
    await page.keyboard.type(name);
    // Other products may follow: a made-up word can mean something to the search.
    await expect(page.getByRole('option').first()).toContainText(name);
    // Enter waits for no choices: while they belong to an earlier text it does nothing.
    await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
    await page.keyboard.press('Enter');
    await expect(picked.getByRole('listitem').filter({ hasText: name })).toBeVisible();
    await expect(box).toBeFocused();
  };
  await openPicks();
  await box.focus();
  await add(`${word} Ring`);
  // The product itself and what is picked already are no choices.
  await add(`${word} Comb`);
  await expect(picked.getByRole('listitem')).toHaveText([/Ring.*Rs.\s700/, /Comb.*sold out, not shown/]);
  await picked.getByRole('button', { name: `Move ${word} Comb up` }).press('Enter');
  await expect(picked.getByRole('button', { name: `Move ${word} Comb down` })).toBeFocused();
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(form).toBeHidden();
  const picks = async () => (await staff.call('GET', `/products/${product.id}`)).goesWith;
  expect(await picks()).toEqual([comb.id, ring.id]);

  await openPicks();
  await picked.getByRole('button', { name: `Remove ${word} Comb` }).press('Enter');
  await expect(box).toBeFocused();
  await expect(form.getByText(/^1 of \d+$/)).toBeVisible();
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(form).toBeHidden();
  expect(await picks()).toEqual([ring.id]);
});

test.describe('in the shop', () => {
  test.use({ signedIn: false, viewport: { width: 390, height: 844 } });

  test('the cart offers what goes well with its pieces, adds it there, and offers nothing that is in it', async ({
    page,
    shop,
  }) => {
    // As the demo shop's staff picked it: powder, in two colours, and nail polish.
    await page.goto(shop.productUrl('velvet-matte-lipstick-duo'));
    const beside = page.getByRole('region', { name: 'Goes well with' });
    await expect(beside.getByRole('article').first()).toContainText('Gold Compact Powder');

    await keep(page, { cart_v1: [{ product: BOUGHT, quantity: 1 }] });
    await page.goto('/about');
    await openCart(page);
    const offered = cartOf(page).getByRole('region', { name: 'Goes well with' });
    await expect(offered.getByRole('listitem')).toHaveText([
      /Gold Compact Powder.*Choose/,
      /Gel Shine Nail Polish Trio.*Rs.\s450.*Add/,
    ]);
    await offered.getByRole('button', { name: 'Add: Gel Shine Nail Polish Trio' }).press('Enter');
    await expect(offered.getByRole('listitem')).toHaveText([/Gold Compact Powder/]);
    await expect(cartOf(page).getByRole('heading', { level: 2 })).toBeFocused();
    expect((await kept(page, 'cart_v1')).map(({ product }: any) => product.id)).toEqual([BOUGHT.id, NAIL_POLISH.id]);

    await offered.getByRole('button', { name: 'Choose: Gold Compact Powder' }).click();
    await page
      .getByRole('dialog', { name: 'Select a colour of Gold Compact Powder' })
      .getByRole('button', { name: 'Beige' })
      .click();
    await expect(offered).toHaveCount(0);
  });
});
