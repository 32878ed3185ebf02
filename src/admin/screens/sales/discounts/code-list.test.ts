import { expect, test } from 'vitest';
import type { DiscountCode } from '#domain/discounts/contract.ts';
import { codeFilters, pageOfCodes, totalsByName } from './code-list.ts';
import { code as plain } from './example-code.ts';

const counted = (orders: number) => ({ orders, discount: orders * 100, total: orders * 2000 });

const code = (fields: Partial<DiscountCode>): DiscountCode => ({
  ...plain,
  id: fields.code ?? '',
  oncePerPhone: true,
  ...fields,
});

const ALL = [
  code({ code: 'AYESHA10', name: 'Ayesha', uses: 3, placed: counted(3), delivered: counted(2), returned: counted(1) }),
  code({ code: 'HIRA15', name: 'Hira Malik', uses: 9, placed: counted(9), delivered: counted(7), isPaused: true }),
  code({ code: 'AYESHAEID', name: 'ayesha ', uses: 8, placed: counted(8), delivered: counted(6) }),
];

const shown = (search: string) => pageOfCodes(ALL, codeFilters.read(search)).items.map(({ code }) => code);

test('codes are found by code and by name, and by their state', () => {
  expect(shown('?search=ayesha')).toEqual(['AYESHA10', 'AYESHAEID']);
  expect(shown('?search=MALIK')).toEqual(['HIRA15']);
  expect(shown('?state=paused')).toEqual(['HIRA15']);
});

test('codes are sorted by what they brought', () => {
  expect(shown('?sortBy=delivered')).toEqual(['HIRA15', 'AYESHAEID', 'AYESHA10']);
  expect(shown('?sortBy=code&sortOrder=asc')).toEqual(['AYESHA10', 'AYESHAEID', 'HIRA15']);
});

test('a page says of how many it is', () => {
  const { items, pagination } = pageOfCodes(ALL, { ...codeFilters.defaults, page: 2, limit: 2 });
  expect(items).toHaveLength(1);
  expect(pagination).toEqual({ page: 2, limit: 2, totalPages: 2, totalItems: 3 });
});

test('the codes of a creator are added up, however the name was typed', () => {
  expect(totalsByName(ALL)).toMatchObject([
    { name: 'Ayesha', codes: ['AYESHA10', 'AYESHAEID'], uses: 11, delivered: counted(8), returned: counted(1) },
    { name: 'Hira Malik', codes: ['HIRA15'], placed: counted(9) },
  ]);
});
