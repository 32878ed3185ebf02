/** Spreadsheets run text that begins like this as a formula, and shoppers typed some of it (OWASP, CSV Injection). */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@|＝＋－＠])/;

/** Text with a `'` before it when a spreadsheet would run it. Text that looks guarded already gets another one, so that reading undoes exactly this. */
export function guardFormula(text: string): string {
  return isRun(text) ? `'${text}` : text;
}

/** Undoes `guardFormula`. */
export function unguardFormula(cell: string): string {
  return cell.startsWith("'") && isRun(cell.slice(1)) ? cell.slice(1) : cell;
}

function isRun(text: string): boolean {
  return FORMULA.test(text);
}
