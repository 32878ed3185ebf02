import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { drawPicture } from './draw-picture.ts';
import { type Shown, sharePicturePath, shownOf } from './share-picture.ts';

const ring = { id: 'a'.repeat(24), name: 'Halo Ring', price: 1499, originalPrice: 1999, images: ['/ring.webp', '/hand.webp'] };
const shown: Shown = shownOf(ring, 'Naqsh');
const URDU = 'سنہری جھمکے موتیوں والے';

test('the address stays while the picture does, and is another one once anything in it changes', () => {
  const path = sharePicturePath(ring, 'Naqsh');
  expect(path).toMatch(/^\/share\/a{24}\/[\w-]{10}\.jpg$/);
  expect(sharePicturePath({ ...ring, images: ['/ring.webp'] }, 'Naqsh')).toBe(path);
  const others = [{ name: 'Halo' }, { price: 1399 }, { originalPrice: null }, { images: ['/hand.webp'] }, { images: [] }];
  const paths = [...others.map((other) => sharePicturePath({ ...ring, ...other }, 'Naqsh')), sharePicturePath(ring, 'Zari')];
  expect(new Set([path, ...paths]).size).toBe(others.length + 2);
});

test('an original price below the price is none', () => {
  expect(shownOf({ ...ring, originalPrice: 1499 }, 'Naqsh').wasPrice).toBeNull();
  expect(shownOf(ring, 'Naqsh').wasPrice).toBe(1999);
});

/** Whether anything of the words is drawn on the panel's ivory in a part of the picture. */
async function hasInk(picture: Buffer, left: number, top: number, width: number, height: number): Promise<boolean> {
  const { channels } = await sharp(await sharp(picture).extract({ left, top, width, height }).png().toBuffer()).stats();
  return channels.some(({ min }) => min < 150);
}

test('it is a JPEG of 1200 by 630 pixels and at most 100 KB, even of a photo that is all noise', async () => {
  const noise = {
    width: 630,
    height: 630,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 90 },
  } as const;
  const picture = await drawPicture(shown, await sharp({ create: noise }).png().toBuffer());
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(picture.length).toBeLessThan(100_000);
});

test.each([
  [
    'a long name',
    'Hand-finished Kundan Bridal Choker Set with Matha Tikka, Jhumka Earrings and Nath in Antique Gold and Emerald for Barat',
  ],
  ['one long word', 'Superlongunbrokenproductname'.repeat(4)],
  ['a long name in Urdu', `${URDU} `.repeat(5).trim()],
])('%s stays between the shop and the price', async (_, name) => {
  const picture = await drawPicture({ ...shown, name }, null);
  expect(await hasInk(picture, 680, 190, 470, 240)).toBe(true);
  for (const [left, top, width, height] of [
    [660, 170, 500, 14],
    [660, 432, 500, 12],
    [655, 190, 15, 240],
    [1160, 190, 15, 240],
  ] as const)
    expect(await hasInk(picture, left, top, width, height), `${left}, ${top}`).toBe(false);
});

test('a price before, a name of signs alone and one with markup in it are drawn, too', async () => {
  expect(await hasInk(await drawPicture({ ...shown, price: 9_999_999.99, wasPrice: 10_000_000 }, null), 680, 460, 470, 110)).toBe(
    true,
  );
  expect(await hasInk(await drawPicture({ ...shown, name: '💍✨' }, null), 680, 190, 470, 240)).toBe(false);
  expect(await hasInk(await drawPicture({ ...shown, name: '<b> & "Pearl"' }, null), 680, 190, 470, 240)).toBe(true);
});

test('a machine without any font draws the same letters, Urdu included', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'no-fonts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const noFonts = join(folder, 'fonts.conf');
  await writeFile(noFonts, `<fontconfig><cachedir>${folder}</cachedir></fontconfig>`);
  const names = [shown.name, URDU, `Jhumka ${URDU}`];
  const code = `import { drawPicture } from './src/server/share-pictures/draw-picture.ts';
import { writeFile } from 'node:fs/promises';
for (const [place, name] of ${JSON.stringify(names)}.entries())
  await writeFile(${JSON.stringify(folder)} + '/' + place, await drawPicture({ ...${JSON.stringify(shown)}, name }, null));`;
  const env = { ...process.env, FONTCONFIG_FILE: noFonts };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env });
  for (const [place, name] of names.entries()) {
    const here = await drawPicture({ ...shown, name }, null);
    const { channels } = await sharp(
      await sharp(here)
        .composite([{ input: join(folder, String(place)), blend: 'difference' }])
        .png()
        .toBuffer(),
    ).stats();
    // Edges are smoothed differently; other letters are 2.8 and more.
    expect(Math.max(...channels.slice(0, 3).map(({ mean }) => mean)), name).toBeLessThan(1.5);
  }
});
