interface Limits {
  /** The longest side in pixels. The server stores no larger photos of products. */
  maxSide?: number;
  /** Larger files are re-encoded whatever their dimensions: a request may hold little more. */
  maxBytes?: number;
}

/** The formats the server reads. Others are re-encoded. */
const SERVER_FORMATS = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

const QUALITY = 0.86;

interface Size {
  width: number;
  height: number;
}

/** Scales a size down to a longest side, keeping the proportion. Never scales up. */
export function fitWithin({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Shrinks a photo for upload and turns it upright. A file this browser cannot read is returned as it is; the server decides. */
export async function shrinkPhoto(file: File, { maxSide = 2_000, maxBytes = 4_000_000 }: Limits = {}): Promise<Blob> {
  const bitmap = await decode(file);
  if (!bitmap) return file;
  try {
    const size = fitWithin(bitmap, maxSide);
    const isSmall = size.width === bitmap.width && file.size <= maxBytes;
    return isSmall && SERVER_FORMATS.includes(file.type) ? file : await draw(bitmap, size);
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
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const webp = await encode(canvas, 'image/webp');
  if (webp.type === 'image/webp') return webp;
  // Browsers that cannot encode WebP return a large PNG. In JPEG, transparency would turn black.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return encode(canvas, 'image/jpeg');
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot draw'))), type, QUALITY);
  });
}
