import { useState } from 'react';
import { ActivityLink } from '#admin/data/activity/ActivityLink.tsx';
import { customers, useCustomerDetails } from '#admin/data/customers/definition.ts';
import { CUSTOMER_BLOCK_LABELS, recordText } from '#admin/data/customers/labels.ts';
import { OrderTexts } from '#admin/data/ready-texts/OrderTexts.tsx';
import { formatDay } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { NotLoaded } from '#admin/kit/NotLoaded.tsx';
import { RecordDetails } from '#admin/kit/RecordDetails.tsx';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import type { Choice } from '#admin/kit/SearchSelect.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { useRecord } from '#admin/kit/use-record.ts';
import { Link } from '#admin/platform/Link.tsx';
import { useRights } from '#admin/platform/rights.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { Customer } from '#domain/customers/contract.ts';
import { CustomerCredit } from './CustomerCredit.tsx';
import { CustomerFacts } from './CustomerFacts.tsx';
import { CustomerHistory } from './CustomerHistory.tsx';
import { CustomerOrders } from './CustomerOrders.tsx';
import { CustomerPayments } from './CustomerPayments.tsx';
import { CustomerSums } from './CustomerSums.tsx';
import { MergeCustomers } from './MergeCustomers.tsx';
import { nextStep, openOrder } from './next-step.ts';
import { RefundsOwed } from './RefundsOwed.tsx';
import { SamePerson } from './SamePerson.tsx';

interface Props extends DialogProps<Customer> {
  onMerged: (kept: Customer) => void;
}

/** Everything about one customer: on a wide screen who they are, what they have and owe, and what happened side by side. */
export function CustomerDetails({ item, onMerged, ...dialog }: Props) {
  const customer = useRecord(customers, item);
  const { data: details, isError, refetch } = useCustomerDetails(item.id);
  const [merging, setMerging] = useState<{ likely: Choice | null } | null>(null);
  const rights = useRights();
  const step = details && nextStep(details, rights);
  const open = details && openOrder(details);
  const { firstOrderAt } = customer.record;

  return (
    <RecordDetails
      {...dialog}
      record={customers}
      item={customer}
      size="full"
      status={customer.block !== 'none' && <StatusBadge label={CUSTOMER_BLOCK_LABELS[customer.block]} />}
      lines={[recordText(customer.record), firstOrderAt && `Customer since ${formatDay(firstOrderAt)}`]}
      alerts={<RefundsOwed money={details?.money} />}
      actions={
        <>
          <ActivityLink record={customer.id} className="btn mr-auto px-3 hover:underline" />
          <MayButton
            right="edit_customers"
            disabled={!details}
            onClick={() => setMerging({ likely: null })}
            className="btn btn-outline"
          >
            Merge…
          </MayButton>
        </>
      }
      nextStep={
        step && (
          <Link href={step.href} className="btn btn-primary">
            {step.text}
          </Link>
        )
      }
    >
      <CustomerSums customer={customer} money={details?.money} />
      <div className="record-columns">
        <div>
          <CustomerFacts customer={customer} addresses={details?.addresses} />
          {details && <CustomerOrders customer={details} />}
        </div>
        <div>
          {!details && !isError && <Spinner />}
          {isError && !details && <NotLoaded what="The orders and addresses" onRetry={refetch} />}
          {open && <OrderTexts orderId={open.id} />}
          {details && <CustomerCredit customer={details} />}
          {details && <CustomerPayments money={details.money} />}
          {details && <SamePerson similar={details.similar} onMerge={(likely) => setMerging({ likely })} />}
        </div>
        <div>{details && <CustomerHistory customer={details} />}</div>
      </div>
      {details && merging && (
        <MergeCustomers
          customer={details}
          likely={merging.likely}
          onMerged={(kept) => {
            setMerging(null);
            onMerged(kept);
          }}
          onClose={() => setMerging(null)}
        />
      )}
    </RecordDetails>
  );
}
