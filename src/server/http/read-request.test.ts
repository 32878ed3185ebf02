import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readBytes, readDevice } from './read-request.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A request whose body the test sends. */
function sending() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const request = new Request('http://shop.test/api/contact', { method: 'POST', body: readable, duplex: 'half' } as RequestInit);
  return { request, writer: writable.getWriter() };
}

const part = new TextEncoder().encode('{"message":');

test('a body that arrives in slow parts is read', async () => {
  const { request, writer } = sending();
  const bytes = readBytes(request, 1_000);
  for (let parts = 0; parts < 3; parts += 1) {
    await vi.advanceTimersByTimeAsync(14_000);
    await writer.write(part);
  }
  await writer.close();
  expect((await bytes).toString()).toBe('{"message":'.repeat(3));
});

test('a body that pauses for too long is 408', async () => {
  const { request, writer } = sending();
  const refused = expect(readBytes(request, 1_000)).rejects.toMatchObject({ status: 408, code: 'body_too_slow' });
  await writer.write(part);
  await vi.advanceTimersByTimeAsync(16_000);
  await refused;
});

test('a body that is cut off is a client error', async () => {
  const { request, writer } = sending();
  const refused = expect(readBytes(request, 1_000)).rejects.toMatchObject({ status: 400, code: 'body_cut_off' });
  await writer.abort(new Error('gone'));
  await refused;
});

test('a device id is stored as a hash; an invalid one is ignored', () => {
  const from = (device: string) => readDevice(new Request('http://shop.test', { headers: { 'X-Device': device } }));
  const number = '0b9f8a1e-3a54-4c64-9f5c-0c8a8c3f2f11';
  expect(from(number)).toMatch(/^[\w-]{43}$/);
  expect(from(number)).not.toContain('0b9f8a1e');
  expect(['', 'short', 'a b c d e f g h', 'x'.repeat(65)].map(from)).toEqual([null, null, null, null]);
});
