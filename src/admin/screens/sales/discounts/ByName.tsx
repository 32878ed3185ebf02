import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DataCards } from '#admin/kit/DataCards.tsx';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { useIsDesktop } from '#admin/kit/use-is-desktop.ts';
import { nameColumns, nameCsv } from './code-columns.tsx';
import { totalsByName } from './code-list.ts';
import { codesQuery } from './discount-codes.ts';

/** What each creator or campaign brought. Shows nothing until a code has a name. */
export function ByName() {
  const { data: codes = [] } = useQuery(codesQuery);
  const totals = useMemo(() => totalsByName(codes), [codes]);
  const Rows = useIsDesktop() ? DataTable : DataCards;
  if (!totals.some(({ name }) => name)) return null;
  return (
    <section aria-labelledby="codes-by-name" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="codes-by-name" className="text-xl">
          By creator or campaign
        </h2>
        <ExportButton noun="discounts by creator" label="Export by creator" columns={nameCsv} fetchWhole={async () => totals} />
      </div>
      <Rows label="By creator or campaign" items={totals} columns={nameColumns} keyOf={({ id }) => id} />
    </section>
  );
}
