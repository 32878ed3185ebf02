import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { isMasked } from '#domain/masked.ts';
import { type RevealedContact, revealedContact } from '#domain/orders/contract.ts';
import { localPhone } from './labels.ts';

/** What was revealed is kept for a while, so that nobody spends two of a day on one order. */
const KEPT_MS = 30 * 60_000;

const keyOf = (orderId: string) => ['contact', orderId];

/** What was revealed of an order a while ago; nothing while it is masked. */
export function useRevealed(orderId: string): RevealedContact | undefined {
  return useQuery<RevealedContact>({
    queryKey: keyOf(orderId),
    queryFn: () => fetchContact(orderId),
    // It is revealed by a press, never by itself.
    enabled: false,
    gcTime: KEPT_MS,
  }).data;
}

function fetchContact(orderId: string): Promise<RevealedContact> {
  return callStaffApi('POST', `/orders/${orderId}/contact`, { body: {}, schema: revealedContact });
}

/** Reveals the contact of an order, and says how many more there are today. */
export function useReveal() {
  const client = useQueryClient();
  const report = useErrorBanner();
  return useMutation({
    mutationFn: async (orderId: string) => {
      const known = client.getQueryData<RevealedContact>(keyOf(orderId));
      const contact = known ?? (await fetchContact(orderId));
      client.setQueryData(keyOf(orderId), contact);
      if (!known && contact.remaining !== null)
        toast(`Revealed, and noted under your name. ${countText('more', contact.remaining)} today.`);
      return contact;
    },
    onSettled: (_, failure) => report(failure, 'Failed to reveal the contact'),
  });
}

/** An order with its contact, and what is due on it, where that was revealed. */
export function withContact<Order extends object>(
  order: Order,
  contact: RevealedContact | undefined,
): Order & Partial<Pick<RevealedContact, 'dueOnDelivery'>> {
  if (!contact) return order;
  const { remaining: _, ...shown } = contact;
  return { ...order, ...shown };
}

interface Props {
  orderId: string;
  phones: (string | null)[];
}

/** Phones as links that dial. Masked ones stand as they are, beside a button that reveals them. */
export function Phones({ orderId, phones }: Props) {
  const known = phones.flatMap((phone) => phone || []);
  return (
    <>
      {known.map((phone) =>
        isMasked(phone) ? (
          <span key={phone} className="block w-fit tabular-nums">
            {localPhone(phone)}
          </span>
        ) : (
          <a key={phone} href={`tel:${phone}`} className="block w-fit tabular-nums">
            {phone}
          </a>
        ),
      )}
      {known.some(isMasked) && <RevealButton orderId={orderId}>Reveal</RevealButton>}
    </>
  );
}

/** Reveals phone and address of an order, one by one: each is counted and noted. */
export function RevealButton({ orderId, children }: { orderId: string; children: ReactNode }) {
  const { mutate, isPending } = useReveal();
  return (
    <MayButton
      right={['reveal_contacts', 'see_contacts']}
      disabled={isPending}
      onClick={() => mutate(orderId)}
      className="btn btn-outline btn-small my-1"
    >
      {children}
      <span className="sr-only"> phone and address</span>
    </MayButton>
  );
}
