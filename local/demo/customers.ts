import type { Random } from './random.ts';

export interface Customer {
  customerName: string;
  customerEmail: string;
  /** As they type it. No Pakistani operator has the prefix 0399. */
  customerPhone: string;
  customerAddress: string;
  city: string;
}

const WOMEN =
  `Ayesha Fatima Zainab Maryam Hira Sana Mahnoor Iqra Amna Rabia Sadia Nimra Kiran Bushra Hafsa Laiba Mehwish Saba Anum Komal Noor Sidra
  Uzma Areeba Javeria Maham Nida Rida Saira Tehmina Urooj Wajiha Yusra Zara Aleena Dania Eman Faiza Hania Kinza Momina Nayab Parveen Ramsha Shazia
  Tooba Zoya Esha Gulnaz Minahil`.split(/\s+/);
const MEN = 'Ahmed Bilal Usman Hamza Ali Imran Faisal Adeel Hassan Kamran'.split(' ');
const SURNAMES =
  `Khan Malik Siddiqui Butt Qureshi Shaikh Chaudhry Hashmi Raza Abbasi Mirza Javed Aslam Farooq Baig Memon Bukhari Yousaf Akhtar Rehman
  Zaidi Anwar Iqbal Saeed Tariq Nawaz Ansari Gillani Durrani Awan`.split(/\s+/);

/** Cities, and how many of a hundred customers live there. */
const CITIES: [city: string, share: number][] = [
  ['Karachi', 24],
  ['Lahore', 23],
  ['Islamabad', 11],
  ['Rawalpindi', 9],
  ['Faisalabad', 7],
  ['Multan', 5],
  ['Peshawar', 4],
  ['Sialkot', 4],
  ['Gujranwala', 3],
  ['Hyderabad', 3],
  ['Quetta', 2],
  ['Bahawalpur', 2],
  ['Abbottabad', 2],
  ['Sahiwal', 1],
];

/** Quarters that no city has. */
const QUARTERS = ['Chambeli Town', 'Gulnar Colony', 'Motia Block', 'Nargis Residency', 'Raat ki Rani Lane', 'Kachnar Society'];
const MAIL_HOSTS = ['mail.example', 'inbox.example', 'post.example'];

/** A new person. No two share a phone or an address of mail: `number` counts them. */
export function newCustomer(random: Random, number: number): Customer {
  const given = random.happens(0.85) ? random.pick(WOMEN) : random.pick(MEN);
  const surname = random.pick(SURNAMES);
  const [city] = random.pickWeighted(CITIES, ([, share]) => share);
  const home = random.happens(0.25)
    ? `Flat ${random.pick(['A', 'B', 'C'])}-${random.between(1, 12)}, Street ${random.between(1, 20)}`
    : `House ${random.between(2, 240)}, Street ${random.between(1, 30)}`;
  return {
    customerName: `${given} ${surname}`,
    customerEmail: `${given}.${surname}${number}@${random.pick(MAIL_HOSTS)}`.toLowerCase(),
    customerPhone: `0399 ${String(2_140_000 + number * 137).slice(0, 7)}`,
    customerAddress: `${home}, ${random.pick(QUARTERS)}`,
    city,
  };
}

/** Another way to write the same number. */
export function respelled(phone: string, random: Random): string {
  const digits = phone.replaceAll(' ', '');
  return random.pick([digits, `${digits.slice(0, 4)}-${digits.slice(4)}`, `+92 ${digits.slice(1, 4)} ${digits.slice(4)}`, phone]);
}
