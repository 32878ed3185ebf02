import { afterEach, expect, test, vi } from 'vitest';
import { INCOMPLETE, SENT, sendMessage } from './send-message.ts';

const MESSAGE = { firstName: 'Sana', lastName: '', email: 'sana@example.com', subject: '', message: 'Do you have it in 9?' };

function answer(respond: () => Response): void {
  vi.stubGlobal('fetch', async () => respond());
}

afterEach(() => vi.restoreAllMocks());

test('a sent message gets a thank-you', async () => {
  answer(() => Response.json({ success: true, data: null }, { status: 201 }));
  expect(await sendMessage(MESSAGE)).toEqual({ isSent: true, text: SENT, fieldErrors: {} });
});

test('an incomplete message is not sent', async () => {
  answer(() => {
    throw new Error('Nothing should be sent');
  });
  const outcome = await sendMessage({ ...MESSAGE, firstName: '', email: '', message: '' });
  const fieldErrors = {
    firstName: 'Please enter your first name',
    email: 'Please enter your email',
    message: 'Please write a message',
  };
  expect(outcome).toEqual({ isSent: false, text: INCOMPLETE, fieldErrors });
});

test('the server’s message is shown, and its field errors at their fields', async () => {
  const errors = [
    { path: 'email', message: 'Enter a valid e-mail address' },
    { path: 'website', message: 'Unknown field' },
  ];
  answer(() => Response.json({ success: false, message: 'Please check', errors }, { status: 422 }));
  const { text, fieldErrors } = await sendMessage(MESSAGE);
  expect(text).toMatch(/^Please check: /);
  expect(fieldErrors).toEqual({ email: 'Enter a valid e-mail address' });
});

test('a refusal without a message is Failed to send message', async () => {
  answer(() => Response.json({ success: false, message: ' ' }, { status: 500 }));
  expect(await sendMessage(MESSAGE)).toEqual({ isSent: false, text: 'Failed to send message', fieldErrors: {} });
});

test('an exception is Failed to send message, too, and is logged', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  answer(() => Response.json({ success: false, errors: [null] }, { status: 500 }));
  expect(await sendMessage(MESSAGE)).toEqual({ isSent: false, text: 'Failed to send message', fieldErrors: {} });
  expect(told).toHaveBeenCalledOnce();
});
