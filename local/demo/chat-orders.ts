/** Two orders that the desk wrote down from a chat: one waits for its advance since yesterday, the other was written down twice and is deleted. */
import { orderTotal } from '#domain/cart/delivery-charge.ts';
import { orderPayload } from '#domain/orders/contract.ts';
import { knownCity } from '#domain/places/cities.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import type { Shop } from './play.ts';

const CUSTOMER = {
  customerName: 'Saira Hashmi',
  customerEmail: 'saira.hashmi@mail.example',
  // Below the numbers of orders.ts.
  customerPhone: '0399 2139000',
  customerAddress: 'House 12, Street 4, Kachnar Society',
  city: 'Multan',
};

/** Plans both. */
export function planChatOrders({ plan, team, query, call }: Shop): void {
  /** As other orders of the demo have a key: `npm run demo:clear` knows them by it. */
  const writeDown = async (key: string, quantity: number) => {
    const [piece] = await query<{ productId: string; price: number }>(
      `select p.id as "productId", p.price::float8 as price from public.products p
        where p.archived_at is null and p.is_available and p.colors = '{}' and p.sizes = '{}' and p.stock_quantity > 8 and p.price > 1500
        order by p.price, p.id limit 1`,
    );
    if (!piece) return null;
    const totalAmount = orderTotal(piece.price * quantity, DEFAULT_SETTINGS.delivery);
    const payload = orderPayload.parse({ ...CUSTOMER, items: [{ ...piece, quantity }], totalAmount });
    const sent = { ...payload, ...knownCity(payload), source: 'whatsapp', repeat: true };
    const placing = [sent, DEFAULT_SETTINGS.delivery, key, null, null, null, team.desk];
    return (await call<{ id: string }>('place_order', ...placing)).id;
  };

  plan(-3, 12.3, async () => {
    const id = await writeDown('demo-advance', 6);
    if (!id) return;
    const reason = 'Six of one piece: we ask for a third in advance.';
    // Counted by day, it is due the day after tomorrow before noon.
    plan(-3, 12.8, () => call('ask_for_advance', id, { basis: 'share', percent: 33, hours: 24, reason }, team.desk));
    const note = 'Reminded on WhatsApp: she pays tonight, her brother has the account.';
    plan(-2, 17.4, () => call('add_order_note', id, note, team.desk));
  });
  plan(-2, 13.2, async () => {
    const id = await writeDown('demo-twice', 1);
    plan(-2, 13.5, () => call('archive_order', id, team.manager));
  });
}
