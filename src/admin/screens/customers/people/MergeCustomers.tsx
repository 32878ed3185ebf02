import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { customers, useCustomerDetails } from '#admin/data/customers/definition.ts';
import { CUSTOMER_BLOCK_LABELS, recordText } from '#admin/data/customers/labels.ts';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { type Choice, SearchSelect } from '#admin/kit/SearchSelect.tsx';
import { toast } from '#admin/kit/toast.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { Field } from '#components/Field.tsx';
import { CUSTOMER_BLOCKS, type Customer, type CustomerDetails, customerDetails } from '#domain/customers/contract.ts';

interface Props {
  customer: CustomerDetails;
  /** Who the other one probably is. */
  likely: Choice | null;
  onMerged: (kept: Customer) => void;
  onClose: () => void;
}

/** Makes two customers one. Says before what becomes of either. */
export function MergeCustomers({ customer, likely, onMerged, onClose }: Props) {
  const [choice, setChoice] = useState(likely);
  const [isOtherKept, setOtherKept] = useState(false);
  const { data: other, error: loadError } = useCustomerDetails(choice?.id ?? '', choice !== null);
  const { mutate, error, reset, isPending } = useMutation({
    mutationFn: ({ kept, gone }: Pair) =>
      callStaffApi('POST', `/customers/${kept.id}/merge`, { body: { other: gone.id }, schema: customerDetails }),
    onSuccess: (kept) => {
      toast(`${kept.name} is one customer now`);
      onMerged(kept);
    },
  });
  const failure = error ?? loadError;
  const pair = choice && other && (isOtherKept ? { kept: other, gone: customer } : { kept: customer, gone: other });

  return (
    <Dialog
      title="Merge Customers"
      beginsInField={choice === null}
      onClose={onClose}
      banner={<ErrorBanner message={failure ? failureText(failure, 'Failed to merge the customers') : ''} onDismiss={reset} />}
      footer={
        <>
          <button type="button" onClick={onClose} className="btn btn-outline">
            Cancel
          </button>
          <button type="button" disabled={!pair || isPending} onClick={() => pair && mutate(pair)} className="btn btn-primary">
            {isPending ? 'Merging…' : 'Merge'}
          </button>
        </>
      }
    >
      <Field label={`The same person as ${customer.name}`} hint="Name, phone in any spelling, e-mail address or order number">
        {(control) => (
          <SearchSelect
            {...control}
            label={`The same person as ${customer.name}`}
            resource="customers"
            placeholder="Select a customer..."
            value={choice}
            onChange={(found) => {
              reset();
              setOtherKept(false);
              setChoice(found);
            }}
            search={(text, signal) => searchOthers(customer, text, signal)}
            failure="Failed to load customers"
          />
        )}
      </Field>
      {pair && other && (
        <>
          <fieldset className="mt-5 grid gap-3 sm:grid-cols-2">
            <legend className="field-label">Whose name and e-mail address stay</legend>
            {[customer, other].map((one) => (
              <button
                key={one.id}
                type="button"
                aria-pressed={one.id === pair.kept.id}
                onClick={() => setOtherKept(one.id === other.id)}
                className="choice h-auto flex-col items-start rounded-lg px-4 py-3 text-left"
              >
                <span dir="auto" className="max-w-full font-medium break-words">
                  {one.name}
                </span>
                <span className="max-w-full text-sm break-words opacity-80">{one.email || 'No e-mail address'}</span>
                <span className="text-sm tabular-nums opacity-80">{one.phones.join(', ')}</span>
                <span className="text-sm opacity-80">{recordText(one.record)}</span>
              </button>
            ))}
          </fieldset>
          <Consequences {...pair} />
        </>
      )}
    </Dialog>
  );
}

interface Pair {
  kept: CustomerDetails;
  gone: CustomerDetails;
}

/** What merging does, in sentences. */
function Consequences({ kept, gone }: Pair) {
  const { orders } = gone.record;
  const block = CUSTOMER_BLOCKS[Math.max(CUSTOMER_BLOCKS.indexOf(kept.block), CUSTOMER_BLOCKS.indexOf(gone.block))];
  return (
    <ul aria-label="What happens" aria-live="polite" className="mt-5 list-disc space-y-1 pl-5 text-sm break-words text-ink-soft">
      <li>
        {orders === 1 ? '1 order' : `${formatCount(orders)} orders`} and {phonesText(gone.phones)} of {gone.name} go to{' '}
        {kept.name}.
      </li>
      {gone.credit > 0 && <li>So does the store credit, {formatPrice(gone.credit)}.</li>}
      {(gone.notes || gone.tags.length > 0) && <li>Notes and tags of both are kept.</li>}
      {block && block !== 'none' && <li>“{CUSTOMER_BLOCK_LABELS[block].text}” counts for all of them.</li>}
      <li>Merged customers cannot be split again.</li>
    </ul>
  );
}

function phonesText(phones: string[]): string {
  return phones.length === 1 ? `the phone ${phones[0]}` : `${phones.length} phones (${phones.join(', ')})`;
}

/** Whom a typed text finds besides the customer; those with the same e-mail address, or the last to order, before anything is typed. */
async function searchOthers({ id, similar }: CustomerDetails, text: string, signal: AbortSignal): Promise<Choice[]> {
  if (!text && similar.length > 0) return similar.map(likelyChoice);
  const { items } = await customers.fetchPage({ ...customers.filters.defaults, search: text, limit: 20 }, signal);
  return items
    .filter((found) => found.id !== id)
    .map(({ phones, ...found }) => ({ ...likelyChoice(found), note: `${phones.join(', ')} · ${recordText(found.record)}` }));
}

/** A customer as the search shows them. */
export function likelyChoice({ id, name, record }: CustomerDetails['similar'][number]): Choice {
  return { id, label: name, note: recordText(record) };
}
