import { formatMoment } from '#admin/kit/formats.ts';
import type { WhatsappTalk as Talk, WhatsappAnswer, WhatsappQuestionStatus } from '#domain/whatsapp/talk.ts';
import { WISHES } from './labels.ts';

const STATUSES: Record<WhatsappQuestionStatus, string> = {
  waiting: 'The question is on its way',
  sent: 'Asked, not delivered yet',
  failed: 'The question did not arrive',
  delivered: 'Asked, not read yet',
  read: 'The question was read',
};

/** What a wish did, for staff. */
const EFFECTS: Record<NonNullable<WhatsappAnswer['effect']>, string> = {
  confirmed: 'The order is confirmed.',
  call_needed: 'Noted. This order is confirmed by a call only.',
  call_back: 'Call them about it.',
  older: 'They answered again later.',
  changed: 'No effect: the order has changed since the question.',
  cancelled: 'No effect: the order is cancelled.',
  closed: 'No effect: the order is on its way or done.',
  other_phone: 'No effect: it came from another number.',
};

/** What was asked about an order by WhatsApp, and what the shopper answered. */
export function WhatsappTalk({ talk: { question, answers } }: { talk: Talk }) {
  return (
    <section aria-label="WhatsApp" className="panel p-4 text-sm">
      <h3 className="font-sans text-sm font-medium">WhatsApp</h3>
      {question && (
        <p className={question.status === 'failed' ? 'mt-1 text-danger' : 'mt-1 text-ink-soft'}>
          {STATUSES[question.status]} · {formatMoment(question.updatedAt)}
          {question.status === 'failed' && question.error && <span className="block break-words">{question.error}</span>}
        </p>
      )}
      <ol>
        {answers.map(({ pressed, body, effect, sentAt }) => (
          <li key={`${sentAt} ${pressed} ${body}`} className="mt-2 border-t border-line pt-2">
            {pressed && <span className="font-medium">{WISHES[pressed]}</span>}
            {body && (
              <p dir="auto" className="break-words whitespace-pre-line">
                {body}
              </p>
            )}
            <p className="text-ink-soft">
              {formatMoment(sentAt)}
              {effect && ` · ${EFFECTS[effect]}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
