import { expect, test } from 'vitest';
import { headerAfterScroll } from './header-scroll.ts';

const shown = { hidden: false, scrolled: true };
const hidden = { hidden: true, scrolled: true };

test('scrolling down past 100 px hides the header, scrolling up shows it', () => {
  expect(headerAfterScroll(shown, 90, 101)).toEqual(hidden);
  expect(headerAfterScroll(hidden, 800, 799)).toEqual(shown);
});

test('between 50 and 100 px scrolling down changes nothing', () => {
  expect(headerAfterScroll(shown, 60, 100)).toEqual(shown);
});

test('within 50 px of the top the header shows, without a shadow', () => {
  expect(headerAfterScroll(hidden, 120, 50)).toEqual({ hidden: false, scrolled: false });
});
