import { useState } from 'react';
import { BookExpense } from '#admin/data/payments/BookExpense.tsx';
import { MONEY_METHOD_LABELS, PAYMENT_KIND_LABELS } from '#admin/data/payments/labels.ts';
import { TakeBack } from '#admin/data/payments/TakeBack.tsx';
import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { useList } from '#admin/kit/use-list.ts';
import { useMay } from '#admin/platform/rights.ts';
import { MONEY_METHODS, type Payment } from '#domain/payments/contract.ts';
import { Balances } from './Balances.tsx';
import { paymentBrief, paymentColumns, paymentCsv } from './payment-columns.tsx';
import { payments } from './payments.ts';

const METHODS = new Map(MONEY_METHODS.map((method) => [method, MONEY_METHOD_LABELS[method]]));

const EMPTY = 'No payment yet. An order that is delivered, an advance, a refund and store credit each add a row here.';

/** The ledger: every payment, the newest first, and where the money is. */
export default function PaymentsPage() {
  const list = useList(payments);
  const seesBalances = useMay('see_reports');
  const [isBooking, setBooking] = useState(false);
  const [takenBack, setTakenBack] = useState<Payment | null>(null);
  return (
    <Screen
      title="Payments"
      actions={
        <>
          <ExportButton noun="payments" columns={paymentCsv} fetchWhole={list.fetchWhole} />
          <MayButton right="verify_payments" onClick={() => setBooking(true)} className="btn btn-primary">
            Book expense
          </MayButton>
        </>
      }
    >
      {seesBalances && <Balances />}
      <ListFilters
        list={list}
        label="Payments"
        fields={[
          { search: 'orderNumber', label: 'Order number', placeholder: 'ORD-10042' },
          { choice: 'kind', label: 'Kind', all: 'All Kinds', names: textsOf(PAYMENT_KIND_LABELS) },
          { choice: 'method', label: 'How', all: 'All Ways', names: METHODS },
          { from: 'startDate', to: 'endDate' },
        ]}
      />
      <DataList
        list={list}
        columns={paymentColumns(setTakenBack)}
        brief={paymentBrief(setTakenBack)}
        noun="payments"
        empty={list.isNarrowed ? 'No payments found' : EMPTY}
      />
      {isBooking && <BookExpense onClose={() => setBooking(false)} />}
      {takenBack && <TakeBack booked={takenBack} onClose={() => setTakenBack(null)} />}
    </Screen>
  );
}
