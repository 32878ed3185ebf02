/** Longest side of a photo in pixels on its way to the server, which stores none larger. */
const MAX_SIDE = 2_000;

/** Above this a photo is drawn anew even when its sides are short enough: a request may hold little more. */
const MAX_BYTES = 4_000_000;

/** What the server reads. Whatever else a browser can show is drawn anew. */
const READ_BY_SERVER = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

const QUALITY = 0.86;

interface Size {
  width: number;
  height: number;
}

/** A size whose longer side is at most `longest`, in the same proportion. What is small stays as it is. */
export function fitWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A photo small enough to be sent over a weak network, upright as the camera meant it. What this browser cannot read is left to the server to judge. */
export async function shrinkPhoto(file: File): Promise<Blob> {
  const bitmap = await decode(file);
  if (!bitmap) return file;
  try {
    const size = fitWithin(bitmap, MAX_SIDE);
    const isSmall = size.width === bitmap.width && file.size <= MAX_BYTES;
    return isSmall && READ_BY_SERVER.includes(file.type) ? file : await draw(bitmap, size);
  } finally {
    bitmap.close();
  }
}

async function decode(file: File): Promise<ImageBitmap | null> {
  if (!('createImageBitmap' in window)) return null;
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
}

async function draw(bitmap: ImageBitmap, { width, height }: Size): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, width, height);
  const webp = await encode(canvas, 'image/webp');
  if (webp.type === 'image/webp') return webp;
  // A browser that cannot write WebP has given a large PNG. JPEG knows no transparency: it would turn black.
  pen.globalCompositeOperation = 'destination-over';
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  return encode(canvas, 'image/jpeg');
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot draw'))), type, QUALITY);
  });
}
