/** What spreadsheets do to cells, named so that somebody can put it right. Each function gives the complaint, or null. */

import { UNUSABLE_CHARACTERS, UNUSABLE_IN_TEXT } from '#domain/text.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** What is wrong with any cell, as it stands in the file. */
export function cellComplaint(cell: string): string | null {
  if (UNUSABLE_IN_TEXT.test(cell.replace(/\r\n?/g, '\n'))) return UNUSABLE_CHARACTERS;
  const text = cell.trim();
  if (/^#(NAME\?|REF!|VALUE!|DIV\/0!|N\/A|NUM!|NULL!|SPILL!)$|^#{3,}$/i.test(text)) {
    return `“${text}” is an error that a spreadsheet shows in place of the value`;
  }
  if (text.startsWith('=')) return 'This is a formula: paste its value instead';
  return null;
}

/** Whether letters were lost when the file was saved. Takes the cell, and what the shop has, if it knows the product. */
export function lettersComplaint(text: string, before: string | undefined): string | null {
  const isLost =
    before === undefined
      ? text.includes('???') && /^[?\s]*$/.test(text)
      : /\?\?/.test(text) && !before.includes('??') && /[^\p{ASCII}]/u.test(before);
  return isLost ? 'Letters became question marks when this file was saved: save it as “CSV UTF-8”' : null;
}

/** What is wrong with a cell that has to be a number. */
export function numberComplaint(cell: string): string | null {
  const text = cell.trim();
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return null;
  if (isScientific(text)) return `“${text}” is a number that a spreadsheet shortened: write all its digits`;
  if (/^\d{1,3}([,.'’\s]\d{2,3})*[,.'’\s]\d{3}(\.\d+)?$/.test(text))
    return `Write “${text}” without thousands separators: ${text.replace(/[,'’\s]/g, '')}`;
  if (/^\d+,\d{1,2}$/.test(text)) return `Write “${text}” with a point: ${text.replace(',', '.')}`;
  if (dateParts(text)) return `“${text}” is a date that a spreadsheet made of a number`;
  if (/^(rs|pkr|₨)\.?\s*\d/i.test(text)) return 'Write the number alone, without a currency';
  return 'Write a number';
}

/**
 * What is wrong with a SKU, as it was typed. Takes the SKUs of the products that the row may be about: a number without its zeros, and a date, was one of them. A date
 * as only spreadsheets write it is none of anybody's.
 */
export function skuComplaint(cell: string, known: readonly string[]): string | null {
  const text = cell.trim();
  if (known.includes(text.toUpperCase())) return null;
  const asText = 'format the column as text and write it again';
  if (isScientific(text))
    return `“${text}” is a number that a spreadsheet shortened: format the column as text and write all its digits`;
  const numbers = known.filter((sku) => isNumeral(sku) && isNumeral(text) && Number(sku) === Number(text));
  if (numbers.length > 0) return `“${text}” is what a spreadsheet makes of ${numbers.join(' or ')}: ${asText}`;
  const day = dateNumbers(text);
  const dates = day ? known.filter((sku) => isSpoiltDate(sku, day)) : [];
  if (dates.length > 0 || WRITTEN_DATE.test(text))
    return `“${text}” is a date that a spreadsheet made of ${dates.join(' or ') || 'a SKU'}: ${asText}`;
  return null;
}

/** Dates as spreadsheets write them and nobody writes a SKU: `5-Jan`, `Jan-83`, `1/5/2026`. */
const WRITTEN_DATE = /^(\d{1,2}-[A-Z][a-z]{2}(-\d{2,4})?|[A-Z][a-z]{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{4})$/;

const isNumeral = (text: string) => /^\d+(\.\d+)?$/.test(text);

/** The numbers of a date in any order, its month by number and its century left out: 5, 1 and 26 of `05-Jan-2026`. Null for text that is no date. */
function dateNumbers(text: string): number[] | null {
  const parts = text.toLowerCase().split(/[-/]/);
  const numbers = parts.map(
    (part) => MONTHS.indexOf(part.slice(0, 3)) + 1 || (/^\d{1,4}$/.test(part) ? Number(part) % 100 : NaN),
  );
  return (parts.length === 2 || parts.length === 3) && numbers.every((number) => !Number.isNaN(number)) ? numbers : null;
}

/** Whether a spreadsheet takes a SKU for that date: `1/83` for the first of January 1983, however it writes it. */
function isSpoiltDate(sku: string, day: readonly number[]): boolean {
  return dateNumbers(sku)?.every((number) => day.includes(number)) ?? false;
}

/** What is wrong with a size or colour. Takes the sizes that the product has or that are common. */
export function choiceComplaint(cell: string, known: readonly string[]): string | null {
  const text = cell.trim();
  if (known.includes(text)) return null;
  const asText = 'format the column as text and write it again';
  const parts = dateParts(text);
  if (parts) {
    const meant = parts.filter((size) => known.includes(size));
    return `“${text}” is a date that a spreadsheet made of ${(meant.length > 0 ? meant : parts).join(' or ')}: ${asText}`;
  }
  if (isScientific(text)) return `“${text}” is a number that a spreadsheet shortened: ${asText}`;
  const longer = `${text}0`;
  return /^\d+\.[1-9]$/.test(text) && known.includes(longer)
    ? `“${text}” is what a spreadsheet makes of ${longer}: ${asText}`
    : null;
}

/** `1.2E+11`, but not a SKU such as `2E5`. */
function isScientific(text: string): boolean {
  return /^\d([.,]\d+)?E\+\d+$/i.test(text);
}

/** What was typed before a spreadsheet read it as a date: `10-Feb` was 2.10 or 10.2. Null for text that is no date. */
function dateParts(text: string): string[] | null {
  const named =
    /^(\d{1,4})[-\s/]([a-z]{3})[a-z]*(?:[-\s/]\d{2,4})?$/i.exec(text) ??
    reversed(/^([a-z]{3})[a-z]*[-\s/](\d{1,4})$/i.exec(text));
  const month = named ? MONTHS.indexOf(named[2]?.toLowerCase() ?? '') + 1 : 0;
  if (named && month > 0) return pair(month, Number(named[1]));
  const digits = /^(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}$/.exec(text);
  if (digits) return pair(Number(digits[1]), Number(digits[2]));
  const iso = /^\d{4}-(\d{2})-(\d{2})/.exec(text);
  return iso ? pair(Number(iso[1]), Number(iso[2])) : null;
}

function reversed(match: RegExpExecArray | null): [string, string, string] | null {
  return match && [match[0], match[2] ?? '', match[1] ?? ''];
}

function pair(one: number, other: number): string[] {
  return [...new Set([`${one}.${other}`, `${other}.${one}`])];
}
