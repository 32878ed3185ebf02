import { useState } from 'react';
import { MayButton } from '#admin/kit/may.tsx';
import type { BalanceLine, BookMonthDetails } from '#domain/books/contract.ts';
import { roundMoney } from '#domain/money.ts';
import { sumText } from './book-texts.ts';
import { RenameAccount } from './RenameAccount.tsx';

const COLUMNS = [
  ['Opening', ({ opening }: BalanceLine) => opening],
  ['Debit', ({ debit }: BalanceLine) => debit],
  ['Credit', ({ credit }: BalanceLine) => credit],
  ['Closing', ({ closing }: BalanceLine) => closing],
] as const;

/** A month's trial balance. Balances above zero are debit; both balances come to zero. */
export function TrialBalance({ balance }: Pick<BookMonthDetails, 'balance'>) {
  const [renamed, setRenamed] = useState<BalanceLine | null>(null);
  return (
    <section className="panel overflow-x-auto" aria-label="Trial balance">
      <table className="list">
        <caption className="sr-only">Trial balance</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            {COLUMNS.map(([name]) => (
              <th key={name} scope="col" className="text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {balance.map((line) => (
            <tr key={line.account}>
              <th scope="row" className="min-w-40 text-left font-normal">
                <MayButton
                  right="set_rules"
                  onClick={() => setRenamed(line)}
                  aria-label={`Rename ${line.number} ${line.name}`}
                  className="quiet-link min-h-11 gap-2 text-left"
                >
                  <span className="shrink-0 text-muted tabular-nums">{line.number}</span> <span>{line.name}</span>
                </MayButton>
              </th>
              {COLUMNS.map(([name, of]) => (
                <td key={name} className="text-right whitespace-nowrap tabular-nums">
                  {sumText(of(line))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="text-left font-medium">
              Total
            </th>
            {COLUMNS.map(([name, of]) => (
              <td key={name} className="text-right font-medium whitespace-nowrap tabular-nums">
                {sumText(roundMoney(balance.reduce((sum, line) => sum + of(line), 0)))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      {renamed && <RenameAccount line={renamed} onClose={() => setRenamed(null)} />}
    </section>
  );
}
