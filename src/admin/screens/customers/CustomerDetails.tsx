import { useState } from 'react';
import { ActivityLink } from '#admin/data/activity/ActivityLink.tsx';
import { customers, useCustomerDetails } from '#admin/data/customers/definition.ts';
import { CUSTOMER_BLOCK_LABELS, recordText } from '#admin/data/customers/labels.ts';
import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { formatDay } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { NotLoaded } from '#admin/kit/NotLoaded.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Fact, Facts } from '#admin/kit/RecordDetails.tsx';
import type { Choice } from '#admin/kit/SearchSelect.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { useRecord } from '#admin/kit/use-record.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { Customer, CustomerDetails as Details } from '#domain/customers/contract.ts';
import { CustomerCredit } from './CustomerCredit.tsx';
import { likelyChoice, MergeCustomers } from './MergeCustomers.tsx';

interface Props {
  item: Customer;
  onClose: () => void;
  onEdit: () => void;
  onMerged: (kept: Customer) => void;
}

/** Everything about one customer. */
export function CustomerDetails({ item, onClose, onEdit, onMerged }: Props) {
  const customer = useRecord(customers, item);
  const { data: details, isError, refetch } = useCustomerDetails(item.id);
  const [merging, setMerging] = useState<{ likely: Choice | null } | null>(null);

  return (
    <Dialog
      title="Customer Details"
      lightDismiss
      onClose={onClose}
      footer={
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
          <MayButton right="edit_customers" onClick={onEdit} className="btn btn-primary">
            Edit
          </MayButton>
        </>
      }
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p dir="auto" className="text-lg font-medium break-words">
            {customer.name}
          </p>
          <p className="text-sm text-muted">
            {recordText(customer.record)}
            {customer.record.ordered > 0 &&
              ` · ${formatPrice(customer.record.ordered)} ordered, ${formatPrice(customer.record.value)} net`}
          </p>
        </div>
        {customer.block !== 'none' && <StatusBadge label={CUSTOMER_BLOCK_LABELS[customer.block]} />}
      </div>
      <Facts className="mt-6 sm:grid-cols-2">
        <Fact name="Phones">
          {customer.phones.map((phone) => (
            <a key={phone} href={`tel:${phone}`} className="block w-fit">
              {phone}
            </a>
          ))}
        </Fact>
        <Fact name="Email">{customer.email ? <a href={`mailto:${customer.email}`}>{customer.email}</a> : 'N/A'}</Fact>
        <Fact name="Tags">
          {customer.tags.length === 0 ? (
            'N/A'
          ) : (
            <span className="flex flex-wrap gap-1">
              {customer.tags.map((tag) => (
                <StatusBadge key={tag} label={{ text: tag, tone: 'tone-plain' }} />
              ))}
            </span>
          )}
        </Fact>
        <Fact name="Notes" dir="auto" className="whitespace-pre-line">
          {customer.notes || 'N/A'}
        </Fact>
        {details && (
          <Fact name="Addresses used" isWide>
            {details.addresses.map(({ address, city, lastUsedAt }) => (
              <span key={`${address}, ${city}`} dir="auto" className="block">
                {address}, {city} <span className="text-sm whitespace-nowrap text-muted">{formatDay(lastUsedAt)}</span>
              </span>
            ))}
          </Fact>
        )}
      </Facts>
      {isError && !details && <NotLoaded what="The orders and addresses" onRetry={refetch} className="mt-6" />}
      {details && <CustomerCredit customer={details} />}
      {details && <Orders orders={details.orders} />}
      {details && details.similar.length > 0 && (
        <Similar similar={details.similar} onMerge={(likely) => setMerging({ likely })} />
      )}
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
    </Dialog>
  );
}

function Orders({ orders }: Pick<Details, 'orders'>) {
  return (
    <section aria-label="Orders" className="panel mt-6 px-4 sm:px-5">
      <ul className="divide-y divide-line">
        {orders.map(({ id, orderNumber, status, totalAmount, createdAt }) => (
          <li key={id} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <Link href={`/admin/orders/${orderNumber}`} className="quiet-link">
              {orderNumber}
            </Link>
            <span className="min-w-0 grow text-sm text-muted">{formatDay(createdAt)}</span>
            <span className="tabular-nums">{formatPrice(totalAmount)}</span>
            <StatusBadge label={ORDER_STATUS_LABELS[status]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Others with the same e-mail address, whom staff may call the same person. */
function Similar({ similar, onMerge }: Pick<Details, 'similar'> & { onMerge: (likely: Choice) => void }) {
  return (
    <section aria-label="Perhaps the same person" className="panel mt-6 p-4 sm:px-5">
      <h3 className="panel-heading">Perhaps the same person</h3>
      <p className="text-sm text-muted">The same e-mail address, another phone.</p>
      <ul className="mt-2 divide-y divide-line">
        {similar.map((other) => (
          <li key={other.id} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <Link href={`/admin/customers/${other.id}`} className="quiet-link">
              {other.name}
            </Link>
            <span className="min-w-0 grow text-sm text-muted">{recordText(other.record)}</span>
            <button
              type="button"
              aria-label={`Merge with ${other.name}`}
              onClick={() => onMerge(likelyChoice(other))}
              className="btn btn-outline btn-small"
            >
              Merge…
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
