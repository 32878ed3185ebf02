/** Stands in every name, address, e-mail and note of a test's people, and nowhere else. */
export const MARK = 'Qvxkanari';

/** A text and the ways in which it may stand somewhere: as it is, in lower case, from behind, and in base64 wherever it begins there. */
function spellingsOf(text: string): string[] {
  const plain = [text, text.toLowerCase()];
  return [...plain.flatMap((spelled) => [spelled, [...spelled].reverse().join(''), ...inBase64(spelled)])];
}

/** What base64 makes of a text, without the letters at its ends that depend on what stands around it. */
function inBase64(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${' '.repeat(before)}${text}`)
      .toString('base64')
      .replace(/=+$/, '');
    return encoded.slice(before === 0 ? 0 : before + 1, Math.floor(((before + text.length) * 4) / 3));
  });
}

/** Looks for marked people in a text, whatever it is encoded in. Gives back what it found. Takes the digits of their phones as they follow +92. */
export function markerSearch(phones: readonly string[]): (text: string) => string[] {
  const names = spellingsOf(MARK);
  const numbers = phones.flatMap(digitSpellings);
  const beginnings = [...new Set(phones.map((digits) => digits.slice(0, 7)))].flatMap(digitSpellings);
  return (text) => {
    const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    const together = decoded.replace(/[\s().+\-/]/g, '');
    const has = (spelled: string) => text.includes(spelled) || decoded.includes(spelled) || together.includes(spelled);
    // Hundreds of numbers are looked for only where one of them may be.
    return [...names.filter(has), ...(beginnings.some(has) ? numbers.filter(has) : [])];
  };
}

function digitSpellings(digits: string): string[] {
  return [digits, [...digits].reverse().join(''), ...inBase64(digits)];
}
