interface StoredData {
  what: string;
  /** Keys in the browser's storage. */
  keys: string[];
  until: string;
}

/** Everything the shop stores in a browser, in plain words, for the privacy page. */
export const STORED_DATA: StoredData[] = [
  {
    what: 'Your cart',
    keys: ['cart_v1'],
    until:
      'The pieces you put in, with colour, size and number, until you take them out or order them. Where your browser keeps nothing for us, as long as the tab is open.',
  },
  { what: 'Your favorites', keys: ['favorites_v1'], until: 'The pieces whose heart you pressed, until you press it again.' },
  {
    what: 'Your last searches',
    keys: ['searches_v1'],
    until: 'The last five words you searched for, offered when you search again, until you press “Clear all”.',
  },
  {
    what: 'Pieces you looked at',
    keys: ['viewed_v1'],
    until:
      'The last twelve, shown to you again, until you press “Forget” beside them, sign out or press “Not you? Start empty” at the checkout. We never see them.',
  },
  {
    what: 'Your profile',
    keys: ['profile_v1'],
    until:
      'Name, e-mail address, phone number and address, as you saved them or typed them with your last order. The checkout begins with them, until you sign out or press “Not you? Start empty” there.',
  },
  {
    what: 'Your city',
    keys: ['city_v1'],
    until:
      'The one you chose beside a product or typed at the checkout, so that we can say how many days a parcel takes to you. It stays on this device.',
  },
  {
    what: 'Your discount code',
    keys: ['code_v1'],
    until:
      'With what it takes off your cart, until you order with it, remove it, sign out or press “Not you? Start empty” at the checkout.',
  },
  {
    what: 'Orders placed on this device',
    keys: ['orders_v1'],
    until: 'Number, day, total and phone number of the last 50, so that you can track them without typing.',
  },
  {
    what: 'The keys of their pages',
    keys: ['page_keys_v1'],
    until:
      'So that your profile opens the page of an order, until the page has closed, you sign out or press “Not you? Start empty” at the checkout.',
  },
  {
    what: 'Whom and where your last order goes to',
    keys: ['recipient_v1'],
    until:
      'As you typed it, so that the page of the order shows you all of it, until you order again, sign out or press “Not you? Start empty” at the checkout.',
  },
  {
    what: 'The order that more pieces can be added to',
    keys: ['open_order_v1'],
    until: 'Its number and the key of its page, until it is packed, or two days have passed.',
  },
  {
    what: 'Reviews you wrote',
    keys: ['reviews_v1'],
    until: 'With a key that lets this browser, and nobody else, change or delete them.',
  },
  {
    what: 'What you type at the checkout',
    keys: ['checkout_v1'],
    until: 'So that a reload loses nothing. It goes when you order or close the tab.',
  },
  {
    what: 'An order that is on its way to us',
    keys: ['checkout_attempt_v1'],
    until:
      'A random number and a checksum, so that a lost connection cannot order twice. It goes when we answer, or counts no more after a day.',
  },
  {
    what: 'An order you sent while offline',
    keys: ['queued_orders_v1'],
    until: 'What you ordered and where it goes, until we have it, you take it back, or two days have passed.',
  },
  {
    what: 'Pages, photos and our fonts',
    keys: ['fonts_v1'],
    until:
      'What you have seen, up to 30 MB, so that it opens quickly, also offline. Your browser removes it when it needs the room.',
  },
  {
    what: 'A number for this browser',
    keys: ['device_v1'],
    until:
      'Made up at random when you first order, and sent with orders alone: so that nobody fills our books with orders that are none.',
  },
  {
    what: 'Your sign-in',
    keys: ['auth.user', 'auth.token'],
    until: 'Your user name and the proof that you have signed in, until you sign out.',
  },
  {
    what: 'For our staff only',
    keys: [
      'admin',
      'admin.token',
      'admin.role',
      'admin.push',
      'admin.packing',
      'admin.receiving',
      'admin.returned',
      'admin.unsent',
      'products_v1',
      'categories_v1',
    ],
    until:
      'Who is signed in to the back office, where notifications reach them, which orders are to be packed or come back, what was counted of them, and what could not be sent yet.',
  },
];
