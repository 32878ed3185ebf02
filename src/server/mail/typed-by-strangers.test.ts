import { describe, expect, test } from 'vitest';
import { quoted, shownFirstName, shownLine, shownName, unlinked } from './typed-by-strangers.ts';

/** What mail programs look for: a host with a domain of letters, a scheme with something behind it, an address. */
const LINKS = /[\p{L}\p{N}-][.․。．｡][\p{L}\p{N}]|[a-z]+:[^\s]|\S@\S/iu;

describe('what strangers typed', () => {
  test.each([
    ['http://evil.pk', 'http: //evil. pk'],
    ['https://evil', 'https: //evil'],
    ['www.evil.pk', 'www. evil. pk'],
    ['evil.pk/x', 'evil. pk/x'],
    ['HTTP://EVIL.PK/a.b?c=d.e', 'HTTP: //EVIL. PK/a. b?c=d. e'],
    ['win@evil.pk', 'win@ evil. pk'],
    ['mailto:win@evil.pk', 'mailto: win@ evil. pk'],
    ['javascript:alert(1)', 'javascript: alert(1)'],
    ['evil。pk', 'evil。 pk'],
    ['evil．pk', 'evil． pk'],
    ['http://203.0.113.9/x', 'http: //203. 0. 113. 9/x'],
    ['see evil.pk.', 'see evil. pk.'],
    ['http://evil\u200c.pk', 'http: //evil\u200c. pk'],
  ])('%s is no link: %s', (typed, shown) => {
    expect(unlinked(typed)).toBe(shown);
    expect(shown).not.toMatch(LINKS);
    expect(unlinked(shown), 'once is enough').toBe(shown);
  });

  test.each(['Ayesha Bibi Khan', 'House 12, Street 4, F-7/2', 'Dr. M. Ali', 'عائشہ خان', 'St. John’s Road, Lahore'])(
    '%s stays as it is',
    (typed) => {
      expect(shownName(typed)).toBe(typed);
    },
  );

  test('is cut to the length of a name or a line, and says so', () => {
    expect(shownName('n'.repeat(41))).toBe(`${'n'.repeat(39)}…`);
    expect(shownName('n'.repeat(40))).toBe('n'.repeat(40));
    expect(shownLine('a'.repeat(500))).toHaveLength(120);
    expect(shownName('a\n\nb\t c')).toBe('a b c');
  });
});

describe('what looks like payment', () => {
  test('is left out of names and lines', () => {
    expect(shownLine('PAY CUSTOMS to Easypaisa 0345 9998887 now')).toBe('PAY CUSTOMS to Easypaisa ••• now');
    expect(shownLine('IBAN PK36 SCBL 0000 0099 9999 9902')).toBe('IBAN •••');
    expect(shownName('Rs 900')).toBe('Rs •••');
    expect(shownLine('House 12, Street 4, F-7/2')).toBe('House 12, Street 4, F-7/2');
  });

  test('and of what is quoted, only the beginning stays', () => {
    expect(quoted(`Pay 0345 9998887 at evil.pk ${'or else '.repeat(30)}`)).toMatch(/^Pay ••• at evil\. pk (or else )+or?.*…$/);
    expect([...quoted('a'.repeat(200))]).toHaveLength(80);
  });

  test('a greeting has one short word', () => {
    expect(shownFirstName('  Ayesha Bibi')).toBe('Ayesha');
    expect(shownFirstName('PAY-CUSTOMS-AT-ONCE-OR-ELSE now')).toBe('PAY-CUSTOMS-AT-ONCE…');
  });
});
