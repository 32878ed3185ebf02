import type { Config } from '@netlify/functions';
import { describeApi } from '#server/api/openapi.ts';
import { ApiError } from '#server/errors.ts';
import { answer } from '#server/http/answer.ts';
import { API_HEADERS, renderError } from '#server/http/responses.ts';
import advances from './advances.ts';
import analytics from './analytics.ts';
import auditLog from './audit-log.ts';
import auth from './auth.ts';
import bankAccounts from './bank-accounts.ts';
import bankStatement from './bank-statement.ts';
import bookings from './bookings.ts';
import books from './books.ts';
import browserErrors from './browser-errors.ts';
import cart from './cart.ts';
import catalogue from './catalogue.ts';
import categories from './categories.ts';
import confirmations from './confirmations.ts';
import contact from './contact.ts';
import courierHints from './courier-hints.ts';
import couriers from './couriers.ts';
import customers from './customers.ts';
import deleted from './deleted.ts';
import discountCodes from './discount-codes.ts';
import dispatch from './dispatch.ts';
import disputes from './disputes.ts';
import exports from './exports.ts';
import goodsBack from './goods-back.ts';
import health from './health.ts';
import limits from './limits.ts';
import mails from './mails.ts';
import messages from './messages.ts';
import missedSearches from './missed-searches.ts';
import money from './money.ts';
import newsletter from './newsletter.ts';
import orderPage from './order-page.ts';
import orders from './orders.ts';
import packing from './packing.ts';
import payments from './payments.ts';
import photos from './photos.ts';
import products from './products.ts';
import purchaseOrders from './purchase-orders.ts';
import push from './push.ts';
import readyTexts from './ready-texts.ts';
import returns from './returns.ts';
import reviews from './reviews.ts';
import search from './search.ts';
import settings from './settings.ts';
import settlements from './settlements.ts';
import shipments from './shipments.ts';
import siteBuilds from './site-builds.ts';
import staff from './staff.ts';
import status from './status.ts';
import stockHistory from './stock-history.ts';
import stockNotices from './stock-notices.ts';
import suppliers from './suppliers.ts';
import underWay from './under-way.ts';
import upload from './upload.ts';
import whatsapp from './whatsapp.ts';

const resources = [
  products,
  categories,
  catalogue,
  cart,
  discountCodes,
  orders,
  advances,
  confirmations,
  customers,
  orderPage,
  purchaseOrders,
  suppliers,
  shipments,
  exports,
  goodsBack,
  stockHistory,
  stockNotices,
  readyTexts,
  auth,
  health,
  analytics,
  returns,
  reviews,
  contact,
  newsletter,
  missedSearches,
  browserErrors,
  upload,
  settings,
  bankAccounts,
  bookings,
  books,
  couriers,
  courierHints,
  dispatch,
  underWay,
  bankStatement,
  limits,
  auditLog,
  packing,
  payments,
  settlements,
  disputes,
  money,
  photos,
  messages,
  mails,
  staff,
  deleted,
  search,
  siteBuilds,
  status,
  push,
  whatsapp,
];

/** Answers the bare document, without the API's envelope, for generators. */
export default (request: Request) =>
  answer({ path: '/api/openapi.json' }, request, async () => answerDescription(request), renderError);

function answerDescription({ method, url }: Request): Response {
  const headers = { ...API_HEADERS, 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' };
  if (method === 'HEAD') return new Response(null, { headers });
  if (method !== 'GET') throw new ApiError('method_not_allowed', { headers: { Allow: 'GET' } });
  return Response.json(describeApi(resources, new URL(url).origin), { headers });
}

export const config: Config = { path: '/api/openapi.json' };
