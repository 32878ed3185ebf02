import { OPENING } from '#built/door.ts';
import { DELIVERY, SHOP } from '#built/settings.ts';
import { formatPrice } from '#domain/money.ts';
import { waysToPay } from '#domain/payments/ways-to-pay.ts';
import { daysTo, formatDeliveryDays } from '#domain/places/delivery-days.ts';
import { OPENING_TEXTS } from '#domain/settings/opening.ts';

/** Takes the categories that are not taken back, as text, and whether the checkout takes bank transfers, too. */
export const faq = (excluded: string, offersTransfer: boolean) => [
  {
    question: 'How much is delivery?',
    answer: `Orders of ${formatPrice(DELIVERY.freeFrom)} or more are delivered free anywhere in Pakistan. Below that delivery is a flat ${formatPrice(DELIVERY.fee)}.`,
  },
  {
    question: 'How do I pay?',
    answer: `${waysToPay('In cash, to the rider, when your parcel arrives.', offersTransfer, ' Or by bank transfer right after you order: choose it at the checkout, and the page of your order names our account.')} You never need a card.`,
  },
  { question: 'May I open the parcel before I pay?', answer: OPENING_TEXTS[OPENING].answer },
  {
    question: 'How long does it take?',
    answer: `${formatDeliveryDays(daysTo('main'))} to the large cities, ${formatDeliveryDays(daysTo())} elsewhere and ${formatDeliveryDays(daysTo('remote'))} to remote areas, counted from your order.`,
  },
  {
    question: 'Can I return a piece?',
    answer: `Yes, within ${SHOP.returnDays} days, unworn and as it came.${excluded && ` Taken back only when something is wrong with them: ${excluded}, also as part of a set.`}`,
  },
  {
    question: 'Is it real gold?',
    answer: 'No. It is artificial jewellery. Each product page says what it is made of.',
  },
  {
    question: 'How do I keep it shining?',
    answer: 'Keep it dry, put perfume on first and jewellery last, and store each piece on its own.',
  },
];
