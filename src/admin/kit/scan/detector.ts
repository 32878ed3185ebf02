import type { CodesRead } from './code-reader.ts';
import CodeReader from './code-reader.ts?worker';

/** What labels, slips and parcels carry. */
const FORMATS = ['code_128', 'ean_13', 'qr_code'];

/** Reads the codes in a camera's picture, until it is closed. */
export interface CodeDetector {
  read(camera: HTMLVideoElement): Promise<string[]>;
  close(): void;
}

interface NativeDetector {
  new (options: { formats: string[] }): { detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]> };
  getSupportedFormats(): Promise<string[]>;
}

/**
 * The browser's own detector where it reads all formats, else one in WebAssembly (1 MB), fetched from our own origin when it is first needed.
 * @throws Error where there is neither
 */
export async function codeDetector(): Promise<CodeDetector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: NativeDetector };
  const known = await Native?.getSupportedFormats().catch(() => [] as string[]);
  if (!Native || !FORMATS.every((format) => known?.includes(format))) return detectorInWorker();
  const native = new Native({ formats: FORMATS });
  return { read: async (camera) => (await native.detect(camera)).map(({ rawValue }) => rawValue), close() {} };
}

async function detectorInWorker(): Promise<CodeDetector> {
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing) throw new Error('This browser draws no pictures');
  const worker = new CodeReader();
  const readPicture = (picture: ImageData) =>
    new Promise<string[]>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<CodesRead>) =>
        'texts' in data ? resolve(data.texts) : reject(new Error(data.failure));
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(picture);
    });
  try {
    // Tells whether WebAssembly runs here, before somebody holds a code before the camera.
    await readPicture(new ImageData(1, 1));
  } catch (failure) {
    worker.terminate();
    throw failure;
  }
  return {
    read(camera) {
      Object.assign(canvas, { width: camera.videoWidth, height: camera.videoHeight });
      drawing.drawImage(camera, 0, 0);
      return readPicture(drawing.getImageData(0, 0, canvas.width, canvas.height));
    },
    close: () => worker.terminate(),
  };
}
