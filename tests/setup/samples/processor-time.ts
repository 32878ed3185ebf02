/** Texts that are expensive to readers which compare each part of them with the rest. Each takes how many characters it shall have. */
export const COSTLY_TEXTS: Record<string, (length: number) => string> = {
  digits: (length) => '1'.repeat(length),
  'marks in the wrong order': (length) => ofAll(length, (part) => MARKS.map((mark) => mark.repeat(part / MARKS.length)).join('')),
  spaces: (length) => `a${' '.repeat(length - 2)}b`,
  'line breaks': (length) => `a${'\n '.repeat(length / 2 - 1)}b`,
  brackets: (length) => '('.repeat(length),
  quotes: (length) => `a${'"'.repeat(length - 1)}`,
  emoji: (length) => '💍'.repeat(length / 2),
  Urdu: (length) => 'مکان نمبر '.repeat(length / 10),
  signs: (length) => `a${'-,;|='.repeat(length / 5)}b`,
  letters: (length) => 'p'.repeat(length),
};

/** Marks of descending classes: every one has to pass all that stand before it when they are sorted. */
const MARKS = ['\u0345', '\u0315', '\u0301', '\u0323', '\u0327', '\u0334'];

const ofAll = (length: number, make: (length: number) => string) => make(length - (length % MARKS.length));

const KB = 1024;

/** What a machine may spend on anything without being asked why: cleaning up, compiling. */
const FREE_MS = 200;

/** How much more than in proportion eight times the text may cost: readers that are not linear need eight times that. */
const SLACK = 3;

/** The processor's time of this process that something takes, in milliseconds: what else the machine does is not in it. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A kind of text at the lengths at which it is read: 1, 8 and 64 KB. */
export function lengthsOf(make: (length: number) => string): string[] {
  return [KB, 8 * KB, 64 * KB].map(make);
}

/** What of a reader is not linear from each of these texts to the next, which is eight times as long, in words; null where all is. Stops at the first that costs too much. */
export function problemOf(read: (text: string) => void, texts: readonly string[]): string | null {
  let allowed = FREE_MS;
  for (const text of texts) {
    const taken = processorTime(() => read(text));
    if (taken > allowed)
      return `${Math.round(text.length / KB)} KB take ${taken.toFixed(0)} ms, allowed are ${allowed.toFixed(0)}`;
    allowed = Math.max(FREE_MS, taken * 8 * SLACK);
  }
  return null;
}
