/** Saves a file on this device. */
export function download(name: string, content: BlobPart, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // At once, Safari would save nothing.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
