// The footer's newsletter box.
import { callApi } from '#client/api.ts';

const form = document.querySelector<HTMLFormElement>('#newsletter');

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const input = form.elements.namedItem('email') as HTMLInputElement;
  if (!input.checkValidity()) {
    say('Please enter a valid e-mail address.');
    input.focus();
    return;
  }
  try {
    await callApi('POST', '/newsletter', { body: { email: input.value.trim() } });
    form.reset();
    say('Thank you! You are on the list.');
  } catch (failure) {
    say(failure instanceof Error ? failure.message : 'Please try again later.');
  }
});

function say(text: string): void {
  const status = document.querySelector('#newsletter-status');
  if (status) status.textContent = text;
}
