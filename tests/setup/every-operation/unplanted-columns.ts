/** Columns by which records know each other, and what a computer made. */
const KEYS =
  /^(id|key|hash|account|.*_(id|key|number|hash|fingerprint|version)|token|merged_into|inspects|reverses|version|status|state|kind|endpoint|p256dh|auth|user_agent|actor|fact|code|role|secret|sku|city(_known)?|country)$/;

/** Tables that say nothing of customers and of no order. Their sums stand below. */
const OF_THE_SHOP: Record<string, string> = {
  'public.site_builds': 'builds',
  'public.shop_settings': 'settings',
  'public.shown_contacts': 'what owners have put before every visitor',
  'public.sign_in_limits': 'limits',
  'public.staff_roles': 'roles',
  'public.staff': 'colleagues, whom everybody on the staff knows',
  'public.staff_invitations': 'colleagues',
  'public.staff_sessions': 'colleagues',
  'public.account_links': 'never read by staff',
  'public.proved_addresses': 'never read by staff',
  'public.shopper_addresses': 'never read by staff',
  'public.return_address': 'an address of the shop, which customers send to',
  'public.ledger_account_names': 'names of accounts',
  'public.tax_certificates': 'numbers of couriers’ papers',
  'public.bank_accounts': 'accounts of the shop, which customers pay to',
  'public.categories': 'shown to every visitor',
  'public.products': 'shown to every visitor',
  'public.product_variants': 'shown to every visitor',
  'public.reviews': 'shown to every visitor, under the name that its author chose',
  'public.review_photos': 'shown to every visitor',
  'public.review_edit_tokens': 'never read by staff',
  'public.photos': 'shown to every visitor',
  'public.missed_searches': 'words without phones and addresses: tests/api/missed-searches.test.ts',
  'public.stock_history': 'pieces and notes about them',
  'public.stock_counts': 'pieces',
  'public.discount_codes': 'codes of campaigns',
  'public.confirmation_rules': 'rules',
  'public.ready_texts': 'texts with placeholders',
  'public.suppliers': 'suppliers, for whoever may order from them',
  'public.purchase_orders': 'suppliers, for whoever may order from them',
  'public.purchase_order_items': 'suppliers, for whoever may order from them',
  'public.purchase_order_deliveries': 'suppliers, for whoever may order from them',
  'public.purchase_order_delivery_items': 'suppliers, for whoever may order from them',
  'public.couriers': 'couriers',
  'public.courier_cities': 'couriers',
  'public.courier_charges': 'couriers',
  'public.courier_taxes': 'couriers',
  'public.courier_advice_hours': 'couriers',
  'public.courier_labels': 'words of couriers, which mean the same for all parcels',
  'public.courier_polls': 'couriers',
  'public.category_weights': 'grams',
  'public.push_devices': 'devices of colleagues',
  'public.rate_limits': 'limits',
  'public.browser_errors': 'without what may be somebody’s: tests/api/status.test.ts',
  'public.conditions': 'troubles of the shop’s machines',
  'public.server_failures': 'operations',
  'public.backups': 'backups',
  'shop.bulk_changes': 'products',
  'shop.reorders': 'ids of purchase orders',
  'shop.job_runs': 'jobs',
  'shop.daily_counts': 'counts',
  'shop.write_probe': 'one letter over and over',
};

/** Columns of tables about customers and orders that hide nothing by themselves. */
const HARMLESS: Record<string, Record<string, string>> = {
  'public.orders': {
    payment_method: 'there is one',
    discount_code: 'of the shop',
    due_on_delivery: 'made of planted sums',
    goodwill: 'a part of what was refunded, which is planted, and shown nowhere',
    uncollected: 'made of the sums of parcels, which are planted',
    to_refund: 'made of planted sums',
    tags: 'short words of staff, by which everybody sorts',
    terms: 'what the order is priced by again, and shown nowhere',
  },
  'public.order_items': {
    code_terms: 'of codes of the shop, and shown nowhere',
    product_name: 'of the catalogue',
    product_image: 'of the catalogue',
    selected_color: 'of the catalogue',
    selected_size: 'of the catalogue',
  },
  'public.order_events': { subject: 'a parcel’s number or a mail’s recipient: whoever reads a timeline sees contacts' },
  'public.audit_log': { actor_name: 'a colleague', operation: 'of the API', subject: 'planted by tests/api/activity.test.ts' },
  'public.order_confirmations': {
    reasons: 'codes and words without values: tests/db/confirmations.test.ts',
    call_because: 'a rule of the shop',
  },
  'public.customers': { tags: 'short words of staff, by which everybody sorts' },
  'public.shipments': { carrier: 'a courier' },
  'public.photo_waivers': { because: 'shown by the timeline alone, where it is planted' },
  'public.advance_requests': { goal: 'shown nowhere' },
  'public.transfer_photos': { name: 'of a file' },
  'public.code_redemptions': { phone: 'shown nowhere', amount: 'the discount of an order, where it is planted' },
  'public.courier_bookings': { label_url: 'shown nowhere', reference: 'the number of a parcel' },
  'public.courier_events': {
    label: 'a courier’s word',
    reason: 'shown nowhere',
    station: 'shown nowhere',
    meaning: 'a word of a list',
  },
  'public.courier_parcels': { days: 'days' },
  'public.parcel_progress': {
    reason: 'a word of a list',
    last_label: 'a courier’s word',
    settled: 'what staff settled, by a key',
    poll_problem: 'what a courier’s API says of itself',
  },
  'public.settlements': { file_name: 'of a file', reference: 'a courier’s number of a payment', fingerprint: 'shown nowhere' },
  'public.closed_months': { balance: 'sums of the shop, for whoever reads reports', reopen_reason: 'shown under Activity alone' },
  'public.order_postings': { amount: 'in sums of accounts, for whoever reads reports' },
  'public.packed_photos': { name: 'of a file' },
  'public.stock_notices': { color: 'of the catalogue', size: 'of the catalogue' },
  'public.mail_outbox': { payload: 'what mails to customers say: only their subject is shown', held_back_because: 'whose limit' },
  'public.whatsapp_questions': { phone: 'shown nowhere' },
  'public.whatsapp_answers': { effect: 'a word of a list' },
  'public.return_photos': { name: 'of a file' },
  'public.return_requests': {
    payment_share: 'a part of a payment, which is planted',
    promised_charges: 'the delivery charge of the shop',
  },
  'public.return_collections': { reference: 'the number of a request' },
  'shop.parcel_sums': { passed_on: 'shown nowhere' },
  'public.push_outbox': { payload: 'read below', last_error: 'what a push service says' },
  'shop.return_terms': { policy: 'of the shop', excluded: 'pieces', reduced: 'pieces' },
  'shop.return_pieces': { wanted: 'of the catalogue', wanted_price: 'a price of the catalogue' },
  'shop.courier_cash': { number: 'a parcel’s or a courier’s, which payments and lines say, too' },
  'shop.order_networks': { network: 'shown nowhere' },
  'shop.earned_orders': { source: 'a word of a list', courier: 'couriers' },
  'shop.earned_lines': { category: 'of the catalogue' },
  'shop.stage_days': { stage: 'a word of a list' },
  'shop.order_additions': { outcome: 'answered to shoppers alone' },
};

/** Sums that are of no order: prices and costs of the shop, its rules, and figures that are no rupees. */
const OTHER_SUMS: Record<string, string[]> = {
  'public.products': [
    'length_mm',
    'width_mm',
    'inner_mm',
    'chain_mm',
    'weight_grams',
    'price',
    'original_price',
    'rating',
    'photo_colors',
  ],
  'public.shop_settings': ['content'],
  'public.bank_accounts': ['former'],
  'public.discount_codes': ['value', 'minimum'],
  'public.confirmation_rules': ['confirm_below', 'hold_value', 'advance_value', 'advance_amount'],
  'public.suppliers': ['paid_before'],
  'public.purchase_orders': ['total_amount', 'charges'],
  'public.purchase_order_items': ['unit_cost', 'total_cost'],
  'public.purchase_order_delivery_items': ['unit_cost'],
  // Read by reports alone.
  'shop.piece_costs': ['unit_cost'],
  'shop.line_costs': ['unit_cost'],
  'shop.packing_costs': ['per_parcel'],
  'public.shipments': ['packing_cost'],
  'public.couriers': ['file_mapping', 'settlement_mapping'],
  'public.courier_taxes': ['percent'],
  'public.conditions': ['threshold', 'details'],
  'public.server_failures': ['recent'],
  'shop.bulk_changes': ['before'],
  'shop.daily_counts': ['added', 'taken'],
};

export interface Column {
  table: string;
  column: string;
  type: string;
}

/** Whether there is a reason for which nothing is planted in a column. */
export function isUnplanted({ table, column, type }: Column): boolean {
  if (HARMLESS[table]?.[column] !== undefined || OTHER_SUMS[table]?.includes(column)) return true;
  const isText = type === 'text' || type === 'ARRAY';
  return isText && (KEYS.test(column) || table in OF_THE_SHOP);
}

/** Reasons for columns that there are no longer, as `table.column`. */
export function staleReasons(columns: Column[]): string[] {
  const isThere = (table: string, column: string) => columns.some((each) => each.table === table && each.column === column);
  return [
    ...Object.keys(OF_THE_SHOP).filter((table) => !columns.some((each) => each.table === table)),
    ...Object.entries({
      ...OTHER_SUMS,
      ...Object.fromEntries(Object.entries(HARMLESS).map(([table, found]) => [table, Object.keys(found)])),
    }).flatMap(([table, names]) => names.filter((name) => !isThere(table, name)).map((name) => `${table}.${name}`)),
  ];
}
