import { beforeEach, expect, test } from 'vitest';
import type { ReadyText, ReadyTextEdit } from '#domain/ready-texts/contract.ts';
import { DEFAULT_READY_TEXTS } from '#domain/ready-texts/defaults.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const texts = async (): Promise<ReadyText[]> => (await staff('GET', '/api/ready-texts')).json.data;
const confirmText = async () =>
  (await texts()).find(({ key, language }) => key === 'confirm' && language === 'ur-Latn') as ReadyText;
const save = (edit: Partial<ReadyTextEdit>) =>
  staff('PUT', '/api/ready-texts', { key: 'confirm', language: 'ur-Latn', text: 'Salam {name}!', updatedAt: null, ...edit });

beforeEach(() => shop.rows('delete from ready_texts'));

test('the shop comes with every text in three languages', async () => {
  const found = await texts();
  expect(found).toHaveLength(33);
  for (const { key, language, ...text } of found) {
    expect(text).toEqual({ text: DEFAULT_READY_TEXTS[key][language], updatedAt: null });
  }
});

test('staff change one text, and the others stay', async () => {
  const { status, json } = await save({ text: 'Salam {name}, order {order} theek hai?' });
  expect([status, json.data.text]).toEqual([200, 'Salam {name}, order {order} theek hai?']);
  expect(await confirmText()).toEqual(json.data);
  expect((await texts()).filter(({ updatedAt }) => updatedAt)).toHaveLength(1);
});

test('a text goes back to its default', async () => {
  const { updatedAt } = (await save({})).json.data;
  const { json } = await save({ text: null, updatedAt });
  expect(json.data).toMatchObject({ text: DEFAULT_READY_TEXTS.confirm['ur-Latn'], updatedAt: null });
  expect(await confirmText()).toEqual(json.data);
});

test('a text is not overwritten by somebody who saw an older one', async () => {
  const first = (await save({})).json.data;
  for (const edit of [{ updatedAt: null }, { text: null, updatedAt: null }]) {
    const { status, json } = await save(edit);
    expect([status, json.code]).toEqual([409, 'edited_meanwhile']);
  }
  const second = (await save({ text: 'Salam!', updatedAt: first.updatedAt })).json.data;
  expect((await save({ updatedAt: first.updatedAt })).json.code).toBe('edited_meanwhile');
  expect(await confirmText()).toEqual(second);
});

test.each([
  [
    'an unknown placeholder',
    '{nmae}',
    '“Ask to confirm”, Roman Urdu: {nmae} is no placeholder. Use {name} {order} {items} {total} {due} {city} {link} {shop} {code} {advance} {until} {courier} {tracking} {return} {answer}.',
  ],
  ['an empty placeholder', '{}', '“Ask to confirm”, Roman Urdu: {} is empty.'],
  ['half a placeholder', '{name', '“Ask to confirm”, Roman Urdu: A brace stands alone.'],
  ['nothing', ' \n ', 'Enter a text, or go back to the default'],
  ['too much', 'a'.repeat(1501), 'At most 1500 characters'],
])('%s is refused at its field', async (_, text, complaint) => {
  const { status, json } = await save({ text });
  expect([status, json.code]).toEqual([422, 'validation_failed']);
  expect(json.errors[0]).toMatchObject({ path: 'text', message: expect.stringContaining(complaint) });
  expect((await confirmText()).updatedAt).toBeNull();
});

test('there are no other texts and languages', async () => {
  expect((await save({ key: 'birthday' as never })).status).toBe(422);
  expect((await save({ language: 'fr' as never })).status).toBe(422);
});
