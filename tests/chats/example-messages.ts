import type { ChatOrder } from '#domain/chats/read-chat.ts';

/** What a message must give; what is left out must be empty. */
export type Expected = Partial<ChatOrder>;

export const HALO_RING = {
  id: '68f0a1000000000000000213',
  name: 'Rose Gold Halo Ring',
  colors: ['Rose Gold', 'Silver'],
  sizes: ['6', '7', '8'],
};
export const MOON = {
  id: '68f0a1000000000000000226',
  name: 'Crescent Moon & Star Pendant',
  colors: ['Gold', 'Silver', 'Rose Gold'],
  sizes: [],
};
export const BANGLES = {
  id: '68f0a1000000000000000205',
  name: 'Kundan Bangle Set',
  colors: ['Gold'],
  sizes: ['2.4', '2.6', '2.8', '2.10'],
};
export const CHOKER = { id: '68f0a1000000000000000229', name: 'Kundan Bridal Choker Set', colors: [], sizes: [] };

/** The shop's own number in the copied chats. */
export const SHOP_PHONE = '+92 300 9990000';

const AYESHA = { name: 'Ayesha Khan', phone: '+923001234567', address: 'House 12, Street 4, Gulberg 3', city: 'Lahore' };
const RING = { productId: HALO_RING.id, quantity: 1 };

/** Messages as customers of Pakistani shops write them. Names and addresses are made up. */
export const CHAT_MESSAGES: [text: string, gives: Expected][] = [
  // --- Labels in English ---
  ['Name: Ayesha Khan\nPhone: 0300 1234567\nAddress: House 12, Street 4, Gulberg 3\nCity: Lahore', AYESHA],
  [
    'NAME : AYESHA KHAN\nCONTACT : 03001234567\nADDRESS : HOUSE 12, STREET 4, GULBERG 3\nCITY : LAHORE',
    { ...AYESHA, name: 'AYESHA KHAN', address: 'HOUSE 12, STREET 4, GULBERG 3' },
  ],
  ['*Name:* Ayesha Khan\n*Contact No:* 0300-1234567\n*Address:* House 12, Street 4, Gulberg 3\n*City:* Lahore', AYESHA],
  ['Name- Ayesha Khan\nPh# 03001234567\nAdd- House 12, Street 4, Gulberg 3\nCity- Lahore', AYESHA],
  [
    'Full Name = Ayesha Khan\nMobile No = +92 300 1234567\nComplete Address = House 12, Street 4, Gulberg 3\nCity = Lahore',
    AYESHA,
  ],
  ['name Ayesha Khan\nphone 03001234567\naddress House 12, Street 4, Gulberg 3\ncity Lahore', AYESHA],
  ['Name\nAyesha Khan\nPhone\n0300 1234567\nAddress\nHouse 12, Street 4, Gulberg 3\nCity\nLahore', AYESHA],
  ['Name: Ayesha Khan Phone: 03001234567 Address: House 12, Street 4, Gulberg 3 City: Lahore', AYESHA],
  ['👤 Name: Ayesha Khan\n📞 Phone: 0300 1234567\n🏠 Address: House 12, Street 4, Gulberg 3\n🌆 City: Lahore', AYESHA],
  ['1) Name: Ayesha Khan\n2) Number: 0300 1234567\n3) Address: House 12, Street 4, Gulberg 3\n4) City: Lahore', AYESHA],
  [
    "Customer's name: Ayesha Khan\nCell: 0300.1234567\nDelivery address: House 12, Street 4, Gulberg 3, Lahore",
    { ...AYESHA, address: 'House 12, Street 4, Gulberg 3, Lahore' },
  ],
  ['My name is Ayesha Khan\nMy number is 03001234567\nMy address is House 12, Street 4, Gulberg 3\nCity is Lahore', AYESHA],
  [
    'Name: Ayesha Khan\nWhatsapp: 0300 1234567\nEmail: Ayesha.K@Example.com\nAddress: House 12, Street 4, Gulberg 3\nCity: Lahore',
    { ...AYESHA, email: 'ayesha.k@example.com' },
  ],
  [
    'Name: Ayesha Khan\nPhone: 0300 1234567\nAlternate number: 0321-7654321\nAddress: House 12, Street 4, Gulberg 3\nCity: Lahore',
    { ...AYESHA, secondPhone: '+923217654321' },
  ],
  [
    'Name: Ayesha Khan\nPhone: 0300 1234567 / 0321 7654321\nAddress: House 12, Street 4, Gulberg 3\nCity: Lahore',
    { ...AYESHA, secondPhone: '+923217654321' },
  ],
  [
    'Name: Ayesha Khan\nOther number: 0321 7654321\nNumber: 0300 1234567\nCity: Lahore\nAddress: House 12, Street 4, Gulberg 3',
    { ...AYESHA, secondPhone: '+923217654321' },
  ],
  ['Name: Ayesha Khan\nPhone: 0300 1234567\nAddress:\nHouse 12\nStreet 4\nGulberg 3\nCity: Lahore', AYESHA],
  ['Name: Ayesha Khan\nPhone: 0300 1234567\nAddress: House 12, Street 4\nGulberg 3\nLahore', AYESHA],
  [
    'Name: Ayesha Khan\nPhone: 0300 1234567\nAddress: House 12, Street 4, Gulberg 3\nLandmark: near Shell pump\nCity: Lahore',
    { ...AYESHA, address: 'House 12, Street 4, Gulberg 3, near Shell pump' },
  ],
  ['Name: Ayesha Khan\nPhone: 00923001234567\nAddress: House 12, Street 4, Gulberg 3\nCity: lhr', AYESHA],
  ['Name: Sana\nPhone: 0300 123456\nCity: Lahore', { name: 'Sana', city: 'Lahore', unread: ['Phone: 0300 123456'] }],
  [
    'Name: Ayesha Khan\nPhone: 0300 1234567\nCity: Kot Nowhere\nAddress: House 12, Street 4',
    { name: 'Ayesha Khan', phone: '+923001234567', city: 'Kot Nowhere', address: 'House 12, Street 4' },
  ],
  [
    'Name: Ayesha Khan\nCNIC: 35202-1234567-1\nPhone: 0300 1234567\nCity: Lahore',
    { name: 'Ayesha Khan', phone: '+923001234567', city: 'Lahore', unread: ['CNIC: 35202-1234567-1'] },
  ],
  [
    'Name: Ayesha Khan\nTracking number: 0312345678901\nPhone: 0300 1234567',
    { name: 'Ayesha Khan', phone: '+923001234567', unread: ['Tracking number: 0312345678901'] },
  ],
  ['Name: Sana Malik\nCity: Karachi 75600', { name: 'Sana Malik', city: 'Karachi', address: '75600' }],
  // --- Roman Urdu ---
  ['naam: Ayesha Khan\nnumber: 03001234567\npata: House 12, Street 4, Gulberg 3\nshehar: Lahore', AYESHA],
  ['Mera naam Ayesha Khan hai\nnumber 03001234567\naddress House 12, Street 4, Gulberg 3\nshehr lahore', AYESHA],
  [
    'AOA\nnam: Ayesha Khan\nraabta: 0300 1234567\nghar ka pata: House 12, Street 4, Gulberg 3\nshehar ka naam? Lahore',
    { name: 'Ayesha Khan', phone: '+923001234567', address: 'House 12, Street 4, Gulberg 3', unread: ['shehar ka naam? Lahore'] },
  ],
  [
    'Assalam o alaikum\nAyesha Khan\n03001234567\nMakan no 12 gali no 4 mohalla Islam pura\nLahore\nshukriya',
    { name: 'Ayesha Khan', phone: '+923001234567', address: 'Makan no 12 gali no 4 mohalla Islam pura', city: 'Lahore' },
  ],
  [
    'naam Fatima Bibi\nfone 0333-1112223\ngaon Chak 88 dakkhana khas tehsil Burewala zila Vehari',
    {
      name: 'Fatima Bibi',
      phone: '+923331112223',
      address: 'gaon Chak 88 dakkhana khas tehsil Burewala zila Vehari',
      city: 'Vehari',
    },
  ],
  [
    'dosra number: 0321 7654321\nmera number: 0300 1234567\nnaam: Ayesha Khan',
    { name: 'Ayesha Khan', phone: '+923001234567', secondPhone: '+923217654321' },
  ],
  ['mujhe order karna hai\nnaam: Ayesha Khan\nnumber: 03001234567', { name: 'Ayesha Khan', phone: '+923001234567' }],
  [
    'kab tak mil jaye ga?\nname: Ayesha Khan\nph: 0300-1234567',
    { name: 'Ayesha Khan', phone: '+923001234567', unread: ['kab tak mil jaye ga?'] },
  ],
  // --- Urdu ---
  [
    'نام: عائشہ خان\nفون: ۰۳۰۰ ۱۲۳۴۵۶۷\nپتہ: مکان نمبر 12، گلی نمبر 4، گلبرگ\nشہر: لاہور',
    { name: 'عائشہ خان', phone: '+923001234567', address: 'مکان نمبر 12, گلی نمبر 4, گلبرگ', city: 'Lahore' },
  ],
  [
    'السلام علیکم\nنام عائشہ خان\nنمبر 03001234567\nپتہ مکان نمبر 12 گلی نمبر 4\nلاہور',
    { name: 'عائشہ خان', phone: '+923001234567', address: 'مکان نمبر 12 گلی نمبر 4', city: 'Lahore' },
  ],
  [
    'میرا نام عائشہ ہے\nموبائل نمبر: 0300-1234567\nایڈریس: محلہ اسلام پورہ، ملتان',
    { name: 'عائشہ', phone: '+923001234567', address: 'محلہ اسلام پورہ, ملتان', city: 'Multan' },
  ],
  [
    'عائشہ خان\n۰۳۰۰۱۲۳۴۵۶۷\nمکان نمبر ۱۲ گلی نمبر ۴\nکراچی',
    { name: 'عائشہ خان', phone: '+923001234567', address: 'مکان نمبر 12 گلی نمبر 4', city: 'Karachi' },
  ],
  [
    'نام: عائشہ خان\nرابطہ نمبر: 0300 1234567\nدوسرا نمبر: 0321 7654321\nشہر: کراچی',
    { name: 'عائشہ خان', phone: '+923001234567', secondPhone: '+923217654321', city: 'Karachi' },
  ],
  [
    'نام: عائشہ خان\nفون: 03001234567\nشناختی کارڈ: 3520212345671',
    { name: 'عائشہ خان', phone: '+923001234567', unread: ['شناختی کارڈ: 3520212345671'] },
  ],
  ['یہ کتنے کا ہے؟', { unread: ['یہ کتنے کا ہے؟'] }],
  // --- Without labels ---
  ['Ayesha Khan\n0300 1234567\nHouse 12, Street 4, Gulberg 3\nLahore', AYESHA],
  ['House 12, Street 4, Gulberg 3\nLahore\nAyesha Khan\n0300 1234567', AYESHA],
  [
    'Ayesha Khan, 03001234567, House 12, Street 4, Gulberg 3, Lahore',
    { ...AYESHA, address: 'House 12, Street 4, Gulberg 3, Lahore' },
  ],
  [
    'Ayesha Khan - House 12, Street 4, Gulberg 3 - Lahore - 03001234567',
    { ...AYESHA, address: 'House 12, Street 4, Gulberg 3, Lahore' },
  ],
  [
    'ayesha khan\n3001234567\nhouse 12, street 4, gulberg 3 lahore',
    { ...AYESHA, name: 'ayesha khan', address: 'house 12, street 4, gulberg 3 lahore' },
  ],
  [
    'Syeda Fatima Zehra\nFlat 302, Al-Noor Apartments, Block 13-D, Gulshan-e-Iqbal\nKarachi\n0321-7654321',
    {
      name: 'Syeda Fatima Zehra',
      address: 'Flat 302, Al-Noor Apartments, Block 13-D, Gulshan-e-Iqbal',
      city: 'Karachi',
      phone: '+923217654321',
    },
  ],
  [
    'Mrs. Saima Tariq\n+92 321 7654321\nH# 45-B, Phase 5, DHA\nLahore Cantt',
    { name: 'Mrs. Saima Tariq', phone: '+923217654321', address: 'H# 45-B, Phase 5, DHA', city: 'Lahore' },
  ],
  ['Hina\n0345 9876543\nPeshawar', { name: 'Hina', phone: '+923459876543', city: 'Peshawar' }],
  ['Lahore\n0300 1234567', { city: 'Lahore', phone: '+923001234567' }],
  ['0300 1234567', { phone: '+923001234567' }],
  ['0300 1234567\n0321 7654321', { phone: '+923001234567', secondPhone: '+923217654321' }],
  [
    '0300 1234567\n0321 7654321\n0333 1112223',
    { phone: '+923001234567', secondPhone: '+923217654321', unread: ['0333 1112223'] },
  ],
  ['042-35761234 is my landline', { phone: '+924235761234', unread: ['042-35761234 is my landline'] }],
  [
    '+44 7911 123456\nAmna Malik\nHouse 3, Street 9, F-8/1\nIslamabad',
    { phone: '+447911123456', name: 'Amna Malik', address: 'House 3, Street 9, F-8/1', city: 'Islamabad' },
  ],
  [
    'Multan Road, House 7, near Yateem Khana Chowk\nLahore\nBilal Ahmed\n03001234567',
    { address: 'Multan Road, House 7, near Yateem Khana Chowk', city: 'Lahore', name: 'Bilal Ahmed', phone: '+923001234567' },
  ],
  ['3520212345671', { unread: ['3520212345671'] }],
  ['Order 5512345678', { unread: ['Order 5512345678'] }],
  ['Total 4,250 advance 500', { unread: ['Total 4,250 advance 500'] }],
  ['Can you deliver before Eid?', { unread: ['Can you deliver before Eid?'] }],
  ['Thanks dear\nOk\nJazakallah', {}],
  ['Hi, how are you? Is this still available?', { unread: ['Hi, how are you? Is this still available?'] }],
  ['Ayesha Khan\nSana Malik\nHina Butt', { unread: ['Ayesha Khan', 'Sana Malik', 'Hina Butt'] }],
  // --- Copied chats ---
  [
    '[12/11/26, 3:45:12 PM] Ayesha: Name: Ayesha Khan\n[12/11/26, 3:45:30 PM] Ayesha: 0300 1234567\n[12/11/26, 3:46:02 PM] Ayesha: House 12, Street 4, Gulberg 3\n[12/11/26, 3:46:10 PM] Ayesha: Lahore',
    AYESHA,
  ],
  [
    '12/11/2026, 15:45 - Ayesha: Name: Ayesha Khan\n12/11/2026, 15:45 - Ayesha: Phone: 0300 1234567\n12/11/2026, 15:46 - Ayesha: City: Lahore',
    { name: 'Ayesha Khan', phone: '+923001234567', city: 'Lahore' },
  ],
  [
    '[15:45, 22/11/2026] +92 300 1234567: Ayesha Khan\n[15:46, 22/11/2026] +92 300 1234567: House 12, Street 4, Gulberg 3\n[15:46, 22/11/2026] +92 300 1234567: Lahore',
    { ...AYESHA },
  ],
  [
    '[15:45, 22/11/2026] +92 300 1234567: Name: Ayesha Khan\nPhone: 0321 7654321',
    { name: 'Ayesha Khan', phone: '+923217654321' },
  ],
  [
    '[15:44, 22/11/2026] +92 300 9990000: Please send name and number\n[15:45, 22/11/2026] +92 300 1234567: Ayesha Khan\nHouse 12, Street 4, Gulberg 3, Lahore',
    { ...AYESHA, address: 'House 12, Street 4, Gulberg 3, Lahore' },
  ],
  [
    'Forwarded\nName: Ayesha Khan\nPhone: 0300 1234567\n<Media omitted>\n3:45 PM',
    { name: 'Ayesha Khan', phone: '+923001234567' },
  ],
  [
    'You sent\nPlease share your details\nAyesha sent\nName: Ayesha Khan\nPhone: 0300 1234567\nSeen 2h ago',
    { name: 'Ayesha Khan', phone: '+923001234567', unread: ['Please share your details', 'Ayesha sent'] },
  ],
  [
    '> Please send your address\nHouse 12, Street 4, Gulberg 3\nLahore\nAyesha Khan\n0300 1234567',
    { ...AYESHA, address: 'House 12, Street 4, Gulberg 3' },
  ],
  [
    'Call us at 0300 9990000\nName: Ayesha Khan\nPhone: 0300 1234567',
    { name: 'Ayesha Khan', phone: '+923001234567', unread: ['Call us at 0300 9990000'] },
  ],
  [
    '‎[12/11/26, 3:45:12 PM] ‎~ Ayesha 💕: ‎image omitted\n[12/11/26, 3:46:00 PM] ~ Ayesha 💕: Ayesha Khan 0300 1234567 Lahore',
    { name: 'Ayesha Khan', phone: '+923001234567', city: 'Lahore' },
  ],
  // --- Pieces ---
  [`https://naqsh.example/product/${HALO_RING.id}`, { items: [RING] }],
  [
    `https://naqsh.example/product/${HALO_RING.id}?utm_source=ig\nsize 7, 2x\nName: Ayesha Khan\nPhone: 03001234567`,
    { items: [{ ...RING, size: '7', quantity: 2 }], name: 'Ayesha Khan', phone: '+923001234567' },
  ],
  [
    'Rose Gold Halo Ring size 7 x2\nAyesha Khan\n0300 1234567',
    { items: [{ ...RING, size: '7', quantity: 2 }], name: 'Ayesha Khan', phone: '+923001234567' },
  ],
  ['I want 2 rose gold halo rings in silver', { items: [{ ...RING, quantity: 2, color: 'Silver' }] }],
  [
    '2x Kundan Bangle Set size 2/6, 1x Crescent Moon & Star Pendant gold',
    {
      items: [
        { productId: BANGLES.id, quantity: 2, size: '2.6' },
        { productId: MOON.id, quantity: 1, color: 'Gold' },
      ],
    },
  ],
  [
    'Kundan Bangle Set\nSize: 2.6\nColor: Gold\nQty: 2',
    { items: [{ productId: BANGLES.id, quantity: 2, size: '2.6', color: 'Gold' }] },
  ],
  [
    'Order: Kundan Bridal Choker Set\nName: Ayesha Khan\nPhone: 0300 1234567',
    { items: [{ productId: CHOKER.id, quantity: 1 }], name: 'Ayesha Khan', phone: '+923001234567' },
  ],
  ['Kundan Bangle Set 2.10 size 3 pcs', { items: [{ productId: BANGLES.id, quantity: 3, size: '2.10' }] }],
  ['Mujhe Kundan Bangle Set chahiye\nسائز 2.8\nتعداد 2', { items: [{ productId: BANGLES.id, quantity: 2, size: '2.8' }] }],
  [
    'BNG-0042-26-GLD 2 pcs\nSana Malik\n0300 1234567',
    { items: [{ sku: 'BNG-0042-26-GLD', quantity: 2 }], name: 'Sana Malik', phone: '+923001234567' },
  ],
  ['sku: bng-0042-28-gld\nName: Sana Malik', { items: [{ sku: 'BNG-0042-28-GLD', quantity: 1 }], name: 'Sana Malik' }],
  [
    `www.naqsh.example/product/${MOON.id} silver\nhttps://naqsh.example/product/${CHOKER.id}`,
    {
      items: [
        { productId: MOON.id, quantity: 1, color: 'Silver' },
        { productId: CHOKER.id, quantity: 1 },
      ],
    },
  ],
  ['size 2.6\n0300 1234567', { phone: '+923001234567', unread: ['size 2.6'] }],
  [
    'https://www.instagram.com/p/Cx12345678901/\n0300 1234567',
    { phone: '+923001234567', unread: ['https://www.instagram.com/p/Cx12345678901/'] },
  ],
  [
    'Kundan Bridal Choker Set aur Rose Gold Halo Ring size 8\nnaam: Hina Butt\nnumber: 0312 3456789\naddress: Street 2, Satellite Town, Rawalpindi',
    {
      items: [
        { productId: CHOKER.id, quantity: 1 },
        { ...RING, size: '8' },
      ],
      name: 'Hina Butt',
      phone: '+923123456789',
      address: 'Street 2, Satellite Town, Rawalpindi',
      city: 'Rawalpindi',
    },
  ],
  ['Rose Gold Halo Ring please gift wrap it', { items: [RING], unread: ['Rose Gold Halo Ring please gift wrap it'] }],
  [
    'Naam: Hina Butt\nAddress: House 5, Street 4, Model Town\nLahore\nGift wrap kar dein, kal tak chahiye',
    {
      name: 'Hina Butt',
      address: 'House 5, Street 4, Model Town',
      city: 'Lahore',
      unread: ['Gift wrap kar dein, kal tak chahiye'],
    },
  ],
];
