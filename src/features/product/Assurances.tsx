import type { ReactNode } from 'react';
import { OPENING } from '#built/door.ts';
import { SHOP } from '#built/settings.ts';
import { Icon } from '#components/Icon.tsx';
import type { IconName } from '#components/icon-paths.ts';
import { waysToPay } from '#domain/payments/ways-to-pay.ts';
import { ANYWHERE, daysTo, ELSEWHERE, formatDeliveryDays, MAIN_CITIES } from '#domain/places/delivery-days.ts';

/** Any city that is not listed. */
const OTHER_CITY = 'Another city';

interface Props {
  name: string;
  /** Address of the product's page, absolute. */
  url: string;
  /** Why the product is not taken back; empty when it is. */
  noReturns: string;
  /** Whether the checkout takes bank transfers, too. */
  offersTransfer: boolean;
}

/** Payment, delivery time, returns and help, near the button. */
export function Assurances({ name, url, noReturns, offersTransfer }: Props) {
  const question = encodeURIComponent(`Assalam o alaikum, I have a question about ${name}: ${url}`);
  return (
    <ul className="mt-6 space-y-1 text-sm text-ink-soft" aria-label="Delivery and payment">
      <Assurance icon="receipt">
        <a href="/shipping#at-the-door" className="underline decoration-gold underline-offset-4 hover:text-ink">
          Cash on Delivery
        </a>{' '}
        –{' '}
        {waysToPay(
          OPENING === 'before_paying' ? 'open the parcel, then pay' : 'pay when the parcel is in your hands',
          offersTransfer,
          ', or by bank transfer',
        )}
      </Assurance>
      <Assurance icon="truck">
        <label htmlFor="city">
          Delivered in{' '}
          <b className="font-medium text-ink" data-days>
            {formatDeliveryDays(ANYWHERE)}
          </b>
          <span className="noscript:hidden"> to</span>
        </label>{' '}
        {/* `product-page.ts` shows the delivery days of the chosen city and stores it. */}
        <select
          id="city"
          data-city
          autoComplete="off"
          className="min-h-8 max-w-full border-b border-gold bg-transparent text-ink noscript:hidden"
        >
          <option value="" data-days={formatDeliveryDays(ANYWHERE)}>
            your city
          </option>
          {[...MAIN_CITIES, OTHER_CITY].map((city) => (
            <option key={city} data-days={formatDeliveryDays(city === OTHER_CITY ? ELSEWHERE : daysTo('main'))}>
              {city}
            </option>
          ))}
        </select>
      </Assurance>
      <Assurance icon="return">
        <a href="/shipping" className="underline decoration-gold underline-offset-4 hover:text-ink">
          {noReturns ? `Not taken back, ${noReturns}` : `${SHOP.returnDays}-day returns`}
        </a>
      </Assurance>
      {SHOP.whatsapp && (
        <Assurance icon="whatsapp">
          <a
            href={`https://wa.me/${SHOP.whatsapp}?text=${question}`}
            target="_blank"
            rel="noopener"
            className="underline decoration-gold underline-offset-4 hover:text-ink"
          >
            Ask on WhatsApp
          </a>
        </Assurance>
      )}
      <Assurance icon="share" className="noscript:hidden">
        {/* `product-page.ts` shares. */}
        <button type="button" data-share className="-my-3 min-h-11 underline decoration-gold underline-offset-4 hover:text-ink">
          Share this piece
        </button>
      </Assurance>
    </ul>
  );
}

function Assurance({ icon, className = '', children }: { icon: IconName; className?: string; children: ReactNode }) {
  return (
    <li className={`flex min-h-8 items-center gap-3 ${className}`}>
      <Icon name={icon} className="size-5 shrink-0 text-gold-deep" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
