import { expect, test } from 'vitest';
import { searchTerms } from './search-terms.ts';

test.each([
  '0300 1234567',
  '+92 300 123-4567',
  '00923001234567',
  '923001234567',
  '03001234567',
  '(0300) 1234567',
  '+923001234567',
])('%j finds the phone that is kept as +923001234567', (typed) => {
  expect(searchTerms(typed).words).toEqual(['3001234567']);
});

test('part of a phone is found in any spelling, too', () => {
  expect(searchTerms('0300 12').words).toEqual(['30012']);
  expect(searchTerms('92300').words).toEqual(['300']);
  expect(searchTerms('4567').words).toEqual(['4567']);
});

test('digits may be Urdu or Arabic ones, also in part of a phone, with the marks that chats put around it', () => {
  for (const typed of ['۰۳۰۰ ۱۲۳', '٠٣٠٠-١٢٣', '\u200e0300–123\u200e', '+۹۲ ۳۰۰ ۱۲۳']) {
    expect(searchTerms(typed).words).toEqual(['300123']);
  }
  expect(searchTerms('ORD-۱۰۰۴۲')).toMatchObject({ number: 'ORD-10042', words: ['ord', '10042'] });
});

test('each word of a name is searched for on its own', () => {
  expect(searchTerms('  Ayesha  KHAN ')).toEqual({ words: ['ayesha', 'khan'], email: null, number: null });
});

test('an e-mail address is searched for as a whole and by the words of its local part', () => {
  expect(searchTerms('Omar_K@silk.example')).toMatchObject({ words: ['omar', 'k'], email: 'omar_k@silk.example' });
  expect(searchTerms('@silk')).toMatchObject({ words: null, email: '@silk' });
});

test('a record is found by its number, with or without its prefix', () => {
  expect(searchTerms('ord-10042')).toMatchObject({ number: 'ORD-10042', words: ['ord', '10042'] });
  expect(searchTerms('10042')).toMatchObject({ number: '10042', words: ['10042'] });
  expect(searchTerms('Ayesha').number).toBeNull();
});

test('punctuation alone finds nothing', () => {
  expect(searchTerms('%_').words).toBeNull();
});
