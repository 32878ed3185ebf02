import { expect, test } from 'vitest';
import { readRecordPath, recordPath } from './record-path.ts';

const read = (path: string) => readRecordPath('/admin/orders', path, ['new']);

test('a record, its dialogs and the screen’s dialogs have addresses', () => {
  expect(read('/admin/orders')).toEqual({ key: null, dialog: null });
  expect(read('/admin/orders/ORD-1042')).toEqual({ key: 'ORD-1042', dialog: 'details' });
  expect(read('/admin/orders/ORD-1042/edit')).toEqual({ key: 'ORD-1042', dialog: 'edit' });
  expect(read('/admin/orders/new')).toEqual({ key: null, dialog: 'new' });
});

test('parsing an address returns what was written into it', () => {
  expect(read(recordPath('/admin/orders', 'ORD/10 %', 'edit'))).toEqual({ key: 'ORD/10 %', dialog: 'edit' });
  expect(read('/admin/orders/100%')).toEqual({ key: '100%', dialog: 'details' });
});
