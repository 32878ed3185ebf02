/** Two payments of the demo's couriers, booked by their files: PostEx's arrived in the bank, the riders' waits to be confirmed there. */
import { bookable, paidBy, rowOf, type UnpaidParcel, unpaidParcels } from './courier-file.ts';
import { COURIER_IDS } from './couriers.ts';
import type { Shop } from './play.ts';

/** What PostEx paid too little for one parcel of its first file. */
const SHORT = 200;

/** Plans both files, and what the bank has of them. */
export function planSettlements({ plan, team, query, call }: Shop): void {
  const book = async (courierId: string, reference: string, short: number) => {
    const parcels = await query<UnpaidParcel>(unpaidParcels(courierId, 2));
    const cut = parcels.find(({ cash }) => cash > 2 * short);
    if (short > 0 && cut) cut.cash -= short;
    const rows = parcels.map((parcel) => rowOf(parcel));
    const file = bookable(reference, rows);
    const { id } = await call<{ id: string }>('book_settlement', courierId, file.file, file.rows, team.accounts);
    return { id, sum: paidBy(rows) };
  };
  const credit = async (amount: number, reference: string) => {
    await query(
      `select public.add_statement_lines(jsonb_build_array(jsonb_build_object('day', shop.day_of(now()), 'amount', $1::numeric, 'reference', $2::text)), $3)`,
      amount,
      reference,
      team.accounts,
    );
  };
  plan(-13, 12.3, async () => {
    const { id, sum } = await book(COURIER_IDS.postex, 'CPR-260811', SHORT);
    plan(-12, 11.3, async () => {
      const reference = 'IBFT POSTEX PVT LTD CPR260811';
      await credit(sum, reference);
      const sql = 'select public.confirm_arrival(l.id, array[$2], $3) from public.bank_statement_lines l where l.reference = $1';
      await query(sql, reference, id, team.accounts);
    });
  });
  plan(-3, 12.3, async () => {
    const { sum } = await book(COURIER_IDS.riders, 'LR-1147', 0);
    plan(-1, 11.3, () => credit(sum, 'IBFT LAHORE RIDERS LR1147'));
  });
}
