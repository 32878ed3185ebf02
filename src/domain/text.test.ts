import { describe, expect, test } from 'vitest';
import { typedPhones } from './phone-fields.ts';
import { cleanText, isVisible, rawLength, UNUSABLE_CHARACTERS } from './text.ts';
import { line, optionalLine, requiredText, searchText, text } from './text-fields.ts';

test.each([
  ['spaces around it', '  Ayesha \n', 'Ayesha'],
  ['decomposed letters', 'Ame\u0301lie', 'Am\u00e9lie'],
  ['line ends of every system', 'a\r\nb\rc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
  ['a page of empty lines', `a${' \n'.repeat(900)}b\n\nc`, 'a \n\nb\n\nc'],
  ['what turns the direction of writing', '\u202egnp.\u202c\u2066x\u2069', 'gnp.x'],
  ['what an address book pastes around a number', '\u202a0300 1234567\u202c', '0300 1234567'],
  ['marks of direction, which WhatsApp pastes around numbers', '\u200eORD-\u200f10042\u061c', 'ORD-10042'],
  ['marks of direction in Urdu', 'نگینہ\u200f 925\u200e', 'نگینہ 925'],
  ['joiners between letters that do not join', 'EID\u200d-\u200c20\u200d', 'EID-20'],
  ['joiners of two kinds', 'نہیں\u200c\u200d\u200cہے', 'نہیں\u200cہے'],
  ['a joiner that forms a single letter', 'ه\u200d', 'ه\u200d'],
  ['a runner whose sign is a letter of no plane', '🏃\u200d♀\ufe0f', '🏃\u200d♀\ufe0f'],
  ['spaces without width', 'Gold\u200b\u2060 \ufeffRing\u00ad', 'Gold Ring'],
  ['hidden tags', 'Ring\u{e0041}\u{e0042}', 'Ring'],
  ['the flag of England, made of tags', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}'],
  ['a joiner over and over', `نہیں${'\u200c'.repeat(500)}ہے`, 'نہیں\u200cہے'],
  ['a flood of accents', `Z${'\u0334'.repeat(300)}`, `Z${'\u0334'.repeat(4)}`],
  ['a flood of accents in any order', `Z${'\u0345\u0301\u0323'.repeat(9_000)}`, '\u1e92\u0323\u0323\u0323\u0323'],
  ['Urdu with its vowel marks', 'مُحَمَّد', 'مُحَمَّد'.normalize('NFC')],
  ['a family of four', '👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
])('%s becomes what the shop keeps', (_, typed, kept) => {
  expect(cleanText(typed)).toBe(kept);
  expect(cleanText(cleanText(typed))).toBe(kept);
});

test.each(['', ' ', '\u200d', '\u3164\u115f', '\u2800', '\u0301', '\u00a0\u200e'])('%j is invisible', (typed) => {
  expect(isVisible(typed)).toBe(false);
  expect(
    line(20, 'Enter a name')
      .safeParse(typed)
      .error?.issues.map(({ message }) => message),
  ).toEqual(['Enter a name']);
});

describe('a field', () => {
  const complaint = (schema: ReturnType<typeof text>, typed: string) => schema.safeParse(typed).error?.issues[0]?.message;

  test('of one line refuses line breaks, a text accepts them', () => {
    expect(complaint(line(20), 'a\nb')).toBe(UNUSABLE_CHARACTERS);
    expect(text(20).parse('a\r\n\tb')).toBe('a\n\tb');
  });

  test.each(['\0', '\u001b', '\u0085', '\u007f', '\ud800', 'x\udc00'])('refuses %j', (character) => {
    for (const schema of [line(20), text(20), requiredText(20)]) {
      expect(complaint(schema, `a${character}b`)).toBe(UNUSABLE_CHARACTERS);
    }
    expect(optionalLine(20).safeParse(`a${character}b`).success).toBe(false);
  });

  test('is measured by its normalised length', () => {
    expect(line(3).parse(`abc${'\u200b'.repeat(99)}`)).toBe('abc');
    expect(complaint(line(3), 'abcd')).toBe('At most 3 characters');
  });

  test('is not read where it came longer than anything that is cleaned to its length', () => {
    const long = `abc${'\u200b'.repeat(rawLength(3))}`;
    expect(
      line(3)
        .safeParse(long)
        .error?.issues.map(({ message }) => message),
    ).toEqual(['At most 3 characters']);
    expect(typedPhones.safeParse('1'.repeat(81)).error?.issues.map(({ message }) => message)).toEqual(['At most 80 characters']);
  });

  test('that searches normalises its input as it is stored', () => {
    expect(searchText(20).parse('  Ame\u0301lie\tKhan\u202e ')).toBe('Am\u00e9lie Khan');
  });
});
