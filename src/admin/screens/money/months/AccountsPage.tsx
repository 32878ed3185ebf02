import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#admin/kit/failure-text.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { Select } from '#admin/kit/Select.tsx';
import { Spinner } from '#components/Spinner.tsx';
import { monthName } from './book-texts.ts';
import { monthDetailsQuery, monthsQuery } from './books-api.ts';
import { JournalDownload } from './JournalDownload.tsx';
import { PrintMonth } from './MonthSheet.tsx';
import { MonthState } from './MonthState.tsx';
import { SalesTaxes } from './SalesTaxes.tsx';
import { TrialBalance } from './TrialBalance.tsx';
import { WithheldTaxes } from './WithheldTaxes.tsx';

/** The books of a month as an accountant reads them. Opens with the last month that is over and open. */
export default function AccountsPage() {
  const { data: months = [], error: listError } = useQuery(monthsQuery);
  const [chosen, setChosen] = useState('');
  const month = chosen || (months.find(({ state }) => state === 'open') ?? months[0])?.month || '';
  const { data, error } = useQuery({ ...monthDetailsQuery(month), enabled: month !== '' });
  const failure = listError ?? error;
  return (
    <Screen title="Months" actions={month && <JournalDownload month={month} />}>
      {failure && !data && (
        <p role="alert" className="text-sm text-danger">
          {failureText(failure, 'Failed to load the accounts')}
        </p>
      )}
      {month && (
        <div className="mb-3 flex flex-wrap items-center gap-3 lg:mb-4">
          <Select
            label="Month"
            value={month}
            options={months.map((one) => ({ value: one.month, label: monthName(one.month) }))}
            onChange={setChosen}
            className="w-52"
          />
          {data && <MonthState month={data} months={months} />}
          {data && <PrintMonth month={data} />}
        </div>
      )}
      {data ? (
        <>
          {data.isAsKept === false && (
            <p role="alert" className="mb-4 rounded-lg bg-notice px-4 py-2.5 text-sm">
              The payments of this month no longer add up to the balance kept when it was closed. Somebody has changed the
              database directly.
            </p>
          )}
          <TrialBalance balance={data.balance} />
          <SalesTaxes salesTax={data.salesTax} />
          <WithheldTaxes month={data.month} withheld={data.withheld} />
        </>
      ) : (
        !failure && <Spinner />
      )}
    </Screen>
  );
}
