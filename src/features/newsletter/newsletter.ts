// The footer's newsletter box. Every page has it, so it calls the API without the client, to save weight.
import { parseJson } from '#browser/storage.ts';
import { timeoutSignal } from '#browser/timeout-signal.ts';

const TIMEOUT_MS = 20_000;
const NO_ADDRESS = 'Enter a valid e-mail address';
const UNREACHED = 'We cannot reach the shop. Please check your connection and try again.';

const form = document.querySelector<HTMLFormElement>('#newsletter');
const input = form?.querySelector('input');
/** A honeypot: only programs fill it in. */
const trap = form?.querySelector<HTMLInputElement>('[name=remark]');

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const email = input?.value.trim();
  if (!input || form.hasAttribute('aria-busy')) return;
  const isWrong = !input.checkValidity();
  input.setAttribute('aria-invalid', String(isWrong));
  if (isWrong) {
    say(NO_ADDRESS);
    input.focus();
    return;
  }
  form.setAttribute('aria-busy', 'true');
  say('Sending...');
  const failure = await subscribe({ email, remark: trap?.value });
  if (trap) trap.value = '';
  form.removeAttribute('aria-busy');
  if (!failure) form.reset();
  say(failure || 'Thank you! You are on the list.');
});

input?.addEventListener('input', () => {
  input.removeAttribute('aria-invalid');
  say('');
});

/** Subscribes an address. Returns an error text for the shopper, or nothing on success. */
async function subscribe(typed: object): Promise<string> {
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(typed),
    signal: timeoutSignal(TIMEOUT_MS),
  };
  const answer = await fetch('/api/newsletter', request).catch(() => undefined);
  if (answer?.ok) return '';
  const body = parseJson(await answer?.text().catch(() => '')) as
    | { message?: string; errors?: { message: string }[] }
    | undefined;
  // The server is stricter than the browser, which accepts `a@b`, and says what is wrong with the address.
  return body?.errors?.[0]?.message || body?.message || UNREACHED;
}

function say(text: string): void {
  const status = document.querySelector('#newsletter-status');
  if (status) status.textContent = text;
}
