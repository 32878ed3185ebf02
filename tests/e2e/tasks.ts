/**
 * What five new colleagues want in their first days, in their own words, and the ways to it from the first screen of their role. Each way is walked by
 * forty-tasks.spec.ts; docs/operations/finding-things.md has them as tables, which tests/docs.test.ts compares.
 */

/** An entry of the navigation, or something on the screen. */
export type Press = string | { link: string } | { button: string };

/** What answers the question: its role and name, and what it says besides. */
type Answer = readonly [
  role: 'button' | 'combobox' | 'dialog' | 'heading' | 'navigation' | 'region' | 'searchbox' | 'spinbutton' | 'textbox',
  name: string,
  says?: string,
];

interface Task {
  wish: string;
  /** What is pressed where there is a side bar. None: the first screen has it. */
  atDesk: readonly Press[];
  /** What is pressed on a phone: at its bottom, and in the sheet that Menu opens. */
  onPhone: readonly Press[];
  finds: Answer;
}

interface Beginner {
  role: 'owner' | 'manager' | 'desk' | 'packer' | 'accounts';
  /** Where the role begins: its name, and its address. */
  first: readonly [title: string, path: string];
  tasks: readonly Task[];
}

export const BEGINNERS: readonly Beginner[] = [
  {
    role: 'owner',
    first: ['Dashboard', '/admin'],
    tasks: [
      {
        wish: 'Where do I see what PostEx owes me?',
        atDesk: ['Money', 'Where it is'],
        onPhone: ['Menu', 'Where it is'],
        finds: ['region', 'By courier', 'PostEx'],
      },
      {
        wish: 'Give somebody the right to refund',
        atDesk: ['Settings', 'Roles'],
        onPhone: ['Menu', 'Roles'],
        finds: ['button', 'New role'],
      },
      {
        wish: 'A new packer begins on Monday',
        atDesk: ['Settings', 'Staff'],
        onPhone: ['Menu', 'Staff'],
        finds: ['button', 'Invite'],
      },
      {
        wish: 'Who changed this price?',
        atDesk: ['Settings', 'Activity'],
        onPhone: ['Menu', 'Activity'],
        finds: ['combobox', 'Who'],
      },
      {
        wish: 'We have another bank account now',
        atDesk: ['Settings', 'Bank accounts'],
        onPhone: ['Menu', 'Bank accounts'],
        finds: ['button', 'New Account'],
      },
      {
        wish: 'Delivery should be free from Rs 5,000',
        atDesk: ['Settings', { link: 'Delivery and returns' }],
        onPhone: ['Menu', 'Settings', { link: 'Delivery and returns' }],
        finds: ['spinbutton', 'Free from (Rs)'],
      },
      {
        wish: 'What did the shop earn this month?',
        atDesk: ['Sales', 'Profit'],
        onPhone: ['Menu', 'Profit'],
        finds: ['heading', 'Profit by'],
      },
      {
        wish: 'Which advert brings orders?',
        atDesk: ['Sales', 'Channels'],
        onPhone: ['Menu', 'Channels'],
        finds: ['heading', 'Profit by source'],
      },
    ],
  },
  {
    role: 'manager',
    first: ['Dashboard', '/admin'],
    tasks: [
      {
        wish: 'Has a customer written to us?',
        atDesk: [{ link: 'new message' }],
        onPhone: [{ link: 'new message' }],
        finds: ['heading', 'Messages'],
      },
      {
        wish: 'A new ring has to go into the shop',
        atDesk: ['Products', { button: 'Add Product' }],
        onPhone: ['Menu', 'Products', { button: 'Add Product' }],
        finds: ['dialog', 'Add Product'],
      },
      {
        wish: 'A customer left a bad review',
        atDesk: ['Products', 'Reviews'],
        onPhone: ['Menu', 'Reviews'],
        finds: ['navigation', 'Status', 'Waiting for you'],
      },
      {
        wish: 'What is running out, and how many do we order?',
        atDesk: ['Purchase Orders', 'Reorder'],
        onPhone: ['Menu', 'Reorder'],
        finds: ['heading', 'Reorder'],
      },
      {
        wish: 'Somebody with many followers wants a code',
        atDesk: ['Sales', 'Discounts'],
        onPhone: ['Menu', 'Discounts'],
        finds: ['button', 'New Code'],
      },
      {
        wish: 'What do we send by WhatsApp when nobody answers?',
        atDesk: ['Settings', { link: 'Ready texts' }],
        onPhone: ['Menu', 'Settings', { link: 'Ready texts' }],
        finds: ['heading', 'Ready texts'],
      },
      {
        wish: 'Somebody deleted a product by mistake',
        atDesk: ['Settings', 'Deleted'],
        onPhone: ['Menu', 'Deleted'],
        finds: ['heading', 'Deleted'],
      },
      {
        wish: 'Is anything wrong with the shop?',
        atDesk: ['Settings', 'Status'],
        onPhone: ['Menu', 'Status'],
        finds: ['region', 'Right now'],
      },
    ],
  },
  {
    role: 'desk',
    first: ['To confirm', '/admin/confirm'],
    tasks: [
      {
        wish: 'Whom do I call first?',
        atDesk: [],
        onPhone: [],
        finds: ['region', 'Most urgent'],
      },
      {
        wish: 'Somebody ordered in a WhatsApp chat',
        atDesk: ['New Order'],
        onPhone: ['New Order'],
        finds: ['textbox', 'Paste the chat'],
      },
      {
        wish: 'A customer is on the phone and knows her order number',
        atDesk: ['All orders'],
        onPhone: ['Orders'],
        finds: ['searchbox', 'Search orders'],
      },
      {
        wish: 'Who has not paid the advance?',
        atDesk: ['Waiting for money'],
        onPhone: ['Menu', 'Waiting for money'],
        finds: ['navigation', 'Orders at a glance', 'Waiting for money'],
      },
      {
        wish: 'The rider found nobody at home',
        atDesk: ['Shipments', 'On the road'],
        onPhone: ['Menu', 'On the road'],
        finds: ['navigation', 'Lists', 'Attempts'],
      },
      {
        wish: 'Her bangle is too small, she asks for another size',
        atDesk: ['Shipments', 'Returns'],
        onPhone: ['Menu', 'Returns'],
        finds: ['navigation', 'Status', 'Asked'],
      },
      {
        wish: 'A customer has moved to another city',
        atDesk: ['Customers'],
        onPhone: ['Customers'],
        finds: ['searchbox', 'Search customers'],
      },
      {
        wish: 'Somebody wrote in the contact form',
        atDesk: ['Customers', 'Messages'],
        onPhone: ['Menu', 'Messages'],
        finds: ['navigation', 'Status', 'New'],
      },
    ],
  },
  {
    role: 'packer',
    first: ['Pack', '/admin/pack'],
    tasks: [
      {
        wish: 'What do I pack next?',
        atDesk: [],
        onPhone: [],
        finds: ['textbox', 'Order or parcel number'],
      },
      {
        wish: 'The rider is here: what does he take?',
        atDesk: ['Dispatch'],
        onPhone: ['Dispatch'],
        finds: ['region', 'To hand over: PostEx'],
      },
      {
        wish: 'A parcel came back',
        atDesk: ['Receive'],
        onPhone: ['Receive returned parcels'],
        finds: ['textbox', 'Tracking, shipment or order number'],
      },
      {
        wish: 'Has the parcel of this order left?',
        atDesk: ['All shipments'],
        onPhone: ['Menu', 'All shipments'],
        finds: ['searchbox', 'Order number'],
      },
      {
        wish: 'Which parcels are late?',
        atDesk: ['On the road'],
        onPhone: ['Menu', 'On the road'],
        finds: ['navigation', 'Lists', 'Late'],
      },
      {
        wish: 'There is one ring less than the shop says',
        atDesk: ['Inventory', 'Count'],
        onPhone: ['Menu', 'Count'],
        finds: ['textbox', 'SKU or name'],
      },
      {
        wish: 'The bags need barcodes',
        atDesk: ['Inventory', 'Barcodes'],
        onPhone: ['Menu', 'Barcodes'],
        finds: ['combobox', 'Paper'],
      },
      {
        wish: 'Where did the five pieces go?',
        atDesk: ['History'],
        onPhone: ['Menu', 'History'],
        finds: ['combobox', 'Product'],
      },
    ],
  },
  {
    role: 'accounts',
    first: ['Where the money is', '/admin/money'],
    tasks: [
      {
        wish: 'How much cash do the couriers hold?',
        atDesk: [],
        onPhone: [],
        finds: ['region', 'By courier', 'PostEx'],
      },
      {
        wish: 'PostEx kept too much of a parcel',
        atDesk: [{ link: 'Disputes' }],
        onPhone: [{ link: 'Disputes' }],
        finds: ['navigation', 'Status', 'Open'],
      },
      {
        wish: 'PostEx has sent its file',
        atDesk: ['Settlements', { button: 'Add a File' }],
        onPhone: ['Settlements', { button: 'Add a File' }],
        finds: ['dialog', 'Add a settlement file'],
      },
      {
        wish: 'Whose transfer is this at the bank?',
        atDesk: ['Transfers and bank'],
        onPhone: ['Menu', 'Transfers and bank'],
        finds: ['button', 'Add Statement'],
      },
      {
        wish: 'Whom do we owe money?',
        atDesk: ['Refunds'],
        onPhone: ['Menu', 'Refunds'],
        finds: ['region', 'Refunds owed'],
      },
      {
        wish: 'I paid for adverts on Instagram',
        atDesk: ['Payments', { button: 'Book expense' }],
        onPhone: ['Payments', { button: 'Book expense' }],
        finds: ['dialog', 'Book Expense'],
      },
      {
        wish: 'What tax have couriers held back this month?',
        atDesk: ['Months'],
        onPhone: ['Menu', 'Months'],
        finds: ['region', 'Tax withheld by couriers'],
      },
      {
        wish: 'What does each product earn?',
        atDesk: ['Sales', 'Profit'],
        onPhone: ['Menu', 'Profit'],
        finds: ['heading', 'Earned by product'],
      },
    ],
  },
];
