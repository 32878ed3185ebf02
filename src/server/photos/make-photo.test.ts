import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawPhoto, openPhoto } from './make-photo.ts';

const RED = '#e00000';
const canvas = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: RED }, limitInputPixels: false });

const make = async (bytes: Buffer) => drawPhoto(await openPhoto(new Blob([new Uint8Array(bytes)])));
const refusalOf = (bytes: Buffer) =>
  make(bytes).then(
    () => 'taken',
    ({ status, code }) => [status, code],
  );

/** Red of the pixel at a place, from 0 to 255. */
async function redAt(bytes: Buffer, left: number, top: number): Promise<number> {
  const { data } = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer({ resolveWithObject: true });
  return data[0] ?? 0;
}

describe('a photo is re-encoded as WebP', () => {
  const jpeg = () => canvas(300, 200).jpeg();
  test.each([
    ['JPEG', () => jpeg().toBuffer()],
    ['progressive JPEG', () => canvas(300, 200).jpeg({ progressive: true }).toBuffer()],
    ['CMYK JPEG', () => canvas(300, 200).toColourspace('cmyk').jpeg().toBuffer()],
    ['PNG', () => canvas(300, 200).png().toBuffer()],
    ['grey PNG', () => canvas(300, 200).toColourspace('b-w').png().toBuffer()],
    ['WebP', () => canvas(300, 200).webp().toBuffer()],
    ['AVIF', () => canvas(300, 200).avif({ effort: 0 }).toBuffer()],
  ])('from %s', async (_, original) => {
    const { bytes, width, height } = await make(await original());
    expect({ width, height }).toEqual({ width: 300, height: 200 });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200, space: 'srgb' });
  });

  test('no larger than pages need, in its proportions', async () => {
    const { width, height } = await make(await canvas(4000, 1000).png().toBuffer());
    expect({ width, height }).toEqual({ width: 2000, height: 500 });
  });

  test('upright, as the camera was held', async () => {
    const black = { create: { width: 100, height: 100, channels: 3, background: '#000' } } as const;
    const lying = await canvas(300, 100)
      .composite([{ input: black, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { bytes, width, height } = await make(lying);
    expect({ width, height }).toEqual({ width: 100, height: 300 });
    expect(await redAt(bytes, 50, 50)).toBeLessThan(50);
    expect(await redAt(bytes, 50, 250)).toBeGreaterThan(200);
  });

  test('without the file’s metadata: place, camera and colour profile', async () => {
    const exif = { IFD0: { Make: 'A camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '33/1 43/1 0/1' } };
    const telling = await canvas(50, 50).withExif(exif).withIccProfile('p3').jpeg().toBuffer();
    expect(telling.toString('latin1')).toContain('A camera');
    const { bytes } = await make(telling);
    const { exif: kept, icc, xmp } = await sharp(bytes).metadata();
    expect({ kept, icc, xmp }).toEqual({});
    expect(bytes.toString('latin1')).not.toContain('A camera');
  });

  test('with transparency', async () => {
    const glass = { create: { width: 40, height: 40, channels: 4, background: { r: 224, g: 0, b: 0, alpha: 0.5 } } } as const;
    const { bytes } = await make(await sharp(glass).toColourspace('rgb16').png().toBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ hasAlpha: true, depth: 'uchar' });
  });

  test('from its first frame, if animated', async () => {
    const frames = [canvas(60, 60), canvas(60, 60).negate()].map((frame) => frame.png().toBuffer());
    const moving = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { bytes, width, height } = await make(moving);
    expect({ width, height, pages: (await sharp(bytes).metadata()).pages }).toEqual({ width: 60, height: 60 });
    expect(await redAt(bytes, 30, 30)).toBeGreaterThan(200);
  });
});

const text = (words: string) => Buffer.from(words, 'latin1');
const heic = text(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${'\0'.repeat(500)}`);

describe('other files are refused', () => {
  test.each([
    ['nothing', text('')],
    ['a drawing', text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a page', text('<!doctype html><script>alert(1)</script>')],
    ['a script that begins like a GIF', text('GIF89a=1;alert(1)//')],
    ['a document', text('%PDF-1.7')],
    ['a program', text('MZ\x90\0')],
    ['HEIC of a phone', heic],
  ])('%s', async (_, bytes) => {
    expect(await refusalOf(bytes)).toEqual([415, 'unsupported_photo']);
  });

  test('an image in an unsupported format', async () => {
    expect(await refusalOf(await canvas(9, 9).gif().toBuffer())).toEqual([415, 'unsupported_photo']);
    expect(await refusalOf(await canvas(9, 9).tiff().toBuffer())).toEqual([415, 'unsupported_photo']);
  });

  test('HEIC with a helpful message', async () => {
    await expect(make(heic)).rejects.toThrow('Save it as JPEG');
  });

  test.each(['<html><body>', '<SCRIPT>alert(1)</SCRIPT>', '<?php system($_GET[0]);', '%PDF-1.4', `PK\x05\x06${'\0'.repeat(18)}`])(
    'a photo that ends in %j',
    async (end) => {
      const photo = await canvas(90, 60).jpeg().toBuffer();
      expect(await refusalOf(photo)).toBe('taken');
      expect(await refusalOf(Buffer.concat([photo, text(end)]))).toEqual([422, 'more_than_a_photo']);
    },
  );

  test('a photo that is truncated, or followed by other data', async () => {
    const noise = {
      create: { width: 400, height: 400, channels: 3, background: RED, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
    } as const;
    for (const whole of [
      await sharp(noise).jpeg().toBuffer(),
      await sharp(noise).png().toBuffer(),
      await sharp(noise).webp().toBuffer(),
    ]) {
      expect(await refusalOf(whole.subarray(0, whole.length / 2))).toEqual([422, 'photo_unreadable']);
    }
    expect(await refusalOf(text('\xff\xd8\xff\xe0 and no more'))).toEqual([422, 'photo_unreadable']);
  });
});
