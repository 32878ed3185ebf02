import { describe, expect, test } from 'vitest';
import { apiUrlOf, missingVariables } from './courier-apis.ts';

const SHOP = 'https://naqsh.pk';
const url = (POSTEX_API_URL: string, shop = SHOP) => apiUrlOf('postex', { URL: shop, POSTEX_API_URL });

describe('credentials go', () => {
  test.each(['', 'https://api.postex.pk', 'https://api.postex.pk/other/path'])('to the courier’s own host: %j', (address) => {
    expect(url(address)).toContain('https://api.postex.pk');
  });

  test.each([
    'http://api.postex.pk',
    'https://api.postex.pk.evil.test',
    'https://api.postex.pk:8443',
    'https://api.postex.pk@evil.test',
    'https://somebody:else@api.postex.pk',
    'https://169.254.169.254',
    'http://127.0.0.1:9000',
    'http://localhost:9000',
    'file:///etc/passwd',
    'nothing',
  ])('never to %j', (address) => {
    expect(() => url(address)).toThrow('POSTEX_API_URL must be https and one of api.postex.pk');
  });

  test('to a stand-in on this machine only from a shop on this machine', () => {
    expect(url('http://127.0.0.1:9000', 'http://localhost:8888')).toBe('http://127.0.0.1:9000');
    expect(() => url('http://10.0.0.7:9000', 'http://localhost:8888')).toThrow('POSTEX_API_URL');
  });
});

test('what is missing is named', () => {
  expect(missingVariables('leopards', { LEOPARDS_API_KEY: 'x', LEOPARDS_API_PASSWORD: ' ' })).toEqual(['LEOPARDS_API_PASSWORD']);
  expect(missingVariables('generic', {})).toEqual([]);
});
