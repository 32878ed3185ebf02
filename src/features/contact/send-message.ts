import { ApiFailure, callApi } from '#browser/api.ts';

/** What a shopper writes to the shop. */
export type ContactField = 'firstName' | 'lastName' | 'email' | 'subject' | 'message';

export type ContactMessage = Record<ContactField, string>;

export const INCOMPLETE = 'Please fill required fields: first name, email, message.';
export const SENT = "Message sent! We'll get back to you soon.";
const FAILED = 'Failed to send message';

const REQUIRED: Partial<ContactMessage> = {
  firstName: 'Please enter your first name',
  email: 'Please enter your email',
  message: 'Please write a message',
};

/** What came of it: the text below the form, and what is wrong with single fields. */
export interface Outcome {
  isSent: boolean;
  text: string;
  fieldErrors: Partial<ContactMessage>;
}

/** What stands in the form's fields, spaces around it dropped. */
export function readMessage(form: FormData): ContactMessage {
  const text = (field: ContactField) => String(form.get(field) ?? '').trim();
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
  };
}

/** Sends a message that has what it needs, and tells what came of it. */
export async function sendMessage(message: ContactMessage): Promise<Outcome> {
  const fieldErrors = missing(message);
  if (Object.keys(fieldErrors).length) return { isSent: false, text: INCOMPLETE, fieldErrors };
  try {
    await callApi('POST', '/contact', { body: message, byHand: true });
    return { isSent: true, text: SENT, fieldErrors: {} };
  } catch (failure) {
    if (failure instanceof ApiFailure) return refusal(failure, message);
    // Nothing that a shopper can read: they are told that it failed, the console why.
    console.error(failure);
    return { isSent: false, text: FAILED, fieldErrors: {} };
  }
}

/** The server's words, where it found any, and its fieldErrors at the fields they are about. */
function refusal({ message: words, errors }: ApiFailure, message: ContactMessage): Outcome {
  const named = errors.filter(({ path }) => path in message).map(({ path, message }) => [path, message]);
  return { isSent: false, text: words.trim() || FAILED, fieldErrors: Object.fromEntries(named) };
}

function missing(message: ContactMessage): Partial<ContactMessage> {
  return Object.fromEntries(Object.entries(REQUIRED).filter(([field]) => !message[field as ContactField]));
}
