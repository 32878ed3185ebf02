/** What is known to stand between a mail and its reader, in the words that the outbox keeps. */
const WORDS: Record<number, string> = {
  0: 'network error',
  403: 'forbidden (block list)',
  429: 'too many requests (rate limit)',
  451: 'unavailable for headless browser',
};

const LONGEST = 300;

/** A mail that did not go out. */
export class SendFailure extends Error {
  override name = 'SendFailure';
  /** Whether other mails would fare the same, so that trying them now is in vain. */
  readonly concernsAll: boolean;

  constructor(sentence: string, { concernsAll }: { concernsAll: boolean }) {
    super(sentence.slice(0, LONGEST));
    this.concernsAll = concernsAll;
  }
}

/** What a mail service answered instead of taking a mail. Takes its status, 0 when there was no answer, and what it said. */
export function refusedWith(status: number, said = ''): SendFailure {
  const sentence = [WORDS[status], said].filter(Boolean).join('. ');
  return new SendFailure(`send failed (${status}): ${sentence}`, {
    concernsAll: status === 0 || status === 429 || status >= 500,
  });
}
