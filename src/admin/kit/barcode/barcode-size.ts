import { code128 } from './code-128.ts';

/** The quiet zone that scanners need on either side, in modules. */
export const QUIET = 10;

/** Millimetres of the thinnest bar: wide enough for a desk printer and a phone's camera. */
const MODULE_MM = 0.33;

/** Thinner bars (7.5 mil) run together on a desk printer, and hand scanners do not tell them apart. */
const THINNEST_MM = 0.19;

/** Modules of a barcode with its quiet zones. */
export function modulesOf(widths: number[]): number {
  return widths.reduce((sum, width) => sum + width, 2 * QUIET);
}

/** The millimetres of a barcode, narrower than usual where there are only so many. */
export function barcodeMm(modules: number, maxMm = Number.POSITIVE_INFINITY): number {
  return Math.min(modules * MODULE_MM, maxMm);
}

/** Whether a text has a barcode in so many millimetres that scanners read. */
export function isScannable(text: string, maxMm: number): boolean {
  const widths = code128(text);
  return widths !== null && modulesOf(widths) * THINNEST_MM <= maxMm;
}
