import { expect, test } from 'vitest';
import type { Order } from '#shared/schemas/order.ts';
import { changesOf, complaintsByField } from './order-edit.ts';

const contact = {
  customerName: 'Sara Khan',
  customerEmail: 'sara@shop.example',
  customerPhone: '+923001234567',
  customerAddress: '12 Mall Road',
  city: 'Lahore',
  zipCode: '54000',
  country: 'pk',
  notes: '',
};
const order = contact as Order;

test('only what was changed is sent', () => {
  expect(changesOf(order, { ...contact, city: ' Karachi ', notes: 'Call first' })).toEqual({
    city: 'Karachi',
    notes: 'Call first',
  });
});

test('spaces and capital letters of a country code change nothing', () => {
  expect(changesOf(order, { ...contact, customerName: 'Sara Khan ', country: 'PK' })).toBeNull();
});

test('a field can be emptied', () => {
  expect(changesOf(order, { ...contact, zipCode: '' })).toEqual({ zipCode: '' });
});

test('complaints stand at their fields, the first of each', () => {
  const errors = [
    { path: 'customerPhone', message: 'Enter a valid phone number' },
    { path: 'customerPhone', message: 'Too long' },
    { path: '', message: 'Nothing to change' },
  ];
  expect(complaintsByField(errors, ['customerPhone', 'city'])).toEqual({
    byField: { customerPhone: 'Enter a valid phone number' },
    rest: ['Nothing to change'],
  });
});
