/**
 * The text of a file in the encoding it was saved in: UTF-8, UTF-16 of either order, else Windows-1252, which Excel writes for “CSV”. Takes its bytes, throws
 * nothing.
 */
export function textOf(bytes: Uint8Array): string {
  const wide = wideEncodingOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    // As a stream, so that a file that was cut within a character is still UTF-8.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** UTF-16 by its mark, or without one by the zeros beside its Latin letters. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 200);
  const zerosAt = (rest: number) => start.filter((byte, at) => byte === 0 && at % 2 === rest).length;
  if (zerosAt(1) > start.length / 4 && zerosAt(0) === 0) return 'utf-16le';
  return zerosAt(0) > start.length / 4 && zerosAt(1) === 0 ? 'utf-16be' : null;
}
