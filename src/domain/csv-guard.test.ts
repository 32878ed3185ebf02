import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardFormula, unguardFormula } from './csv-guard.ts';

const hostile = fc.stringMatching(/^['=+\-@\t\n |0-9a＝]{0,14}$/);

test('reading undoes the guard exactly, whatever the text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), hostile), (text) => unguardFormula(guardFormula(text)) === text),
  );
});

test('guarded text never begins like a formula', () => {
  fc.assert(fc.property(hostile, (text) => !/^\s*[=@|＝]/.test(guardFormula(text))));
});

test.each([
  ['=1+1', "'=1+1"],
  ["'=1+1", "''=1+1"],
  ["'tis", "'tis"],
  ['+923001234567', "'+923001234567"],
  ["'+923001234567", "''+923001234567"],
])('%j is written as %j', (text, cell) => {
  expect([guardFormula(text), unguardFormula(cell)]).toEqual([cell, text]);
});
