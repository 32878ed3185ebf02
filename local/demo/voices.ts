/** What customers of the demo's history write, in reviews, messages and the newsletter's field, and what staff answer. */
import { createHash } from 'node:crypto';
import { DAY, HOUR } from './agenda.ts';
import { newCustomer } from './customers.ts';
import type { Delivered } from './orders.ts';
import { atWork, type Story } from './story.ts';

interface Opinion {
  stars: number;
  comment: string;
  answer?: string;
}

/** What people say about the products of a category. Each is said once. */
const OPINIONS: Record<string, Opinion[]> = {
  earrings: [
    { stars: 5, comment: 'Light and so pretty. I wore them from the nikkah until midnight and forgot I had them on.' },
    {
      stars: 4,
      comment: 'Lovely finish, a little smaller than I thought from the photo.',
      answer: 'Thank you! The sizes are in the description, and you can exchange within 30 days.',
    },
    { stars: 5, comment: 'Third order from here. Packing is always so neat, tissue and all.' },
    {
      stars: 2,
      comment: 'One back was missing from the box.',
      answer: 'We are sorry. A pair of backs left this morning by courier, at no charge.',
    },
    { stars: 5, comment: 'My mother took them for herself, so I am ordering again.' },
  ],
  sets: [
    {
      stars: 5,
      comment: 'Wore it to my brother’s walima and got so many compliments. Looks far more than what I paid.',
      answer: 'That made our day. Mubarak to the family!',
    },
    { stars: 4, comment: 'Beautiful set. The chain could be two centimetres longer.' },
  ],
  necklaces: [
    { stars: 5, comment: 'Sits exactly like in the picture and does not turn around. Very happy.' },
    { stars: 4, comment: 'Good quality for the price. Delivery took three days.' },
    { stars: 5, comment: 'Simple and elegant, I wear it to the office every day.' },
  ],
  rings: [
    { stars: 5, comment: 'Size chart was right. The shine is still the same after two weeks of daily wear.' },
    {
      stars: 3,
      comment: 'Nice ring but the band is thinner than I expected.',
      answer: 'Thank you for telling us. We have added a photo from the side.',
    },
    { stars: 5, comment: 'Bought as a birthday gift, came in a small velvet box. She loved it.' },
    { stars: 4, comment: 'Pretty. I should have taken one size larger.' },
  ],
  bracelets: [
    { stars: 5, comment: 'The colours are even better in daylight. Bohat hi pyari.' },
    { stars: 4, comment: 'Very pretty, the polish is a bit lighter than on my screen.' },
    { stars: 5, comment: 'Ordered two, one for me and one for my best friend.' },
  ],
  watches: [{ stars: 5, comment: 'Elegant and keeps time. The strap is soft from the first day.' }],
  pendant: [
    { stars: 5, comment: 'So delicate. I sleep with it on and it has not tangled once.' },
    { stars: 4, comment: 'Very pretty, chain is fine so be gentle.' },
    { stars: 5, comment: 'Rider came in two days and let me open the parcel first. Pendant is perfect.' },
  ],
  bridal: [{ stars: 5, comment: 'My whole look came together with this. The finishing on the back is clean too.' }],
  cosmetics: [
    { stars: 4, comment: 'Well packed and exactly what I wanted. Will try the others, too.' },
    { stars: 3, comment: 'Okay for the price. The box came a little dented.' },
  ],
};

/** Not a customer's voice: staff hide it the next morning. */
const SPAM = {
  day: -11,
  product: '68f0a1000000000000000212',
  text: 'EARN 5000 DAILY FROM HOME!!! Message us now, first hundred people only',
};

const MESSAGES: { day: number; hour: number; subject: string; message: string; answer?: string; isRead?: boolean }[] = [
  {
    day: -53,
    hour: 20.4,
    subject: 'Wholesale',
    message: 'Do you give a discount for twenty pairs of the same earrings? It is for bridesmaids.',
    answer: 'Yes, from twelve pieces of one design we take ten per cent off. Tell us the design and the date you need them.',
  },
  {
    day: -47,
    hour: 13.1,
    subject: 'Ring size',
    message: 'I wear 16 mm inside diameter. Is that size 6 or 7?',
    answer: 'That is size 6 (16.5 mm). If you are between two, take the larger one; exchange is free within 30 days.',
  },
  {
    day: -41,
    hour: 22.2,
    subject: 'Delivery to Skardu',
    message: 'Do you deliver to Skardu and how many days?',
    answer: 'We do, it takes four to six working days by courier. Cash on delivery works there, too.',
  },
  {
    day: -36,
    hour: 11.7,
    subject: 'Exchange',
    message: 'The bangles are too small for me, can I change them for Large?',
    answer: 'Of course. Keep the tags on, the rider brings Large and takes Small with him.',
  },
  {
    day: -30,
    hour: 17.5,
    subject: 'Allergy',
    message: 'Is the plating nickel free? My skin reacts to some metals.',
    answer:
      'Our plated pieces are nickel free. For very sensitive skin the steel watch and the rose gold pieces are the safest choice.',
  },
  {
    day: -25,
    hour: 21.3,
    subject: 'Free delivery weekend',
    message: 'Is free delivery only until Sunday night or Monday morning?',
    answer: 'Until Sunday midnight. Your cart shows the delivery before you order.',
  },
  {
    day: -19,
    hour: 14.8,
    subject: 'Wrong colour',
    message: 'I ordered silver and got gold. What should I do?',
    answer: 'We are sorry for the mix-up. The silver one left today, please give the gold one to the rider.',
  },
  {
    day: -14,
    hour: 19.6,
    subject: 'Gift box',
    message: 'Can you put a card with a message in the parcel?',
    answer: 'Yes. Write the words into the notes of your order and we add a handwritten card.',
  },
  {
    day: -9,
    hour: 10.9,
    subject: 'Restock',
    message: 'When will the ruby flower studs be back? I want two pairs.',
    answer: 'They are on their way from the workshop and should be here within ten days.',
  },
  {
    day: -5,
    hour: 23.1,
    subject: 'Bridal appointment',
    message: 'Is it possible to see the kundan choker set in Lahore before I buy it?',
    answer: 'We have no showroom, but you may open the parcel at the door and send it back with the rider if you do not love it.',
  },
  {
    day: -3,
    hour: 16.2,
    subject: 'Parcel is late',
    message: 'My parcel to Quetta should have been here on Monday. Can you check?',
    isRead: true,
  },
  { day: -1, hour: 21.9, subject: 'Matching tikka', message: 'Is there a matha tikka that goes with the emerald princess set?' },
  {
    day: 0,
    hour: 9.5,
    subject: 'Corporate gifts',
    message: 'We need forty small gifts for a farewell next month, around 1,000 rupees each. What would you suggest?',
  },
];

const SUBSCRIBERS = 28;

/** Plans messages and subscribers. */
export function planVoices(story: Story, firstDay: number): void {
  const { agenda, random, query, staff } = story;
  MESSAGES.forEach(({ day, hour, subject, message, answer, isRead }, index) => {
    const sentAt = agenda.startOfDay(day) + hour * HOUR;
    const { customerName, customerEmail } = newCustomer(random, 400 + index);
    const [firstName, lastName] = customerName.split(' ');
    agenda.at(sentAt, async () => {
      const sent = { firstName, lastName, email: customerEmail, subject, message };
      await query(`select public.add_contact_message($1::jsonb, 'care@naqsh.example')`, [JSON.stringify(sent)]);
    });
    const written = `(select m.id from public.contact_messages m where m.email = $1)`;
    if (answer) {
      agenda.at(atWork(story, sentAt + HOUR), async () => {
        await query(`select public.answer_message(${written}, $2, $3::uuid)`, [customerEmail, answer, staff]);
      });
    } else if (isRead) {
      agenda.at(atWork(story, sentAt), async () => {
        await query(`select public.set_message_status(${written}, 'read')`, [customerEmail]);
      });
    }
  });

  for (let number = 0; number < SUBSCRIBERS; number += 1) {
    const { customerEmail } = newCustomer(random, 300 + number);
    agenda.at(agenda.startOfDay(firstDay) + random.fraction() * -firstDay * DAY, async () => {
      await query('insert into public.newsletter_subscribers (email) values ($1)', [customerEmail]);
    });
  }

  agenda.at(agenda.startOfDay(SPAM.day) + 3.2 * HOUR, () =>
    addReview(story, SPAM.product, { userName: 'Best Income', rating: 5, comment: SPAM.text }),
  );
  agenda.at(agenda.startOfDay(SPAM.day) + 10.5 * HOUR, async () => {
    await query('update public.reviews set is_published = false where comment = $1', [SPAM.text]);
  });
}

/** Returns what to tell of every delivery: some customers write a review some days later, which staff may answer. */
export function askForReviews(story: Story): (delivered: Delivered) => void {
  const { agenda, random, query } = story;
  const unsaid = new Map(Object.entries(OPINIONS).map(([category, opinions]) => [category, [...opinions]]));
  return ({ customer, product, time }) => {
    if (random.happens(0.75)) return;
    const opinion = unsaid.get(product.category)?.shift();
    if (!opinion) return;
    const writtenAt = time + random.between(20, 120) * HOUR;
    const userName = `${customer.customerName.split(' ')[0]}, ${customer.city}`;
    agenda.at(writtenAt, () => addReview(story, product.id, { userName, rating: opinion.stars, comment: opinion.comment }));
    const { answer } = opinion;
    if (!answer) return;
    agenda.at(atWork(story, writtenAt + 3 * HOUR), async () => {
      await query('update public.reviews set answer = $2, answered_at = now() where comment = $1', [opinion.comment, answer]);
    });
  };
}

async function addReview(
  { query }: Story,
  productId: string,
  review: { userName: string; rating: number; comment: string },
): Promise<void> {
  const text = JSON.stringify(review);
  // Nobody has a token of this hash: only staff edit these reviews.
  await query('select public.add_review($1, $2::jsonb, $3)', [productId, text, createHash('sha256').update(text).digest('hex')]);
}
