import { ApiFailure, callApi } from '#browser/api.ts';
import { refusalOf } from '#browser/refusal.ts';
import type { ContactMessage } from '#domain/messages/contact.ts';

export type ContactField = keyof ContactMessage;

export const INCOMPLETE = 'Please fill required fields: first name, email, message.';
export const SENT = "Message sent! We'll get back to you soon.";
const FAILED = 'Failed to send message';

const REQUIRED: Partial<ContactMessage> = {
  firstName: 'Please enter your first name',
  email: 'Please enter your email',
  message: 'Please write a message',
};

/** The result: the text below the form, and errors by field. */
export interface Outcome {
  isSent: boolean;
  text: string;
  fieldErrors: Partial<ContactMessage>;
}

/** Reads the form's fields, trimmed. */
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

/** Validates and sends a message. */
export async function sendMessage(message: ContactMessage): Promise<Outcome> {
  const fieldErrors = missing(message);
  if (Object.keys(fieldErrors).length) return { isSent: false, text: INCOMPLETE, fieldErrors };
  try {
    await callApi('POST', '/contact', { body: message, honeypot: true });
    return { isSent: true, text: SENT, fieldErrors: {} };
  } catch (failure) {
    if (failure instanceof ApiFailure) {
      const { text, fieldErrors } = refusalOf(failure, Object.keys(message) as ContactField[]);
      return { isSent: false, text: text.trim() || FAILED, fieldErrors };
    }
    // The reason is for developers: the shopper only reads that it failed.
    console.error(failure);
    return { isSent: false, text: FAILED, fieldErrors: {} };
  }
}

function missing(message: ContactMessage): Partial<ContactMessage> {
  return Object.fromEntries(Object.entries(REQUIRED).filter(([field]) => !message[field as ContactField]));
}
