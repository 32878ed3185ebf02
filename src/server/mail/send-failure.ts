import { cleanForeignText } from '#domain/text.ts';

const MAX_MESSAGE = 300;

interface Failure {
  /** Whatever else goes the same way would fail, too, now. */
  isProviderDown: boolean;
  /** `failed` is tried again for a day, `waiting` for ever, `refused` never. */
  outcome?: 'failed' | 'waiting' | 'refused';
}

/** Something in the outbox that was not sent. */
export class SendFailure extends Error {
  override name = 'SendFailure';
  readonly isProviderDown: boolean;
  readonly outcome: 'failed' | 'waiting' | 'refused';

  constructor(message: string, { isProviderDown, outcome = 'failed' }: Failure) {
    // Some of it are words of the service: whatever they are, the outbox can keep them.
    super(cleanForeignText(message.slice(0, MAX_MESSAGE)));
    this.isProviderDown = isProviderDown;
    this.outcome = outcome;
  }
}
