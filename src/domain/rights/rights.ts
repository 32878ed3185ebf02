/**
 * What somebody on the staff may do. A right belongs to an effect, not to a screen: the operation asks for it, and the database once more where the
 * effect is. Words as they stand after “may”.
 */
export const RIGHTS = {
  see_orders: { group: 'Orders', label: 'see orders and parcels' },
  place_orders: { group: 'Orders', label: 'write orders down' },
  confirm_orders: { group: 'Orders', label: 'confirm and correct orders' },
  cancel_orders: { group: 'Orders', label: 'cancel and delete orders' },
  override_confirmation: { group: 'Orders', label: 'let an order go out unconfirmed' },
  discount_orders: { group: 'Orders', label: 'take a sum off an order' },
  see_names: { group: 'Customers', label: 'see customers’ names' },
  see_contacts: { group: 'Customers', label: 'see phones and addresses' },
  reveal_contacts: { group: 'Customers', label: 'reveal a phone and address, one by one' },
  edit_customers: { group: 'Customers', label: 'correct, tag and block customers' },
  answer_messages: { group: 'Customers', label: 'answer messages and mails' },
  send_parcels: { group: 'Parcels and stock', label: 'pack and send parcels' },
  receive_returns: { group: 'Parcels and stock', label: 'count what comes back' },
  correct_stock: { group: 'Parcels and stock', label: 'correct and count stock' },
  buy_stock: { group: 'Parcels and stock', label: 'order from suppliers' },
  edit_products: { group: 'Catalogue', label: 'edit products, photos and categories' },
  change_prices: { group: 'Catalogue', label: 'change prices and discount codes' },
  moderate_reviews: { group: 'Catalogue', label: 'show, hide and answer reviews' },
  see_sums: { group: 'Money', label: 'see what orders come to and what was paid' },
  verify_payments: { group: 'Money', label: 'book payments and expenses' },
  refund: { group: 'Money', label: 'refund and give store credit' },
  see_reports: { group: 'Money', label: 'see sales and reports' },
  export: { group: 'Shop', label: 'take lists out of the shop as files' },
  restore_records: { group: 'Shop', label: 'restore what was deleted' },
  change_settings: { group: 'Shop', label: 'change settings' },
  set_rules: { group: 'Owners', label: 'set rules and limits' },
  manage_bank_accounts: { group: 'Owners', label: 'change bank accounts' },
  manage_staff: { group: 'Owners', label: 'decide who works here and in which role' },
  see_activity: { group: 'Owners', label: 'see who did what' },
} as const satisfies Record<string, { group: string; label: string }>;

export type Right = keyof typeof RIGHTS;

export const RIGHT_NAMES = Object.keys(RIGHTS) as [Right, ...Right[]];

/** Rights that no role but the owner's can have. */
export const OWNER_RIGHTS = RIGHT_NAMES.filter((right) => RIGHTS[right].group === 'Owners');

/** Whoever has one of these, and is no owner, signs in with a second factor. */
export const MONEY_RIGHTS: readonly Right[] = ['verify_payments', 'refund'];

/** Rights that nobody can have without another one: of an order that nobody sees, and of sums that whoever moves or reports them sees anyway. */
export const NEEDED_RIGHTS: Partial<Record<Right, Right>> = {
  see_names: 'see_orders',
  see_contacts: 'see_orders',
  reveal_contacts: 'see_orders',
  see_sums: 'see_orders',
  discount_orders: 'see_sums',
  verify_payments: 'see_sums',
  refund: 'see_sums',
  see_reports: 'see_sums',
};

/** The first right of a list that lacks the one it needs, with that one; undefined when none does. */
export function lackingRight(rights: readonly Right[]): { right: Right; needed: Right } | undefined {
  for (const right of rights) {
    const needed = NEEDED_RIGHTS[right];
    if (needed && !rights.includes(needed)) return { right, needed };
  }
  return undefined;
}

/** What a refusal says: that a role has not what it takes. */
export function refusalOf(right: Right): string {
  return `Your role may not ${RIGHTS[right].label}. Ask an owner of the shop.`;
}
