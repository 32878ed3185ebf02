import { expect, test } from 'vitest';
import { keyboardScan } from './keyboard-scan.ts';

/** What each key means, one pressed every so many milliseconds. */
function press(keys: string[], everyMs: number) {
  const read = keyboardScan();
  return keys.map((key, place) => read(key, place * everyMs));
}

test('a code that is typed as fast as scanners type ends with Enter', () => {
  expect(press([...'BNG-0042', 'Enter'], 8).at(-1)).toEqual({ code: 'BNG-0042' });
  expect(press(['Shift', 'B', 'Shift', 'N', '-', '4', '2', 'Enter'], 15).at(-1)).toEqual({ code: 'BN-42' });
});

test('a person is no scanner: slow keys, short ones, and Enter after a pause are left alone', () => {
  expect(press([...'BNG-0042', 'Enter'], 90)).toEqual(Array(9).fill('none'));
  expect(press(['j', 'k', 'Enter'], 20).at(-1)).toBe('none');
  const read = keyboardScan();
  for (const [place, key] of [...'BNG-0042'].entries()) read(key, place * 8);
  expect(read('Enter', 1_000)).toBe('none');
});

test('what was typed before a code does not get into it', () => {
  const read = keyboardScan();
  read('x', 0);
  for (const [place, key] of [...'RING-7'].entries()) read(key, 500 + place * 5);
  expect(read('Enter', 530)).toEqual({ code: 'RING-7' });
  expect(read('Enter', 535)).toBe('none');
});

test('the second of two codes in a row is its own', () => {
  const read = keyboardScan();
  const codes = [...'AAAA1', 'Enter', ...'BBBB2', 'Enter'].map((key, place) => read(key, place * 5));
  expect(codes.filter((meaning) => typeof meaning === 'object')).toEqual([{ code: 'AAAA1' }, { code: 'BBBB2' }]);
});
