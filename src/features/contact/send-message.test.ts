import { afterEach, expect, test, vi } from 'vitest';
import { INCOMPLETE, SENT, sendMessage } from './send-message.ts';

const MESSAGE = { firstName: 'Sana', lastName: '', email: 'sana@example.com', subject: '', message: 'Do you have it in 9?' };

function answer(respond: () => Response): void {
  vi.stubGlobal('fetch', async () => respond());
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('what arrived is thanked for', async () => {
  answer(() => Response.json({ success: true, data: null }, { status: 201 }));
  expect(await sendMessage(MESSAGE)).toEqual({ isSent: true, text: SENT, fieldErrors: {} });
});

test('a message that lacks something is not sent', async () => {
  answer(() => {
    throw new Error('Nothing should be sent');
  });
  const outcome = await sendMessage({ ...MESSAGE, email: '' });
  expect(outcome).toEqual({ isSent: false, text: INCOMPLETE, fieldErrors: { email: 'Please enter your email' } });
});

test('the server’s words are shown, and its fieldErrors at their fields', async () => {
  const errors = [
    { path: 'email', message: 'Enter a valid e-mail address' },
    { path: 'website', message: 'Unknown field' },
  ];
  answer(() => Response.json({ success: false, message: 'Please check', errors }, { status: 422 }));
  const { text, fieldErrors } = await sendMessage(MESSAGE);
  expect(text).toMatch(/^Please check: /);
  expect(fieldErrors).toEqual({ email: 'Enter a valid e-mail address' });
});

test('a refusal without words is Failed to send message', async () => {
  answer(() => Response.json({ success: false, message: ' ' }, { status: 500 }));
  expect(await sendMessage(MESSAGE)).toEqual({ isSent: false, text: 'Failed to send message', fieldErrors: {} });
});

test('what is no refusal but a fault is Failed to send message, too, and is told to the console', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  answer(() => Response.json({ success: false, errors: [null] }, { status: 500 }));
  expect(await sendMessage(MESSAGE)).toEqual({ isSent: false, text: 'Failed to send message', fieldErrors: {} });
  expect(told).toHaveBeenCalledOnce();
});
