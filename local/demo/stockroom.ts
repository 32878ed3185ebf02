/** What comes from suppliers in the demo's history, and what staff correct by hand. */
import { purchaseOrderPayload } from '#domain/purchase-orders/contract.ts';
import { HOUR } from './agenda.ts';
import type { Story } from './story.ts';

/** The id of a product of `supabase/seed.sql` by its number there. */
const productId = (number: number) => `68f0a1${String(number).padStart(18, '0')}`;

interface Choice {
  color?: string;
  size?: string;
}

interface Purchase {
  supplierName: string;
  supplierEmail: string;
  supplierPhone: string;
  supplierAddress: string;
  notes?: string;
  /** Product number, pieces, rupees for one, and the choice where pieces are counted by it. */
  lines: [product: number, pieces: number, unitCost: number, choice?: Choice][];
  /** The days on which it was written, ordered and expected. */
  written: number;
  ordered?: number;
  expected?: number;
  cancelled?: number;
  /** What came: the day, and received and damaged pieces of each line in order. */
  receipts?: { day: number; pieces: [received: number, damaged: number][]; notes?: string }[];
}

const SIALKOT = {
  supplierName: 'Al-Naqqash Metal Works',
  supplierEmail: 'orders@al-naqqash.example',
  supplierPhone: '0399 7000101',
  supplierAddress: 'Shed 14, Gulnar Industrial Lane, Sialkot',
};
const LAHORE = {
  supplierName: 'Kundan Karigar House',
  supplierEmail: 'karigar@kundan-house.example',
  supplierPhone: '0399 7000202',
  supplierAddress: 'First floor, Chambeli Market, Lahore',
};
const KARACHI = {
  supplierName: 'Moti Bazaar Pearl Traders',
  supplierEmail: 'sales@motibazaar.example',
  supplierPhone: '0399 7000303',
  supplierAddress: 'Shop 8, Kachnar Arcade, Karachi',
};
const COSMETICS = {
  supplierName: 'Gulab Cosmetics Distribution',
  supplierEmail: 'trade@gulab.example',
  supplierPhone: '0399 7000404',
  supplierAddress: 'Godown 3, Nargis Road, Faisalabad',
};

const PURCHASES: Purchase[] = [
  {
    ...SIALKOT,
    lines: [
      [204, 40, 340],
      [212, 30, 580],
      [213, 30, 690],
    ],
    written: -54,
    ordered: -53,
    expected: -45,
    receipts: [
      {
        day: -46,
        pieces: [
          [40, 0],
          [30, 2],
          [30, 0],
        ],
        notes: 'Two chains kinked in the box, photos sent to the supplier',
      },
    ],
  },
  {
    ...LAHORE,
    lines: [
      [229, 6, 7200],
      [207, 10, 2350],
      [201, 25, 980],
    ],
    written: -40,
    ordered: -39,
    expected: -30,
    receipts: [
      {
        day: -32,
        pieces: [
          [4, 0],
          [10, 0],
          [25, 0],
        ],
      },
      { day: -27, pieces: [[2, 0]], notes: 'The last two chokers' },
    ],
  },
  {
    ...COSMETICS,
    notes: 'The price went up by a third after we ordered',
    lines: [[235, 24, 1150]],
    written: -29,
    ordered: -28,
    expected: -20,
    cancelled: -25,
  },
  {
    ...KARACHI,
    lines: [
      [205, 40, 310],
      [222, 25, 480],
      [206, 30, 250],
    ],
    written: -15,
    ordered: -14,
    expected: 2,
    receipts: [
      {
        day: -5,
        pieces: [
          [40, 0],
          [10, 1],
        ],
        notes: 'The flower studs and the other bracelets come with the next van',
      },
    ],
  },
  {
    ...SIALKOT,
    lines: [
      [224, 6, 1750, { color: 'Black' }],
      [224, 6, 1750, { color: 'Burgundy' }],
      [209, 15, 1300],
    ],
    written: -6,
    ordered: -5,
    expected: 5,
  },
  {
    ...LAHORE,
    notes: 'For the wedding season. Ask for the red stones again before ordering.',
    lines: [
      [203, 15, 1280],
      [231, 8, 900],
      [215, 6, 890, { color: 'Gold', size: '9' }],
      [215, 6, 890, { color: 'Silver', size: '11' }],
    ],
    written: -1,
  },
];

const CORRECTIONS: {
  day: number;
  product: number;
  size?: string;
  kind: 'damage' | 'return' | 'adjustment';
  pieces: number;
  notes: string;
}[] = [
  { day: -44, product: 214, size: '8', kind: 'damage', pieces: 2, notes: 'Stones loose, found while packing' },
  { day: -34, product: 220, kind: 'return', pieces: 1, notes: 'Too large for her, sent back unworn' },
  { day: -30, product: 234, kind: 'adjustment', pieces: -1, notes: 'Monthly count: one box missing' },
  { day: -21, product: 210, kind: 'return', pieces: 1, notes: 'Exchanged for the beige one' },
  { day: -13, product: 235, kind: 'damage', pieces: 1, notes: 'Leaked in the carton' },
  { day: -8, product: 226, kind: 'adjustment', pieces: 0, notes: 'Counted again: the number is right' },
  { day: -2, product: 233, kind: 'damage', pieces: 1, notes: 'Fell while the shelf was moved' },
];

/** Plans purchase orders, their receipts, and corrections of the stock. */
export function planStockroom(story: Story): void {
  for (const purchase of PURCHASES) planPurchase(story, purchase);
  for (const correction of CORRECTIONS) planCorrection(story, correction);
}

function planPurchase({ agenda, query, staff }: Story, purchase: Purchase): void {
  const { lines, written, ordered, expected, cancelled, receipts = [], ...supplier } = purchase;
  const workday = (day: number, hour: number) => agenda.startOfDay(day) + hour * HOUR;
  agenda.at(workday(written, 15.3), async () => {
    const payload = purchaseOrderPayload.parse({
      ...supplier,
      items: lines.map(([product, quantity, unitCost, choice]) => ({
        productId: productId(product),
        quantity,
        unitCost,
        ...choice,
      })),
      expectedDeliveryDate: expected === undefined ? null : agenda.dateOf(agenda.startOfDay(expected)),
    });
    const [created] = await query<{ id: string; items: string[] }>(
      `select o ->> 'id' as id, array (select i ->> 'id' from jsonb_array_elements(o -> 'items') i) as items
         from public.create_purchase_order($1::jsonb) o`,
      [JSON.stringify(payload)],
    );
    if (!created) return;
    const setStatus = (day: number | undefined, status: string) => {
      if (day === undefined) return;
      agenda.at(workday(day, 11.2), async () => {
        const sql = 'select public.set_purchase_order_status($1, $2::shop.purchase_order_status, $3::uuid)';
        await query(sql, [created.id, status, staff]);
      });
    };
    setStatus(ordered, 'ordered');
    setStatus(cancelled, 'cancelled');
    for (const { day, pieces, notes = '' } of receipts) {
      const items = pieces.map(([received, damaged], line) => ({ itemId: created.items[line], received, damaged }));
      agenda.at(workday(day, 12.6), async () => {
        await query('select public.receive_purchase_order($1, $2::jsonb, $3::uuid)', [
          created.id,
          JSON.stringify({ items, notes }),
          staff,
        ]);
      });
    }
  });
}

function planCorrection(
  { agenda, query, staff }: Story,
  { day, product, size = '', kind, pieces, notes }: (typeof CORRECTIONS)[number],
): void {
  agenda.at(agenda.startOfDay(day) + 16.4 * HOUR, async () => {
    // An adjustment sets the exact stock; here it is told as a difference to what the books say.
    await query(
      `select public.adjust_stock(p.id, $2::shop.stock_change_kind, case $2 when 'adjustment' then p.stock_quantity else 0 end + $3::integer, $4, $5::uuid, null, $6)
         from public.products p where p.id = $1`,
      [productId(product), kind, pieces, notes, staff, size],
    );
  });
}
