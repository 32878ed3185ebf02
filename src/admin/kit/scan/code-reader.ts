/**
 * Reads codes with WebAssembly, in a worker. Its file has a security policy of its own (src/build/page-headers.ts), so that no page needs one that
 * allows WebAssembly. Takes pictures, and answers each in turn.
 */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** The texts in a picture, or why it cannot be read. */
export type CodesRead = { texts: string[] } | { failure: string };

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  readBarcodes(data, { formats: ['Code128', 'EAN13', 'QRCode'] }).then(
    (found) => answer({ texts: found.map(({ text }) => text) }),
    (failure: unknown) => answer({ failure: String(failure) }),
  );
});

function answer(read: CodesRead): void {
  postMessage(read);
}
