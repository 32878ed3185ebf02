/** How long a file of five thousand rows takes, dry and done. Also by itself: `node tests/load/catalogue-import.ts`. */
import { fileURLToPath } from 'node:url';
import { CATALOGUE_COLUMNS, type CatalogueColumn } from '#shared/catalogue-csv.ts';
import { toCsv } from '#shared/csv.ts';
import { type RunningShop, withRunningShop } from './running-shop.ts';

/** Every third product is counted as a whole, the others in two sizes. */
const ROWS = 5_000;

const MAX_CHECK_SECONDS = 10;
const MAX_IMPORT_SECONDS = 60;

const DESCRIPTION = 'A slim kara, gold-plated by hand. چوڑیاں، سونے کے رنگ میں 💛\nKeep it dry. '.repeat(4);

type Row = Partial<Record<CatalogueColumn, string | number>>;

function rowsOf(price: number): Row[] {
  const rows: Row[] = [];
  for (let number = 1; rows.length < ROWS; number++) {
    const own = {
      Name: `Kara ${number}`,
      Category: 'bracelets',
      Price: price + number,
      Material: 'Brass',
      Description: DESCRIPTION,
    };
    const photo = { Images: '/media/products/pave-eternity-band.webp' };
    if (number % 3 === 0) rows.push({ ...own, ...photo, SKU: `KAR-${number}`, Stock: 5 });
    else for (const size of ['2.4', '2.6']) rows.push({ ...own, ...photo, SKU: `KAR-${number}-${size}`, Size: size, Stock: 3 });
  }
  return rows;
}

const fileOf = (price: number) =>
  toCsv(
    CATALOGUE_COLUMNS.map((name) => ({ name, value: (row: Row) => row[name] ?? '' })),
    rowsOf(price),
  );

async function post(
  { url, token }: RunningShop,
  path: string,
  fields: Record<string, string | Blob>,
): Promise<{ seconds: number; data: any }> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const started = performance.now();
  const answer = await fetch(`${url}/api/catalogue/import${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body,
  });
  const { success, data, message } = await answer.json();
  if (!success) throw new Error(`${path || 'the import'} was answered ${answer.status}: ${message}`);
  return { seconds: (performance.now() - started) / 1000, data };
}

/** Brings five thousand rows into a shop, once more as they are, and with new prices. A row for each step. */
export function measureImport() {
  return withRunningShop(async (shop) => {
    const rows: { what: string; seconds: number; budget: number }[] = [];
    const bring = async (what: string, text: string, status: string) => {
      const file = new Blob([text], { type: 'text/csv' });
      const check = await post(shop, '/check', { file });
      const others = check.data.rows.filter((row: { status: string }) => row.status !== status).length;
      if (check.data.rows.length !== ROWS || (status !== 'changed' && others > 0))
        throw new Error(`${others} rows are not ${status}`);
      rows.push({ what: `${what}: dry run`, seconds: check.seconds, budget: MAX_CHECK_SECONDS });
      if (status === 'unchanged') return;
      const done = await post(shop, '', { file, fingerprint: check.data.fingerprint });
      rows.push({ what: `${what}: import`, seconds: done.seconds, budget: MAX_IMPORT_SECONDS });
    };
    await bring('5,000 new rows', fileOf(1000), 'new');
    await bring('the same again', fileOf(1000), 'unchanged');
    await bring('every price changed', fileOf(2000), 'changed');
    return rows.map(({ what, seconds, budget }) => ({
      what,
      seconds: Number(seconds.toFixed(1)),
      budget: `≤ ${budget} s`,
      within: seconds <= budget ? 'yes' : 'NO',
    }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await measureImport());
