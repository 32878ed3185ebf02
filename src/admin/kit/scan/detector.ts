import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** What labels, slips and parcels carry. */
const FORMATS = ['code_128', 'ean_13', 'qr_code'];

/** Reads the codes in a camera's picture. */
export type CodeDetector = (camera: HTMLVideoElement) => Promise<string[]>;

interface NativeDetector {
  new (options: { formats: string[] }): { detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]> };
  getSupportedFormats(): Promise<string[]>;
}

/** The browser's own detector where it reads all formats, else one in WebAssembly (1 MB), fetched from our own origin when it is first needed. */
export async function codeDetector(): Promise<CodeDetector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: NativeDetector };
  const known = await Native?.getSupportedFormats().catch(() => [] as string[]);
  if (!Native || !FORMATS.every((format) => known?.includes(format))) return detectorInWasm();
  const native = new Native({ formats: FORMATS });
  return async (camera) => (await native.detect(camera)).map(({ rawValue }) => rawValue);
}

async function detectorInWasm(): Promise<CodeDetector> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing) throw new Error('This browser draws no pictures');
  return async (camera) => {
    Object.assign(canvas, { width: camera.videoWidth, height: camera.videoHeight });
    drawing.drawImage(camera, 0, 0);
    const picture = drawing.getImageData(0, 0, canvas.width, canvas.height);
    const found = await readBarcodes(picture, { formats: ['Code128', 'EAN13', 'QRCode'] });
    return found.map(({ text }) => text);
  };
}
