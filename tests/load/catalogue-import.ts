/** How long a file of five thousand rows takes, dry and done. Also by itself: `node tests/load/catalogue-import.ts`. */
import { fileURLToPath } from 'node:url';
import { CATALOG_COLUMNS, type CatalogColumn } from '#domain/catalog/catalog-csv.ts';
import { toCsv } from '#domain/csv.ts';
import { type RunningShop, withRunningShop } from './running-shop.ts';

/** Every third product is counted as a whole, the others in two sizes. */
const ROWS = 5_000;
const PART = 1_000;

const MAX_CHECK_SECONDS = 10;
const MAX_IMPORT_SECONDS = 5;

const DESCRIPTION = 'A slim kara, gold-plated by hand. چوڑیاں، سونے کے رنگ میں 💛\nKeep it dry. '.repeat(4);

type Row = Partial<Record<CatalogColumn, string | number>>;

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

const fileOf = (rows: Row[]) =>
  toCsv(
    CATALOG_COLUMNS.map((name) => ({ name, value: (row: Row) => row[name] ?? '' })),
    rows,
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

/** Checks five thousand rows: new to the shop, then in the shop, then with new prices. Imports them by the thousand. A row for each step. */
export function measureImport() {
  return withRunningShop(async (shop) => {
    const rows: { what: string; seconds: number; budget: number }[] = [];
    const check = async (text: string, status: string) => {
      const { seconds, data } = await post(shop, '/check', { file: new Blob([text], { type: 'text/csv' }) });
      if (!data.rows.some((row: { status: string }) => row.status === status)) throw new Error(`No row is ${status}`);
      return { seconds, fingerprint: data.fingerprint };
    };
    const checkAll = async (what: string, price: number, status: string) =>
      rows.push({
        what: `dry run: ${what}`,
        seconds: (await check(fileOf(rowsOf(price)), status)).seconds,
        budget: MAX_CHECK_SECONDS,
      });

    await checkAll('5,000 new rows', 1000, 'new');
    let slowest = 0;
    for (let start = 0; start < ROWS; start += PART) {
      const text = fileOf(rowsOf(1000).slice(start, start + PART));
      const { fingerprint } = await check(text, 'new');
      const { seconds } = await post(shop, '', { file: new Blob([text]), fingerprint });
      slowest = Math.max(slowest, seconds);
    }
    rows.push({ what: 'import: 1,000 new rows, the slowest of five', seconds: slowest, budget: MAX_IMPORT_SECONDS });
    await checkAll('the same 5,000 again', 1000, 'unchanged');
    await checkAll('5,000 rows with new prices', 2000, 'changed');
    return rows.map(({ what, seconds, budget }) => ({
      what,
      seconds: Number(seconds.toFixed(1)),
      budget: `≤ ${budget} s`,
      within: seconds <= budget ? 'yes' : 'NO',
    }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await measureImport());
