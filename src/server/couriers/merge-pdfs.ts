import type { Pdf } from './port.ts';

/** Pages of several PDFs as they are, one after another. Nothing of them is drawn again. Says which could not be read. */
export async function mergePdfs(pdfs: Pdf[]): Promise<{ bytes: Uint8Array | null; unreadable: Pdf[] }> {
  // Only here: every other operation starts without it.
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const merged = await PDFDocument.create();
  const unreadable: Pdf[] = [];
  for (const pdf of pdfs) {
    try {
      const source = await PDFDocument.load(pdf.bytes, { updateMetadata: false });
      const pages = await merged.copyPages(source, source.getPageIndices());
      if (pages.length === 0) throw new Error('no pages');
      for (const page of pages) merged.addPage(page);
    } catch {
      unreadable.push(pdf);
    }
  }
  // An empty document is saved with an empty page.
  return { bytes: merged.getPageCount() > 0 ? await merged.save() : null, unreadable };
}
