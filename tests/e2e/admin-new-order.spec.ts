import { addBangles } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, permissions: ['clipboard-read', 'clipboard-write'] });

/** Bangles of the test's own: five of 2.4 and seven of 2.6. */
const someBangles = (staff: Staff) => addBangles(staff, { '2.4': 5, '2.6': 7 }, { price: 1200 });

/** A chat with somebody whom no other test knows. */
let people = 0;
function chatWith(piece: string) {
  people += 1;
  const phone = `0346 ${String(Date.now() + people).slice(-7)}`;
  return {
    phone: `+92${phone.replace(/\D/g, '').slice(1)}`,
    text: `Assalam o alaikum\nNaam: Hira Malik\nPhone: ${phone}\nAddress: House ${people}, Street 4, Model Town\nLahore\n${piece}\nGift wrap it`,
  };
}

const ordersOf = (staff: Staff, phone: string) => staff.call('GET', `/orders?search=${encodeURIComponent(phone)}`);

test('a chat that was copied becomes an order by touch, and its secret page goes back by WhatsApp', async ({
  page,
  staff,
  shop,
}, testInfo) => {
  const { id } = await someBangles(staff);
  const chat = chatWith(`${shop.url}/product/${id}`);
  await page.goto('/admin/new-order');
  await page.evaluate((text) => navigator.clipboard.writeText(text), chat.text);
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('listitem').first()).toBeVisible();

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const long = `${chat.text}\n${'Salam. '.repeat(1_200)}`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), long);
  await page.getByRole('button', { name: 'Paste' }).tap();
  const box = page.getByRole('textbox', { name: 'Paste the chat' });
  await expect(box).toHaveAccessibleDescription('At most 8000 characters: leave only the order in it');
  await expect(box).toHaveValue(long);
  await box.clear();
  await page.evaluate((text) => navigator.clipboard.writeText(text), chat.text);

  const begin = performance.now();
  let presses = 0;
  const press = async (name: string | RegExp) => {
    presses += 1;
    await page.getByRole('button', { name }).tap();
  };
  await press('Paste');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Hira Malik');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('From the chat: “Naam: Hira Malik”');
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Lahore');
  await expect(page.getByText('Gift wrap it')).toBeVisible();
  await expect(page.getByText('Choose a size')).toBeVisible();
  await press(/^2\.6/);
  await expect(page.getByRole('status').getByText('Rs. 1,400')).toBeVisible();
  await press('Place Order');
  const placed = page.getByRole('region', { name: 'Placed order' });
  await expect(placed).toContainText(/Order ORD-\d+ of Hira Malik is placed: Rs\.\s1,400/);
  const seconds = (performance.now() - begin) / 1000;
  testInfo.annotations.push({ type: 'phone order', description: `${presses} presses, ${seconds.toFixed(1)} s` });

  const [order] = await ordersOf(staff, chat.phone);
  expect(order).toMatchObject({
    source: 'whatsapp',
    customerEmail: '',
    items: [{ productId: id, selectedSize: '2.6', quantity: 1 }],
  });
  const { link } = await staff.call('GET', `/orders/${order.id}/page-link`);
  const send = placed.getByRole('link', { name: 'Send by WhatsApp' });
  await expect(send).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/${chat.phone.slice(1)}\\?text=.*${encodeURIComponent(link.split('#')[1])}`),
  );
  await placed.getByRole('button', { name: 'English' }).tap();
  await expect(placed).toContainText(link);
});

test('a piece of a chat that is not certain is asked about, and taken with its photo', async ({ page }) => {
  const { text } = chatWith('Pearl Matha Tikka blue color mein 2 pcs\nsilver ring chahiye');
  await page.goto('/admin/new-order');
  await page.getByRole('textbox', { name: 'Paste the chat' }).fill(text);
  await page.getByRole('button', { name: 'Read', exact: true }).tap();
  const questions = page.getByRole('list', { name: 'Pieces to decide' });
  const tikka = questions
    .getByRole('listitem')
    .filter({ hasText: 'Pearl Matha Tikka does not come in Blue. Take it in another?' });
  await expect(tikka).toContainText('“Pearl Matha Tikka blue color mein 2 pcs”');
  await expect(page.getByText('2 pieces of the chat are to decide')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled();
  await tikka.getByRole('button', { name: /^Pearl Matha Tikka/ }).tap();
  const line = page.getByRole('list', { name: 'Pieces of the order' }).getByRole('listitem', { name: 'Pearl Matha Tikka' });
  await expect(line).toContainText('“Pearl Matha Tikka blue color mein 2 pcs”');
  await expect(line.getByRole('button', { name: 'Green' })).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await questions.getByRole('button', { name: 'None of these: silver ring chahiye' }).tap();
  await expect(questions).toBeHidden();
});

test('an order on the phone is typed and picked by photo; the draft survives a reload and a lost line', async ({
  page,
  staff,
  context,
  forgive,
}) => {
  forgive(/ERR_INTERNET_DISCONNECTED/);
  const { name } = await someBangles(staff);
  const { phone } = chatWith('');
  await page.goto('/admin/orders');
  await expect(page.getByRole('main').getByRole('link', { name: 'New Order' })).toBeVisible();
  await page.keyboard.press('n');
  await page.getByRole('searchbox', { name: 'Add a piece' }).fill(name);
  await page.getByRole('button', { name: new RegExp(`^Add ${name}`) }).tap();
  await page.getByRole('button', { name: /^2\.4/ }).tap();
  await page.getByRole('button', { name: `One ${name} more` }).tap();
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill(phone);
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Mall Road');
  await page.getByRole('button', { name: 'Phone', exact: true }).tap();
  await page.getByRole('button', { name: 'Place Order' }).tap();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Required');
  await page.getByRole('textbox', { name: 'Name' }).fill('Bilal Ahmed');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Bilal Ahmed');
  await expect(page.getByRole('status').getByText('Rs. 2,600')).toBeVisible();

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Place Order' }).tap();
  await expect(page.getByRole('alert').filter({ hasText: 'It stays here' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Place Order' }).tap();
  await expect(page.getByRole('region', { name: 'Placed order' })).toContainText('Bilal Ahmed');
  const orders = await ordersOf(staff, phone);
  expect(orders).toMatchObject([{ source: 'phone', items: [{ selectedSize: '2.4', quantity: 2 }] }]);
});

test('an order of the counter needs no address: it is collected in the shop, without delivery, and is delivered in one step', async ({
  page,
  staff,
  forgive,
}) => {
  const { name } = await someBangles(staff);
  const { phone } = chatWith('');
  await page.goto('/admin/new-order');
  await page.getByRole('searchbox', { name: 'Add a piece' }).fill(name);
  await page.getByRole('button', { name: new RegExp(`^Add ${name}`) }).tap();
  await page.getByRole('button', { name: /^2\.4/ }).tap();
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill(phone);
  await page.getByRole('textbox', { name: 'Name' }).fill('Walk-in');
  await expect(page.getByRole('status').getByText('with Rs. 200 delivery')).toBeVisible();
  await page.getByRole('button', { name: 'Place Order' }).tap();
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription('Required');
  await page.getByRole('button', { name: 'Counter' }).tap();
  await expect(page.getByRole('status').getByText('collected in the shop')).toBeVisible();
  await page.getByRole('button', { name: 'Place Order' }).tap();
  await expect(page.getByRole('region', { name: 'Placed order' })).toContainText('of Walk-in is placed: Rs. 1,200');

  const [order] = await ordersOf(staff, phone);
  await page.goto((await staff.call('GET', `/orders/${order.id}/page-link`)).link);
  const delivery = page.getByRole('region', { name: 'Delivery' });
  await expect(delivery.getByText('Collected in the shop')).toBeVisible();
  await expect(delivery.getByRole('button', { name: 'Correct the address' })).toBeHidden();
  await expect(page.getByText('Your parcel has not left yet')).toBeHidden();

  await page.goto(`/admin/orders/${order.orderNumber}`);
  const details = page.getByRole('dialog', { name: 'Order Details' });
  await expect(details.getByText('Collected in the shop')).toBeVisible();
  await expect(details.getByText('Unknown city')).toBeHidden();
  await details.getByRole('button', { name: /^Delivered/ }).tap();
  // Nobody guesses who has been paid: it is refused first.
  forgive(/422/);
  const question = page.getByRole('dialog', { name: 'Who has the cash?' });
  await question.getByRole('button', { name: 'Save' }).tap();
  await expect(question).toContainText('Choose who has it');
  await question.getByLabel('The cash is').tap();
  await page.getByRole('option', { name: 'With us, in cash' }).tap();
  await question.getByRole('button', { name: 'Save' }).tap();
  await expect(details.getByText('Paid', { exact: true })).toBeVisible();
  expect((await staff.call('GET', `/orders/${order.id}`)).status).toBe('delivered');
});

test('an order whose total has changed shows the new one, and one that is repeated is asked about', async ({
  page,
  staff,
  shop,
  forgive,
}) => {
  forgive(/409/);
  const { id } = await someBangles(staff);
  const chat = chatWith(`${shop.url}/product/${id} size 2.6`);
  const paste = async () => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), chat.text);
    await page.getByRole('button', { name: 'Paste' }).tap();
    await expect(page.getByText('Rs. 200 delivery')).toBeVisible();
  };
  await page.goto('/admin/new-order');
  await paste();
  await staff.call('PUT', `/products/${id}`, { price: 1300 });
  await page.getByRole('button', { name: 'Place Order' }).tap();
  await expect(page.getByRole('alert').filter({ hasText: 'Prices have changed' })).toBeVisible();
  await expect(page.getByRole('status').getByText('Rs. 1,500')).toBeVisible();
  await page.getByRole('button', { name: 'Place Order' }).tap();
  await page.getByRole('button', { name: 'Next order' }).tap();

  await paste();
  await page.getByRole('button', { name: 'Place Order' }).tap();
  const question = page.getByRole('alertdialog', { name: 'Order it again?' });
  await expect(question).toContainText('You placed this same order a moment ago');
  await question.getByRole('button', { name: 'Order Again' }).tap();
  await expect(page.getByRole('region', { name: 'Placed order' })).toBeVisible();
  expect(await ordersOf(staff, chat.phone)).toHaveLength(2);
});
