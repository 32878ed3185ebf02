import postcss from 'postcss';
import { expect, test } from 'vitest';
import { olderStyles } from './older-styles.ts';

const written = (css: string) => postcss([olderStyles()]).process(css, { from: undefined }).css;

test('without layers each layer overrides the previous one, and unlayered styles override all', () => {
  const css = '@layer base{h1{color:red}}@layer components{.btn{color:red}}@layer utilities{a.mt-1{color:red}}.own{color:red}';
  expect(written(css).replaceAll('{color:red}', ' ')).toBe(
    'h1 :not(#_).btn a:not(#_):not(#_).mt-1 :not(#_):not(#_):not(#_).own ',
  );
});

test('an unknown layer stops the build, because its styles would have the wrong priority', () => {
  expect(() => written('@layer somewhere{a{color:red}}')).toThrow('somewhere');
});
