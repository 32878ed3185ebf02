import { expect, test } from 'vitest';
import { shownTexts } from './shown-fields.ts';

test('of a list only the texts are read, and each is named by its place', () => {
  const shipments = [
    { orderId: '68f0ab03459998887bcdef12', carrier: 'TCS' },
    { orderId: '68f0ab03451234567bcdef12', carrier: 'PostEx' },
  ];
  expect(shownTexts({ shipments }, ['shipments.*.carrier'])).toEqual([
    { path: 'shipments.0.carrier', text: 'TCS' },
    { path: 'shipments.1.carrier', text: 'PostEx' },
  ]);
});

test('all below a field is read, also one level down', () => {
  const hero = { first: { title: 'Eid', lines: ['New', ['Gold']] }, second: null };
  const texts = ['Eid', 'New', 'Gold'];
  expect(shownTexts({ hero }, ['hero']).map(({ text }) => text)).toEqual(texts);
  expect(shownTexts({ change: { hero } }, ['hero.first'])).toEqual([
    { path: 'hero.first.title', text: 'Eid' },
    { path: 'hero.first.lines.0', text: 'New' },
    { path: 'hero.first.lines.1.0', text: 'Gold' },
  ]);
  expect(shownTexts({ hero: 'a text' }, ['hero.first'])).toEqual([]);
});
