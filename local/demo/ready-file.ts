/**
 * A file of the demo's PostEx that nobody has booked yet, for whoever tries the shop. It lies in the data folder; the bank's line says what it pays and
 * for how many parcels. It can be booked as it is, and six of its rows say what they should not.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { numbered } from '#local/couriers/courier-double.ts';
import { type FileRow, paidBy, rowOf, type UnpaidParcel, unpaidParcels } from './courier-file.ts';
import { COURIER_IDS } from './couriers.ts';

type Sql = (statement: string) => Promise<unknown[]>;

const HEADINGS =
  'ORDER_REF_NUMBER,TRACKING_NUMBER,STATUS,ORIGIN_CITY,DELIVERY_CITY,ORDER_PICKUP_DATE,D/R DATE,WEIGHT (KG),COD_AMOUNT,SHIPPING_CHARGES,GST,WH_INCOME_TAX (2%),WH_SALES_TAX (2%),NET_AMOUNT';

/** Of no parcel of the shop. */
const UNKNOWN = numbered(980);

/** Rupees that PostEx keeps of one parcel's cash, and takes too much for another. */
const SHORT = 150;
const TOO_DEAR = 90;

/** The rows: those of its parcels, four of them wrong, one of a parcel that was paid before, and one of a parcel that nobody knows. */
function withFaults(parcels: UnpaidParcel[], paidBefore: UnpaidParcel): { city: string; row: FileRow }[] {
  const [short, dear, taxed, returned] = parcels.filter(({ cash }) => cash > 2 * SHORT);
  const rowWithFault = (parcel: UnpaidParcel): FileRow => {
    if (parcel === short) return rowOf({ ...parcel, cash: parcel.cash - SHORT });
    if (parcel === dear) return rowOf({ ...parcel, charge: parcel.charge + TOO_DEAR });
    if (parcel === taxed) return rowOf(parcel, 4);
    if (parcel === returned) return rowOf({ ...parcel, status: 'returned', cash: 0 });
    return rowOf(parcel);
  };
  const unknown = { ...paidBefore, number: UNKNOWN, orderNumber: '' };
  return [
    ...parcels.map((parcel) => ({ city: parcel.city, row: rowWithFault(parcel) })),
    ...[paidBefore, unknown].map((parcel) => ({ city: parcel.city, row: rowOf(parcel) })),
  ];
}

function lineOf({ city, row }: { city: string; row: FileRow }): string {
  const sums = [row.cod, row.shipping, row.gst, row.income_tax, row.sales_tax, row.net].map((sum) => sum.toFixed(2));
  const status = row.outcome === 'delivered' ? 'Delivered' : 'Return';
  return [row.order_reference, row.tracking_number, status, 'LAHORE', city.toUpperCase(), '', row.day, '0.50', ...sums].join(',');
}

export interface ReadyFile {
  name: string;
  text: string;
  parcels: number;
  /** What it pays. */
  sum: number;
}

/** The file, from what the history has left with PostEx until yesterday. Takes a way to ask the demo's database. */
export async function readyFile(sql: Sql): Promise<ReadyFile> {
  const parcels = (await sql(unpaidParcels(COURIER_IDS.postex, 1))) as UnpaidParcel[];
  const [paidBefore] = (await sql(`
    select l.tracking_number as number, l.order_reference as "orderNumber", 'delivered' as status, o.city, l.day::text as day,
           l.cod::float8 as cash, l.shipping::float8 as charge, shop.day_of(now())::text as today
      from public.settlement_lines l
      join public.shipments s on s.id = l.shipment_id
      join public.orders o on o.id = s.order_id
     where l.courier_id = '${COURIER_IDS.postex}' and l.result = 'received' order by l.line desc limit 1`)) as (UnpaidParcel & {
    today: string;
  })[];
  if (!paidBefore) throw new Error('The history has no settlement of PostEx.');
  const rows = withFaults(parcels, paidBefore);
  return {
    name: `CPR_Transactions_${paidBefore.today}.csv`,
    text: `${[HEADINGS, ...rows.map(lineOf)].join('\n')}\n`,
    parcels: rows.length,
    sum: paidBy(rows.map(({ row }) => row)),
  };
}

/** Where it lies, in the data folder. */
export const READY_FILES = 'demo';

/** Lays the file into the data folder, and what it pays among the lines of the bank. Takes the id of the staff member who added them. */
export async function leaveReadyFile(sql: Sql, data: string, staff: string): Promise<void> {
  const { name, text, parcels, sum } = await readyFile(sql);
  await sql(`
    select public.add_statement_lines(jsonb_build_array(jsonb_build_object(
      'day', shop.day_of(now()), 'amount', ${sum}, 'reference', 'IBFT POSTEX PVT LTD, ${parcels} PARCELS')), '${staff}')`);
  await mkdir(join(data, READY_FILES), { recursive: true });
  await writeFile(join(data, READY_FILES, name), text);
}
