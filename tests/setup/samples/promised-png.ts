import { crc32 } from 'node:zlib';
import sharp from 'sharp';

interface Promised {
  width: number;
  height: number;
  bitDepth?: 8 | 16;
  interlaced?: boolean;
}

/** A PNG of a few bytes that promises to be this large. To find out that it is not, one would have to decode it. */
export async function promisedPng({ width, height, bitDepth = 8, interlaced = false }: Promised): Promise<Blob> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const header = bytes.subarray(12, 29);
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  header.writeUInt8(bitDepth, 12);
  header.writeUInt8(interlaced ? 1 : 0, 16);
  bytes.writeUInt32BE(crc32(header), 29);
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' });
}
