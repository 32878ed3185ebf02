import MessageCircle from 'virtual:icons/message-circle';
import { localPhone } from '#admin/data/orders/labels.ts';
import { CopyButton } from '#admin/kit/CopyButton.tsx';
import { formatDay } from '#admin/kit/formats.ts';
import { Fact, Facts } from '#admin/kit/RecordDetails.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { Customer, CustomerDetails } from '#domain/customers/contract.ts';
import { whatsappLink } from '#domain/whatsapp/link.ts';

interface Props {
  customer: Customer;
  /** Undefined while it is being fetched. */
  addresses: CustomerDetails['addresses'] | undefined;
}

/** How to reach a customer, what staff wrote about them, and where their parcels went. */
export function CustomerFacts({ customer: { phones, email, tags, notes }, addresses }: Props) {
  return (
    <section aria-label="Customer" className="panel px-4 py-4 sm:px-5">
      <Facts className="sm:grid-cols-2">
        <Fact name="Phones" isWide>
          {phones.map((phone) => (
            <Phone key={phone} phone={phone} />
          ))}
        </Fact>
        <Fact name="Email" isWide>
          {email ? <a href={`mailto:${email}`}>{email}</a> : 'N/A'}
        </Fact>
        <Fact name="Tags">
          {tags.length === 0 ? (
            'N/A'
          ) : (
            <span className="flex flex-wrap gap-1">
              {tags.map((tag) => (
                <StatusBadge key={tag} label={{ text: tag, tone: 'tone-plain' }} />
              ))}
            </span>
          )}
        </Fact>
        <Fact name="Notes" dir="auto" className="whitespace-pre-line" isWide>
          {notes || 'N/A'}
        </Fact>
        {addresses && (
          <Fact name="Addresses used" isWide>
            {addresses.length === 0
              ? 'N/A'
              : addresses.map(({ address, city, lastUsedAt }) => (
                  <span key={`${address}, ${city}`} dir="auto" className="block">
                    {address}, {city} <span className="text-sm whitespace-nowrap text-muted">{formatDay(lastUsedAt)}</span>
                  </span>
                ))}
          </Fact>
        )}
      </Facts>
    </section>
  );
}

/** A phone to call, copy and write to. */
function Phone({ phone }: { phone: string }) {
  return (
    <span className="flex min-h-11 flex-wrap items-center gap-x-3">
      <a href={`tel:${phone}`} className="inline-flex min-h-6 items-center tabular-nums">
        {phone}
      </a>
      <span className="flex gap-2">
        <CopyButton what={`phone ${localPhone(phone)}`} text={phone} />
        <a
          href={whatsappLink(phone)}
          target="_blank"
          rel="noreferrer"
          aria-label={`WhatsApp ${localPhone(phone)}`}
          className="btn btn-outline btn-small no-underline!"
        >
          <MessageCircle className="size-4" />
          WhatsApp
        </a>
      </span>
    </span>
  );
}
