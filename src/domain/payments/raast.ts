import { roundMoney } from '#domain/money.ts';

/** Pakistan has no summer time. */
const PAKISTAN_MS = 5 * 3_600_000;

interface RaastPayment {
  /** 24 characters, without spaces. */
  iban: string;
  /** Rupees; without one, the payer types it. */
  amount?: number | undefined;
  /** Until when the code is good: written to the minute, in Pakistan. */
  expiresAt?: Date | undefined;
}

/**
 * The text of a Raast QR code between persons, as banking apps scan it: fields of a two-digit tag, a two-digit length and a value (State Bank of
 * Pakistan, DI&SD Circular Letter 01 of 2022).
 */
export function raastCode({ iban, amount, expiresAt }: RaastPayment): string {
  const fields = [
    field('00', '02'),
    // 12: for this one payment, because it has an amount; 11: for any.
    field('01', amount === undefined ? '11' : '12'),
    field('02', '30'),
    field('04', iban),
    amount === undefined ? '' : field('05', amountText(amount)),
    expiresAt ? field('07', minuteOf(expiresAt)) : '',
    // The checksum covers its own tag and length.
    '1004',
  ].join('');
  return fields + crc16(fields).toString(16).toUpperCase().padStart(4, '0');
}

/** CRC-16/CCITT-FALSE of an ASCII text: polynomial 1021, begins with FFFF. */
export function crc16(text: string): number {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

function field(tag: string, value: string): string {
  return tag + String(value.length).padStart(2, '0') + value;
}

/** `3450`, or `3450.50` with paisa. */
function amountText(rupees: number): string {
  const rounded = roundMoney(rupees);
  return Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(2);
}

/** `ddMMyyyyHHmm` in Pakistan. */
function minuteOf(moment: Date): string {
  const [year, month, day, hour, minute] = new Date(moment.getTime() + PAKISTAN_MS).toISOString().split(/[-T:]/);
  return `${day}${month}${year}${hour}${minute}`;
}
