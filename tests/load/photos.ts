/** How long photos take and how much memory the shop needs for them. Also by itself: `node tests/load/photos.ts`. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { type RunningShop, withRunningShop } from './running-shop.ts';

/** So often in a row: what is left behind by each adds up. */
const ROUNDS = 8;

const MAX_SECONDS = 5;
const MAX_MEGABYTES = 512;

/** A picture of so many megapixels with soft colours in it, as photographs have them. */
function picture(megapixels: number): Sharp {
  const width = Math.round(Math.sqrt((megapixels * 1_000_000 * 4) / 3));
  const soft = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><defs><radialGradient id="g">
    <stop offset="0" stop-color="#f5d9a8"/><stop offset="0.6" stop-color="#57101f"/><stop offset="1" stop-color="#10202f"/>
    </radialGradient></defs><rect width="400" height="300" fill="url(#g)"/></svg>`;
  return sharp(Buffer.from(soft), { limitInputPixels: false }).resize(width, Math.round(width * 0.75), { fit: 'fill' });
}

/** What is uploaded, and how the shop must answer. */
async function uploads(): Promise<[what: string, bytes: Buffer, status: number][]> {
  const upright = await picture(24).png({ palette: true, effort: 1 }).toBuffer();
  const blank = { create: { width: 30_000, height: 30_000, channels: 3, background: '#fff' } } as const;
  return [
    ['JPEG, 12 megapixels', await picture(12).jpeg().toBuffer(), 201],
    ['JPEG, 39 megapixels', await picture(39).jpeg().toBuffer(), 201],
    ['progressive JPEG, 24 megapixels', await picture(24).jpeg({ progressive: true }).toBuffer(), 201],
    ['PNG, 24 megapixels', upright, 201],
    ['WebP, 39 megapixels', await picture(39).webp({ effort: 0 }).toBuffer(), 201],
    ['AVIF, 12 megapixels', await picture(12).avif({ effort: 0 }).toBuffer(), 201],
    [
      'bomb: PNG, 900 megapixels',
      await sharp({ ...blank, limitInputPixels: false })
        .png()
        .toBuffer(),
      422,
    ],
    ['cut off in the middle', upright.subarray(0, upright.length / 2), 422],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 415],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
  ];
}

/** Uploads heavy and hostile files one after the other, round after round. A row each: the slowest, and the most memory that the shop had while it was at it. */
export function measurePhotos() {
  return withRunningShop(async (shop) => {
    const rows = (await uploads()).map(([what, bytes, status]) => ({ what, bytes, status, slowest: 0, megabytes: 0 }));
    const before = await peakMegabytes(shop.pid);
    for (let round = 0; round < ROUNDS; round++) {
      for (const row of rows) {
        await forgetPeak(shop.pid);
        row.slowest = Math.max(row.slowest, await upload(shop, row.bytes, row.status));
        row.megabytes = Math.max(row.megabytes, await peakMegabytes(shop.pid));
      }
    }
    return rows.map(({ what, slowest, megabytes }) => ({
      what,
      'slowest s': Number(slowest.toFixed(2)),
      'peak MB': megabytes,
      'before MB': before,
      budget: `≤ ${MAX_SECONDS} s, ≤ ${MAX_MEGABYTES} MB`,
      within: slowest <= MAX_SECONDS && megabytes <= MAX_MEGABYTES ? 'yes' : 'NO',
    }));
  });
}

/** Gives the seconds it took. @throws Error when the shop answers otherwise */
async function upload({ url, token }: RunningShop, bytes: Buffer, wanted: number): Promise<number> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  const started = performance.now();
  const { status } = await fetch(`${url}/api/upload/single`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body,
  });
  if (status !== wanted) throw new Error(`An upload of ${bytes.length} bytes was answered ${status}, not ${wanted}`);
  return (performance.now() - started) / 1000;
}

/** Linux begins to note the most memory of a process anew. */
function forgetPeak(pid: number): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** The most memory a process has had since then. Only Linux tells; elsewhere it is not a number. */
async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await measurePhotos());
