import { formatCount, formatDay } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { withUniqueKeys } from '#admin/kit/with-unique-keys.ts';
import type { ReadLines } from '#domain/payments/statement-file.ts';

const SHOWN = 8;

/** What would be added: how much of it, the first lines, and what cannot be read. */
export function StatementPreview({ read: { lines, balances, outgoing, problems } }: { read: ReadLines }) {
  // Equal lines may follow one another.
  const firstLines = withUniqueKeys(lines.slice(0, SHOWN), ({ day, amount, reference }) => `${day} ${amount} ${reference}`);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <section aria-label="What is added" className="mt-5 border-t border-line pt-4">
      <p role="status" className="font-medium">
        {lines.length === 0
          ? 'No line says that money came in.'
          : `${formatCount(lines.length)} ${lines.length === 1 ? 'line' : 'lines'} with ${formatPrice(total)} that came in`}
      </p>
      {outgoing > 0 && <p className="text-sm text-ink-soft">{formatCount(outgoing)} with money that went out are left out.</p>}
      {balances.length > 0 && (
        <p className="text-sm text-ink-soft">
          {balances.length === 1 ? 'The balance of a day is' : `The balances of ${formatCount(balances.length)} days are`}{' '}
          compared with the books.
        </p>
      )}
      {problems.length > 0 && (
        <div className="mt-3 rounded-md bg-cream px-3 py-2 text-sm">
          <p className="font-medium">
            {formatCount(problems.length)} {problems.length === 1 ? 'line is' : 'lines are'} left out, because they cannot be
            read:
          </p>
          <ul className="mt-1 space-y-1">
            {problems.slice(0, SHOWN).map(({ row, problem }) => (
              <li key={row + problem} className="break-words">
                {problem}: <span className="text-muted">{row}</span>
              </li>
            ))}
          </ul>
          {problems.length > SHOWN && <p className="mt-1">and {formatCount(problems.length - SHOWN)} more</p>}
        </div>
      )}
      <ul aria-label="The first lines" className="mt-3 divide-y divide-line">
        {firstLines.map(({ key, item: { day, amount, reference } }) => (
          <li key={key} className="grid grid-cols-[1fr_auto] gap-x-4 py-2 text-sm sm:grid-cols-[7rem_1fr_auto]">
            <span className="text-muted">{formatDay(day)}</span>
            <span dir="auto" className="break-words max-sm:order-last max-sm:col-span-2">
              {reference || '–'}
            </span>
            <span className="text-right tabular-nums">{formatPrice(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
