import type { Right } from '#domain/rights/rights.ts';

/** A screen, by the name that the navigation gives it behind its door. */
interface Place {
  path: string;
  name: string;
}

export interface TourStep {
  title: string;
  /** What to do. */
  task: string;
  /** How one knows that it worked. */
  sign: string;
  /** Whoever lacks it reads the step, and a colleague takes it. */
  right: Right;
  places: readonly Place[];
}

interface TourPart {
  title: string;
  steps: readonly TourStep[];
}

/** The first day in the shop, from the doctor to the first order. The test order calls no courier, and leaves nothing behind. */
export const TOUR: readonly TourPart[] = [
  {
    title: 'Get the shop ready',
    steps: [
      {
        title: 'Run the doctor',
        task: 'Whoever looks after the server runs “npm run doctor”: it checks keys, database, mails and pages, and says how to fix what fails.',
        sign: 'The doctor ends with “Ready to open”, and Status says “All is well”.',
        right: 'change_settings',
        places: [{ path: '/admin/status', name: 'Settings → Status' }],
      },
      {
        title: 'Say who you are and how you deliver',
        task: 'Fill in the shop’s name, phone, WhatsApp, e-mail and address, what delivery costs, and how long customers may return a piece.',
        sign: 'The footer of the shop shows your name and number, and its shipping page your delivery charge.',
        right: 'change_settings',
        places: [
          { path: '/admin/settings/shop', name: 'Settings → Shop' },
          { path: '/admin/settings/contact', name: 'Settings → Contact' },
          { path: '/admin/settings/delivery', name: 'Settings → Delivery and returns' },
        ],
      },
      {
        title: 'Keep only the promises that are true',
        task: 'Read each promise aloud. Untick what you cannot prove yet, and tick “Show the counted number” where the shop can count for itself.',
        sign: 'The home page claims nothing that you could not explain to a customer on the phone.',
        right: 'change_settings',
        places: [{ path: '/admin/settings/claims', name: 'Settings → Promises' }],
      },
      {
        title: 'Add your bank accounts',
        task: 'Add each account that customers may pay into. You can skip this while you take cash only.',
        sign: 'The account is marked Shown: at once if a second owner approves it, otherwise after an hour.',
        right: 'manage_bank_accounts',
        places: [{ path: '/admin/settings/bank-accounts', name: 'Settings → Bank accounts' }],
      },
      {
        title: 'Add your couriers',
        task: 'Add each courier you have a contract with: the cities it serves, its cut-off and what it charges.',
        sign: 'Each is marked In use. For one with an API, “Check connection” says how many cities it serves.',
        right: 'set_rules',
        places: [{ path: '/admin/settings/couriers', name: 'Settings → Couriers' }],
      },
      {
        title: 'Invite your team',
        task: 'Give everybody the role that their day needs and no more, and have two owners in case one loses a phone.',
        sign: 'Everybody signs in with their own name and begins at their own work: the desk with calls, the packer with parcels.',
        right: 'manage_staff',
        places: [
          { path: '/admin/staff', name: 'Settings → Staff' },
          { path: '/admin/roles', name: 'Settings → Roles' },
        ],
      },
      {
        title: 'Add your products',
        task: 'Start with one: three photos, a price, and the stock of each size and colour. A file brings in the rest.',
        sign: 'Its page in the shop shows the photos and sells only the sizes you have.',
        right: 'edit_products',
        places: [
          { path: '/admin/products', name: 'Products → Catalogue' },
          { path: '/admin/import', name: 'Products → Import' },
        ],
      },
    ],
  },
  {
    title: 'Take one order all the way',
    steps: [
      {
        title: 'Place a test order',
        task: 'Buy that product in the shop on your own phone, with your own name, number and address.',
        sign: 'The shop shows an order number, the mail arrives, and the order is at the top of the list.',
        right: 'see_orders',
        places: [{ path: '/admin/orders', name: 'Orders → All orders' }],
      },
      {
        title: 'Confirm it',
        task: 'Open the order in the queue, call its number as you would call a customer, and press Confirmed.',
        sign: 'The order has left the queue and waits under Pack.',
        right: 'confirm_orders',
        places: [{ path: '/admin/confirm', name: 'Orders → To confirm' }],
      },
      {
        title: 'Pack it',
        task: 'Print the packing slip from the order, then scan or press each piece as it goes into the box.',
        sign: 'Pack says “Everything is in”, and the slip shows your address and what the rider collects.',
        right: 'send_parcels',
        places: [
          { path: '/admin/orders', name: 'Orders → All orders' },
          { path: '/admin/pack', name: 'Shipments → Pack' },
        ],
      },
      {
        title: 'Label it and hand it over',
        task: 'Press “Create shipment” on the order with “Test” as the carrier and any tracking number, so that no courier is called. Then print its parcel label and the load sheet under Dispatch, and press “Hand over”.',
        sign: 'The order is Shipped, and a phone that scans the label shows what is due.',
        right: 'send_parcels',
        places: [{ path: '/admin/dispatch', name: 'Shipments → Dispatch' }],
      },
      {
        title: 'Deliver it',
        task: 'Set the shipment to Delivered, as you would when the courier says so.',
        sign: 'The order is Delivered, and its page tells the customer that it has arrived.',
        right: 'send_parcels',
        places: [{ path: '/admin/shipments', name: 'Shipments → All shipments' }],
      },
      {
        title: 'Find the money',
        task: 'Look up what “Test” collected at the door. A real courier pays it out later, with a file that you add under Settlements.',
        sign: 'Your order is listed under “With couriers” with its total.',
        right: 'see_sums',
        places: [
          { path: '/admin/money', name: 'Money → Where it is' },
          { path: '/admin/settlements', name: 'Money → Settlements' },
        ],
      },
    ],
  },
  {
    title: 'Clean up',
    steps: [
      {
        title: 'Take the parcel back',
        task: 'Set the shipment to Returned, then open it under Receive, count its pieces and save.',
        sign: 'The order is Cancelled, its pieces are in stock again, and “Test” owes nothing.',
        right: 'receive_returns',
        places: [
          { path: '/admin/shipments', name: 'Shipments → All shipments' },
          { path: '/admin/receive', name: 'Shipments → Receive' },
        ],
      },
      {
        title: 'Delete the test order',
        task: 'Open the order and delete it, and any others you placed to try things out. Cancel those still open first.',
        sign: 'The list of orders is empty: the next one in it is a customer’s.',
        right: 'cancel_orders',
        places: [{ path: '/admin/orders', name: 'Orders → All orders' }],
      },
    ],
  },
];
