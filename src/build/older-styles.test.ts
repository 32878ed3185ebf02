import postcss from 'postcss';
import { expect, test } from 'vitest';
import { olderStyles } from './older-styles.ts';

const written = (css: string) => postcss([olderStyles()]).process(css, { from: undefined }).css;

test('without layers each layer wins over the one before, and what stands in none over all', () => {
  const css = '@layer base{h1{color:red}}@layer components{.btn{color:red}}@layer utilities{a.mt-1{color:red}}.own{color:red}';
  expect(written(css).replaceAll('{color:red}', ' ')).toBe(
    'h1 :not(#_).btn a:not(#_):not(#_).mt-1 :not(#_):not(#_):not(#_).own ',
  );
});

test('a layer that nobody knows stops the build: its styles would have the wrong weight', () => {
  expect(() => written('@layer somewhere{a{color:red}}')).toThrow('somewhere');
});
