import * as z from 'zod';
import type { LabelLink, PageLinkRequest, ScannedSumReport } from '#domain/orders/page-contract.ts';
import { scannedLabel } from '#domain/orders/page-contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import type { Network } from '#server/network.ts';
import { secrets } from '#server/secrets.ts';
import { LINK_ASKED_OFTEN, limitedLinks, withWait } from './read-orders.ts';

/** Parcels of which one network tells that their riders asked for another sum, in a day. A household has one or two. */
const REPORTS = { hits: 5, seconds: 86_400 };

const isLimited = () => secrets.SHOP_RATE_LIMITS !== 'off';

/** What a label's own key opens. @throws ApiError `order_page_not_found`, also for the key of the order's page, `order_page_ended` */
export function readScannedLabel(db: ShopDatabase, { orderNumber, key, version }: LabelLink) {
  return callFunction(db, 'scanned_label', { order_number: orderNumber, key, version }, scannedLabel);
}

/**
 * Keeps that a rider asked for another sum, by whoever scanned the label: once a parcel.
 * @throws ApiError like `readScannedLabel`, `too_many_guesses` with `Retry-After`
 */
export function reportScannedSum(db: ShopDatabase, { orderNumber, key, version, asked }: ScannedSumReport, network: Network) {
  const reports = isLimited() ? { ...REPORTS, bucket: network } : null;
  const args = { order_number: orderNumber, key, version, asked, reports };
  return callFunction(db, 'report_scanned_sum', args, scannedLabel).catch((refusal: unknown) => {
    throw withWait(refusal, 'Very much was reported from your network today. Please call or write to us.');
  });
}

/**
 * Mails the link of the order's page to the order's address, if there is one and the digits are those of its phone; the answer does not say.
 * @throws ApiError like `readScannedLabel`, `too_many_guesses` with `Retry-After`, the right digits, too
 */
export async function askPageLink(db: ShopDatabase, { orderNumber, key, lastDigits }: PageLinkRequest, network: Network) {
  const args = { order_number: orderNumber, key, last_digits: lastDigits, guesses: limitedLinks(network) };
  await callFunction(db, 'ask_page_link', args, z.null()).catch((refusal: unknown) => {
    throw withWait(refusal, LINK_ASKED_OFTEN);
  });
  return { isAsked: true } as const;
}
