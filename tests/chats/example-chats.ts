import type { ChatProduct } from '#domain/chats/catalog.ts';

/** A piece that the customer wants, by its product's name. One piece unless it says more. */
export interface WantedPiece {
  product: string;
  color?: string;
  size?: string;
  quantity?: number;
}

/** What staff would write down after reading a chat themselves. */
export interface Wanted {
  name?: string;
  phone?: string;
  secondPhone?: string;
  city?: string;
  /** Its words; signs between them do not count. */
  address?: string;
  /** What is certain. */
  pieces?: WantedPiece[];
  /** What staff would ask about: these must be among the products that are offered for it, with what was said of it. */
  asked?: { among: string[]; color?: string; size?: string; quantity?: number }[];
}

export interface Chat {
  about: string;
  text: string;
  wanted: Wanted;
}

const product = (number: number, name: string, colors: string[] = [], sizes: string[] = []): ChatProduct => ({
  id: `68f0a10000000000000002${String(number).padStart(2, '0')}`,
  name,
  colors,
  sizes,
});

/** The demo's catalogue. */
export const CATALOG: ChatProduct[] = [
  product(1, 'Gold Jhumka Earrings', ['Red', 'Green', 'White']),
  product(2, 'Emerald Drop Earrings'),
  product(3, 'Ruby Chandelier Earrings'),
  product(4, 'Twisted Gold Hoop Earrings', [], ['Small', 'Medium', 'Large']),
  product(5, 'Pearl Halo Stud Earrings', ['White', 'Pink', 'Gray']),
  product(6, 'Ruby Flower Stud Earrings'),
  product(7, 'Ruby Teardrop Necklace Set'),
  product(8, 'Emerald Princess Necklace Set'),
  product(9, 'Pearl Pendant Necklace Set', ['Rose Gold', 'Silver']),
  product(10, 'Classic Double Pearl Strand Necklace', ['White', 'Beige']),
  product(11, 'Crystal Tennis Choker', ['Silver', 'Gold']),
  product(12, 'Layered Coin Chain Necklace'),
  product(13, 'Rose Gold Halo Ring', ['Rose Gold', 'Gold', 'Silver'], ['6', '7', '8', '9', '10']),
  product(14, 'Sapphire Solitaire Ring', [], ['6', '7', '8', '9', '10']),
  product(15, 'Emerald Cocktail Ring', ['Gold', 'Silver'], ['7', '8', '9', '10', '11']),
  product(16, 'Stackable Ring Trio', [], ['6', '7', '8', '9']),
  product(17, 'Pavé Eternity Band', ['Silver', 'Gold'], ['6', '7', '8', '9', '10', '11', '12']),
  product(18, 'Carved Gold Kara Pair', [], ['Small', 'Medium', 'Large']),
  product(19, 'Enamel Bangle Stack', [], ['2.2', '2.4', '2.6', '2.8', '2.10']),
  product(20, 'Silver Tennis Bracelet', ['Silver', 'Rose Gold'], ['Small', 'Medium']),
  product(21, 'Pearl Open Cuff', ['Rose Gold', 'Gold']),
  product(22, 'Gold Charm Chain Bracelet'),
  product(23, 'Classic Gold Link Watch'),
  product(24, 'Rose Gold Leather Watch', ['Brown', 'Black', 'Burgundy']),
  product(25, 'Ruby Heart Pendant'),
  product(26, 'Crescent Moon & Star Pendant', ['Gold', 'Silver', 'Rose Gold']),
  product(27, 'Sapphire Teardrop Pendant'),
  product(28, 'Initial A Pendant'),
  product(29, 'Kundan Bridal Choker Set', ['Red', 'Green']),
  product(30, 'Pearl Matha Tikka', ['Green', 'Red', 'White']),
  product(31, 'Kundan Bridal Nath'),
  product(32, 'Velvet Matte Lipstick Duo'),
  product(33, 'Gold Compact Powder', ['Beige', 'Brown']),
  product(34, 'Gel Shine Nail Polish Trio'),
  product(35, 'Amber Oud Perfume'),
];

/** What the shop calls itself in a copied chat, and its number. */
export const SHOP = { name: 'Naqsh', phones: ['+92 300 9990000'] };

/** Chats as people in Pakistan write them, written before the reader was looked at. People, numbers and addresses are made up. */
export const CHATS: Chat[] = [
  {
    about: 'English, two pieces in one line, a postcode behind the city',
    text: `AOA
Rose Gold Halo Ring (rose gold, size 7) and pearl halo studs white x2
Hira Qureshi
0399-2140001
House 14 Street 6 Gulshan-e-Iqbal Block 4
Karachi 75300`,
    wanted: {
      name: 'Hira Qureshi',
      phone: '+923992140001',
      city: 'Karachi',
      address: 'House 14 Street 6 Gulshan-e-Iqbal Block 4 75300',
      pieces: [
        { product: 'Rose Gold Halo Ring', color: 'Rose Gold', size: '7' },
        { product: 'Pearl Halo Stud Earrings', color: 'White', quantity: 2 },
      ],
    },
  },
  {
    about: 'Android, two senders, the colour and the pairs come later',
    text: `12/11/2026, 9:14 pm - Maham: Assalam o alaikum
12/11/2026, 9:14 pm - Maham: ye gold jhumka earrings available hain?
12/11/2026, 9:20 pm - Naqsh Jewellery: Walaikum assalam ji available hain 2450 rs
12/11/2026, 9:21 pm - Maham: ok red 2 pair kar dein
12/11/2026, 9:25 pm - Naqsh Jewellery: Name, address aur phone number send kar dein
12/11/2026, 9:31 pm - Maham: Maham Javed
12/11/2026, 9:31 pm - Maham: 03992140002
12/11/2026, 9:32 pm - Maham: house no 212-B, model town, near bilal masjid
12/11/2026, 9:32 pm - Maham: gujranwala`,
    wanted: {
      name: 'Maham Javed',
      phone: '+923992140002',
      city: 'Gujranwala',
      address: 'house no 212-B, model town, near bilal masjid',
      pieces: [{ product: 'Gold Jhumka Earrings', color: 'Red', quantity: 2 }],
    },
  },
  {
    about: 'iPhone, a correction of the size after the shop asked',
    text: `[12/11/26, 3:45:12 PM] Sana Tariq: Hi
[12/11/26, 3:45:30 PM] Sana Tariq: Emerald Cocktail Ring gold size 7 chahiye
[12/11/26, 3:50:02 PM] Naqsh: Sure! Price is Rs 2,250 + 250 delivery
[12/11/26, 3:51:40 PM] Sana Tariq: theek hai
[12/11/26, 3:52:10 PM] Sana Tariq: nahi size 8 kar dein
[12/11/26, 3:53:00 PM] Naqsh: Ok. Please share your details
[12/11/26, 3:55:21 PM] Sana Tariq: Sana Tariq
Flat 5, 2nd floor, Rehman Plaza, Satellite Town
Rawalpindi
0399 2140003`,
    wanted: {
      name: 'Sana Tariq',
      phone: '+923992140003',
      city: 'Rawalpindi',
      address: 'Flat 5, 2nd floor, Rehman Plaza, Satellite Town',
      pieces: [{ product: 'Emerald Cocktail Ring', color: 'Gold', size: '8' }],
    },
  },
  {
    about: 'a numbered list with labels',
    text: `Order details:
1. Kundan Bridal Choker Set - Red - 1
2. Pearl Matha Tikka - Green - 1
3. Kundan Bridal Nath - 1

Name: Rabia Anwar
Address: 45-C, Askari 11, Bedian Road
City: Lahore
Phone: 0399 214 0004
Total 31,100 COD`,
    wanted: {
      name: 'Rabia Anwar',
      phone: '+923992140004',
      city: 'Lahore',
      address: '45-C, Askari 11, Bedian Road',
      pieces: [
        { product: 'Kundan Bridal Choker Set', color: 'Red' },
        { product: 'Pearl Matha Tikka', color: 'Green' },
        { product: 'Kundan Bridal Nath' },
      ],
    },
  },
  {
    about: 'Roman Urdu, all in running text, the name after "naam"',
    text: `assalam o alaikum baji mujhe 2 emerald drop earrings chahiye hain mera naam Bushra Malik hai number 03992140005 hai ghar ka address hai makan number 7 gali 3 mohalla qadirabad sahiwal`,
    wanted: {
      name: 'Bushra Malik',
      phone: '+923992140005',
      city: 'Sahiwal',
      address: 'makan number 7 gali 3 mohalla qadirabad',
      pieces: [{ product: 'Emerald Drop Earrings', quantity: 2 }],
    },
  },
  {
    about: 'Urdu script, Urdu digits, products in Urdu letters',
    text: `السلام علیکم
مجھے روز گولڈ ہیلو رنگ چاہیے سائز ۸
نام: نادیہ اسلم
فون: ۰۳۹۹۲۱۴۰۰۰۶
پتہ: مکان نمبر ۲۳، گلی ۵، محلہ رحمان پورہ
شہر: فیصل آباد`,
    wanted: {
      name: 'نادیہ اسلم',
      phone: '+923992140006',
      city: 'Faisalabad',
      address: 'مکان نمبر 23، گلی 5، محلہ رحمان پورہ',
      pieces: [{ product: 'Rose Gold Halo Ring', size: '8' }],
    },
  },
  {
    about: 'a word that fits several products',
    text: `Salam
mujhe pearl earrings chahiye 1 pair
Kinza
+92 399 2140007
Street 9 G-9/1 Islamabad`,
    wanted: {
      name: 'Kinza',
      phone: '+923992140007',
      city: 'Islamabad',
      address: 'Street 9 G-9/1',
      asked: [{ among: ['Pearl Halo Stud Earrings'], quantity: 1 }],
    },
  },
  {
    about: 'a colour that the product does not come in',
    text: `Pearl Matha Tikka blue color mein
Areeba Shaikh
03992140008
B-120 Block 10 Federal B Area near Water Pump
Karachi`,
    wanted: {
      name: 'Areeba Shaikh',
      phone: '+923992140008',
      city: 'Karachi',
      address: 'B-120 Block 10 Federal B Area near Water Pump',
      asked: [{ among: ['Pearl Matha Tikka'], color: 'blue' }],
    },
  },
  {
    about: 'a size that the product does not come in',
    text: `Stackable ring trio size 11 plz
Name Zoya Mirza
Contact 0399.2140009
Address 8-A, Canal View Society, Multan Road, Lahore`,
    wanted: {
      name: 'Zoya Mirza',
      phone: '+923992140009',
      city: 'Lahore',
      address: '8-A, Canal View Society, Multan Road',
      asked: [{ among: ['Stackable Ring Trio'], size: '11' }],
    },
  },
  {
    about: 'voice-typed, no punctuation, no capitals',
    text: `hello i want to order crystal tennis choker in silver colour and one amber oud perfume my name is saira ansari and my address is house number 56 street 11 phase 6 hayatabad peshawar my phone number is 03992140010 thank you`,
    wanted: {
      name: 'saira ansari',
      phone: '+923992140010',
      city: 'Peshawar',
      address: 'house number 56 street 11 phase 6 hayatabad',
      pieces: [{ product: 'Crystal Tennis Choker', color: 'Silver' }, { product: 'Amber Oud Perfume' }],
    },
  },
  {
    about: 'bangles by their size, written 2/6',
    text: `Enamel bangle stack 2/6 do set
Fozia Bibi
0399-214 0011
Village Kot Khalifa, Tehsil Pasrur
Distt Sialkot`,
    wanted: {
      name: 'Fozia Bibi',
      phone: '+923992140011',
      city: 'Sialkot',
      address: 'Village Kot Khalifa, Tehsil Pasrur Distt Sialkot',
      pieces: [{ product: 'Enamel Bangle Stack', size: '2.6', quantity: 2 }],
    },
  },
  {
    about: 'haggling and prices between, copied from WhatsApp Web',
    text: `[9:02 pm, 14/11/2026] +92 399 2140012: Ruby Teardrop Necklace Set kitne ka hai
[9:05 pm, 14/11/2026] Naqsh: 5950 ka hai ji
[9:06 pm, 14/11/2026] +92 399 2140012: 5000 kar dein na
[9:07 pm, 14/11/2026] Naqsh: Sorry ji fixed price hai, delivery free kar dein ge
[9:09 pm, 14/11/2026] +92 399 2140012: acha theek hai bhej dein
[9:09 pm, 14/11/2026] +92 399 2140012: Nimra Butt
[9:10 pm, 14/11/2026] +92 399 2140012: Al Rehman Garden phase 2, house 318 block J, Sharaqpur Road Lahore`,
    wanted: {
      name: 'Nimra Butt',
      phone: '+923992140012',
      city: 'Lahore',
      address: 'Al Rehman Garden phase 2, house 318 block J, Sharaqpur Road',
      pieces: [{ product: 'Ruby Teardrop Necklace Set' }],
    },
  },
  {
    about: 'misspelt pieces',
    text: `saphire solitare ring size 9
velvet mat lipstik duo
Tehmina Awan
03992140013
House # 9, Lane 4, Gulraiz Housing Scheme, Rawalpindi`,
    wanted: {
      name: 'Tehmina Awan',
      phone: '+923992140013',
      city: 'Rawalpindi',
      address: 'House # 9, Lane 4, Gulraiz Housing Scheme',
      pieces: [{ product: 'Sapphire Solitaire Ring', size: '9' }, { product: 'Velvet Matte Lipstick Duo' }],
    },
  },
  {
    about: 'several messages of two senders, address asked again for its house',
    text: `[12/11, 11:01 am] Laiba: Moon and star pendant silver mein hai?
[12/11, 11:04 am] Naqsh: Jee available hai
[12/11, 11:05 am] Laiba: Order kar dein 1
[12/11, 11:06 am] Naqsh: Name address number please
[12/11, 11:08 am] Laiba: Laiba Hashmi
[12/11, 11:08 am] Laiba: 0399 2140014
[12/11, 11:09 am] Laiba: Street 2, Officers Colony, Bahawalpur
[12/11, 11:10 am] Naqsh: House number?
[12/11, 11:11 am] Laiba: House 17`,
    wanted: {
      name: 'Laiba Hashmi',
      phone: '+923992140014',
      city: 'Bahawalpur',
      address: 'Street 2, Officers Colony House 17',
      pieces: [{ product: 'Crescent Moon & Star Pendant', color: 'Silver' }],
    },
  },
  {
    about: 'a second phone and a landmark',
    text: `*ORDER*
Classic gold link watch = 1 pc

*Name:* Muhammad Imran
*Mobile:* 0399-2140015
*Other no:* 0399-2140115
*Address:* Shop no 12, Ghanta Ghar bazar, opposite HBL bank
*City:* Multan`,
    wanted: {
      name: 'Muhammad Imran',
      phone: '+923992140015',
      secondPhone: '+923992140115',
      city: 'Multan',
      address: 'Shop no 12, Ghanta Ghar bazar, opposite HBL bank',
      pieces: [{ product: 'Classic Gold Link Watch' }],
    },
  },
  {
    about: 'Roman Urdu colours: lal, hara',
    text: `gold jhumka earrings lal 1, hara 1
naam mehwish raza
nmbr 03992140016
pata: kothi 33 canal colony rahim yar khan`,
    wanted: {
      name: 'mehwish raza',
      phone: '+923992140016',
      city: 'Rahim Yar Khan',
      address: 'kothi 33 canal colony',
      pieces: [
        { product: 'Gold Jhumka Earrings', color: 'Red' },
        { product: 'Gold Jhumka Earrings', color: 'Green' },
      ],
    },
  },
  {
    about: 'the piece is only named by the shop, the customer says this one',
    text: `14/11/2026, 10:12 - Urooj: Salam, kal wali ring ki pic bhej dein
14/11/2026, 10:20 - Naqsh Jewellery: <Media omitted>
14/11/2026, 10:20 - Naqsh Jewellery: Rose Gold Halo Ring Rs 1850
14/11/2026, 10:22 - Urooj: jee yehi size 6 silver
14/11/2026, 10:23 - Urooj: Urooj Fatima, 0399 2140017, House 4 Street 18 F-10/2 Islamabad`,
    wanted: {
      name: 'Urooj Fatima',
      phone: '+923992140017',
      city: 'Islamabad',
      address: 'House 4 Street 18 F-10/2',
      asked: [{ among: ['Rose Gold Halo Ring'], size: '6', color: 'Silver' }],
    },
  },
  {
    about: 'hopeless: nothing but talk',
    text: `Assalam o alaikum
Price please?
Delivery kitne din mein hoti hai
Acha ji soch ke batati hun`,
    wanted: {},
  },
  {
    about: 'a gift: the receiver is another person than the sender of the chat',
    text: `[14/11/26, 8:10:01 PM] Faisal UK: I want to send a gift to my sister in Pakistan
[14/11/26, 8:10:40 PM] Faisal UK: Ruby Heart Pendant
[14/11/26, 8:12:11 PM] Faisal UK: Receiver name: Dania Farooq
Receiver number: 0399-2140019
Address: 27 Tech Society, Canal Bank, Lahore`,
    wanted: {
      name: 'Dania Farooq',
      phone: '+923992140019',
      city: 'Lahore',
      address: '27 Tech Society, Canal Bank',
      pieces: [{ product: 'Ruby Heart Pendant' }],
    },
  },
  {
    about: 'quantity behind in English words',
    text: `Please send me three Gel Shine Nail Polish Trio and two Gold Compact Powder beige
Momina Akhtar
Phone +923992140020
Quarter 5, Railway Colony, near Girls College
Sargodha`,
    wanted: {
      name: 'Momina Akhtar',
      phone: '+923992140020',
      city: 'Sargodha',
      address: 'Quarter 5, Railway Colony, near Girls College',
      pieces: [
        { product: 'Gel Shine Nail Polish Trio', quantity: 3 },
        { product: 'Gold Compact Powder', color: 'Beige', quantity: 2 },
      ],
    },
  },
  {
    about: 'Urdu script without labels, a plural of jhumka, colour and pairs',
    text: `گولڈ جھمکا ایئررنگز سرخ رنگ ۲ جوڑی
صائمہ بی بی
۰۳۹۹-۲۱۴۰۰۲۱
محلہ عیدگاہ، نزد جامع مسجد، چکوال`,
    wanted: {
      name: 'صائمہ بی بی',
      phone: '+923992140021',
      city: 'Chakwal',
      address: 'محلہ عیدگاہ، نزد جامع مسجد',
      pieces: [{ product: 'Gold Jhumka Earrings', color: 'Red', quantity: 2 }],
    },
  },
  {
    about: 'a piece is taken back',
    text: `Carved gold kara pair medium
Pearl open cuff gold
acha cuff rehne dein sirf kara
Name: Gulnaz Durrani
Ph: 0399 2140022
Add: Arbab Road, House 88, University Town, Peshawar`,
    wanted: {
      name: 'Gulnaz Durrani',
      phone: '+923992140022',
      city: 'Peshawar',
      address: 'Arbab Road, House 88, University Town',
      pieces: [{ product: 'Carved Gold Kara Pair', size: 'Medium' }],
    },
  },
  {
    about: 'city before the address, mohalla, c/o, no capitals',
    text: `naam sidra yousaf w/o kashif yousaf
shehar wazirabad
mohalla baghwala gali kashmirian wali
03992140023
order: twisted gold hoop earrings large`,
    wanted: {
      name: 'sidra yousaf',
      phone: '+923992140023',
      city: 'Wazirabad',
      address: 'w/o kashif yousaf mohalla baghwala gali kashmirian wali',
      pieces: [{ product: 'Twisted Gold Hoop Earrings', size: 'Large' }],
    },
  },
  {
    about: 'the product is named with its category only',
    text: `Mujhe watch chahiye black wali
Wajiha Saeed
03992140024
Flat B-6, Noman Grand City, Gulistan-e-Johar, Karachi`,
    wanted: {
      name: 'Wajiha Saeed',
      phone: '+923992140024',
      city: 'Karachi',
      address: 'Flat B-6, Noman Grand City, Gulistan-e-Johar',
      asked: [{ among: ['Rose Gold Leather Watch'], color: 'Black' }],
    },
  },
  {
    about: 'emoji and a form the shop sent',
    text: `📦 Order Form 📦
👤 Name: Hafsa Baig
📱 Phone Number: (0399) 2140025
🏡 Full Address: House 41, Block D, North Nazimabad, near Five Star Chowrangi
🏙️ City: Karachi
💍 Product: Pavé Eternity Band
🎨 Color: Gold
📏 Size: 10
🔢 Quantity: 1`,
    wanted: {
      name: 'Hafsa Baig',
      phone: '+923992140025',
      city: 'Karachi',
      address: 'House 41, Block D, North Nazimabad, near Five Star Chowrangi',
      pieces: [{ product: 'Pavé Eternity Band', color: 'Gold', size: '10' }],
    },
  },
  {
    about: 'accents left away, the size as a word',
    text: `Hi dear i want pave eternity band silver size nine
My address: 12 Khayaban-e-Shahbaz, Phase 6 DHA, Karachi
Aleena Zaidi
Cell 0092 399 2140026`,
    wanted: {
      name: 'Aleena Zaidi',
      phone: '+923992140026',
      city: 'Karachi',
      address: '12 Khayaban-e-Shahbaz, Phase 6 DHA',
      pieces: [{ product: 'Pavé Eternity Band', color: 'Silver', size: '9' }],
    },
  },
  {
    about: 'address over several messages, the city as people shorten it',
    text: `[7:40 pm, 15/11/2026] Rida: Layered coin necklace
[7:41 pm, 15/11/2026] Naqsh: Yes available, Rs 1550
[7:42 pm, 15/11/2026] Rida: done
[7:42 pm, 15/11/2026] Rida: Rida Gillani
[7:42 pm, 15/11/2026] Rida: House 1139
[7:42 pm, 15/11/2026] Rida: Street 27
[7:43 pm, 15/11/2026] Rida: Bahria Town phase 4
[7:43 pm, 15/11/2026] Rida: pindi
[7:43 pm, 15/11/2026] Rida: 0399 2140027`,
    wanted: {
      name: 'Rida Gillani',
      phone: '+923992140027',
      city: 'Rawalpindi',
      address: 'House 1139 Street 27 Bahria Town phase 4',
      pieces: [{ product: 'Layered Coin Chain Necklace' }],
    },
  },
  {
    about: 'the phone is corrected',
    text: `Emerald Princess Necklace Set 1
Ramsha Memon
03992140128
House 23 Latifabad Unit 8 Hyderabad
sorry number ghalat likh diya 03992140028 hai`,
    wanted: {
      name: 'Ramsha Memon',
      phone: '+923992140028',
      city: 'Hyderabad',
      address: 'House 23 Latifabad Unit 8',
      pieces: [{ product: 'Emerald Princess Necklace Set' }],
    },
  },
  {
    about: 'two sizes of one ring, for sisters',
    text: `Sapphire Solitaire Ring 2 chahiye ek size 6 aur ek size 8
Name: Faiza Iqbal
Number: 0399 2140029
Address: 5-B Cantt Bazar Road
City: Abbottabad`,
    wanted: {
      name: 'Faiza Iqbal',
      phone: '+923992140029',
      city: 'Abbottabad',
      address: '5-B Cantt Bazar Road',
      pieces: [
        { product: 'Sapphire Solitaire Ring', size: '6' },
        { product: 'Sapphire Solitaire Ring', size: '8' },
      ],
    },
  },
  {
    about: 'a wish that no product fits',
    text: `AoA
1 payal silver wali aur 1 Initial A Pendant
Aliya Nawaz
0399 2140030
Chak No 47/10-R, PO Khas, Khanewal`,
    wanted: {
      name: 'Aliya Nawaz',
      phone: '+923992140030',
      city: 'Khanewal',
      address: 'Chak No 47/10-R, PO Khas',
      pieces: [{ product: 'Initial A Pendant' }],
      asked: [{ among: [] }],
    },
  },
  {
    about: 'mixed Urdu and English, instructions for the rider',
    text: `Salam, مجھے Ruby Flower Stud Earrings چاہیے 3 عدد
Sadia Rehman
03992140031
House 10-A street 3 Green Town ملتان
rider ko bolein pehle call kare`,
    wanted: {
      name: 'Sadia Rehman',
      phone: '+923992140031',
      city: 'Multan',
      address: 'House 10-A street 3 Green Town',
      pieces: [{ product: 'Ruby Flower Stud Earrings', quantity: 3 }],
    },
  },
  {
    about: 'Instagram: names on lines of their own',
    text: `tooba.k
You sent
Hello! How can we help you?
tooba.k
Silver Tennis Bracelet in rose gold, small
Tooba Khan
House 3, Lane 7, Kohsar Colony, Quetta
03992140032
Seen`,
    wanted: {
      name: 'Tooba Khan',
      phone: '+923992140032',
      city: 'Quetta',
      address: 'House 3, Lane 7, Kohsar Colony',
      pieces: [{ product: 'Silver Tennis Bracelet', color: 'Rose Gold', size: 'Small' }],
    },
  },
  {
    about: 'quantity and size in one number soup',
    text: `rose gold halo ring gold 8 no. 1 pcs @1850
gold charm chain bracelet 2 pcs @1320
dc 250
Esha Chaudhry 03992140033
37/2 Civil Lines Jhelum`,
    wanted: {
      name: 'Esha Chaudhry',
      phone: '+923992140033',
      city: 'Jhelum',
      address: '37/2 Civil Lines',
      pieces: [
        { product: 'Rose Gold Halo Ring', color: 'Gold', size: '8' },
        { product: 'Gold Charm Chain Bracelet', quantity: 2 },
      ],
    },
  },
  {
    about: 'deliver elsewhere: the first address is replaced',
    text: `Name: Iqra Siddiqui
Phone: 0399 2140034
Address: House 61, Block 3, Clifton, Karachi
Pearl Pendant Necklace Set silver
[3:15 pm, 16/11/2026] Iqra: Address change kar dein plz, office bhej dein
[3:15 pm, 16/11/2026] Iqra: Address: 4th floor, Ocean Tower, Block 9, Clifton, Karachi`,
    wanted: {
      name: 'Iqra Siddiqui',
      phone: '+923992140034',
      city: 'Karachi',
      address: '4th floor, Ocean Tower, Block 9, Clifton',
      pieces: [{ product: 'Pearl Pendant Necklace Set', color: 'Silver' }],
    },
  },
  {
    about: 'polite and long, product in the middle of a sentence',
    text: `Dear Naqsh team, I saw your Rose Gold Leather Watch on Facebook and I would love to have it in burgundy for my mother. Kindly dispatch it to Mrs Shazia Bukhari, 19-D Model Town Extension, Lahore. Her contact is 0399-2140035. I will pay cash on delivery. Regards`,
    wanted: {
      name: 'Mrs Shazia Bukhari',
      phone: '+923992140035',
      city: 'Lahore',
      address: '19-D Model Town Extension',
      pieces: [{ product: 'Rose Gold Leather Watch', color: 'Burgundy' }],
    },
  },
  {
    about: 'Urdu, voice-typed in one go',
    text: `السلام علیکم مجھے کندن برائیڈل نتھ چاہیے ایک عدد میرا نام کومل عباسی ہے میرا نمبر 03992140036 ہے اور پتہ ہے مکان نمبر 14 سیٹلائٹ ٹاؤن بہاولپور شکریہ`,
    wanted: {
      name: 'کومل عباسی',
      phone: '+923992140036',
      city: 'Bahawalpur',
      address: 'مکان نمبر 14 سیٹلائٹ ٹاؤن',
      pieces: [{ product: 'Kundan Bridal Nath' }],
    },
  },
  {
    about: 'quantity changed afterwards',
    text: `17/11/26, 6:01 PM - Noor: amber oud perfume 1
17/11/26, 6:02 PM - Naqsh Jewellery: Ok ji details?
17/11/26, 6:04 PM - Noor: perfume 2 kar dein
17/11/26, 6:05 PM - Noor: Noor Aslam 0399-2140037 house 6 street 2 Raza Block Allama Iqbal Town Lahore`,
    wanted: {
      name: 'Noor Aslam',
      phone: '+923992140037',
      city: 'Lahore',
      address: 'house 6 street 2 Raza Block Allama Iqbal Town',
      pieces: [{ product: 'Amber Oud Perfume', quantity: 2 }],
    },
  },
  {
    about: 'the teardrop that could be a set or a pendant',
    text: `teardrop sapphire wala aur ruby set
Uzma Javed
3001234538
House no. 77 Gulistan Colony no 2 Faisalabad`,
    wanted: {
      name: 'Uzma Javed',
      phone: '+923001234538',
      city: 'Faisalabad',
      address: 'House no. 77 Gulistan Colony no 2',
      asked: [{ among: ['Sapphire Teardrop Pendant'] }, { among: ['Ruby Teardrop Necklace Set'] }],
    },
  },
  {
    about: 'labels in Roman Urdu with dashes, a village',
    text: `Naam - Parveen Akhtar
Walid - Ghulam Akhtar
Raabta no - 0 3 9 9 2 1 4 0 0 3 9
Gaon - Mauza Shahpur, Dakkhana Kot Addu
Zila - Muzaffargarh
Cheez - classic double pearl strand necklace safed`,
    wanted: {
      name: 'Parveen Akhtar',
      phone: '+923992140039',
      city: 'Muzaffargarh',
      address: 'Gaon Mauza Shahpur, Dakkhana Kot Addu',
      pieces: [{ product: 'Classic Double Pearl Strand Necklace', color: 'White' }],
    },
  },
  {
    about: 'a reply that is quoted, a link, a voice message',
    text: `[18/11/26, 1:20:11 PM] Eman: https://naqsh.example/product/68f0a1000000000000000215
[18/11/26, 1:20:25 PM] Eman: ye silver size 8
[18/11/26, 1:21:00 PM] Eman: ‎audio omitted
[18/11/26, 1:25:48 PM] Naqsh: Confirmed ✅ COD 2500
[18/11/26, 1:26:30 PM] Eman: Name : Eman Durrani
Adress : 221 street 14 sector I-8/3
City: isb
Mob: ０３９９２１４００４０`,
    wanted: {
      name: 'Eman Durrani',
      phone: '+923992140040',
      city: 'Islamabad',
      address: '221 street 14 sector I-8/3',
      pieces: [{ product: 'Emerald Cocktail Ring', color: 'Silver', size: '8' }],
    },
  },
];

/** More such chats, written when the reader read the others and first read as they stood. */
export const HELD_OUT: Chat[] = [
  {
    about: 'two are asked about, one is ordered',
    text: `[20/11/26, 4:02:10 PM] Javeria: Sapphire Teardrop Pendant ki price?
[20/11/26, 4:02:40 PM] Javeria: aur Initial A Pendant ki?
[20/11/26, 4:05:00 PM] Naqsh: 1490 aur 990
[20/11/26, 4:06:12 PM] Javeria: theek hai sapphire wala bhej dein
[20/11/26, 4:07:55 PM] Javeria: Javeria Saeed
03992150001
House 9, Block 12, Gulistan e Jauhar
Karachi`,
    wanted: {
      name: 'Javeria Saeed',
      phone: '+923992150001',
      city: 'Karachi',
      address: 'House 9, Block 12, Gulistan e Jauhar',
      pieces: [{ product: 'Sapphire Teardrop Pendant' }],
      asked: [{ among: ['Initial A Pendant'] }],
    },
  },
  {
    about: 'the shop sums the order up, the customer confirms',
    text: `21/11/2026, 1:15 pm - Anum Baig: Twisted gold hoops medium chahiye
21/11/2026, 1:16 pm - Naqsh Jewellery: Ji, 950 + 250 DC. Details?
21/11/2026, 1:20 pm - Anum Baig: Anum Baig, flat 302 Saima Square One, Rashid Minhas Road, Karachi. 0399 2150002
21/11/2026, 1:22 pm - Naqsh Jewellery: Order confirm:
Twisted Gold Hoop Earrings (Medium) x1
Total 1200
21/11/2026, 1:22 pm - Anum Baig: Yes confirm`,
    wanted: {
      name: 'Anum Baig',
      phone: '+923992150002',
      city: 'Karachi',
      address: 'flat 302 Saima Square One, Rashid Minhas Road',
      pieces: [{ product: 'Twisted Gold Hoop Earrings', size: 'Medium' }],
    },
  },
  {
    about: 'Urdu, bangles with their size in words of the trade',
    text: `سلام بہن
اینامل بینگل سٹیک ۲.۸ سائز ایک سیٹ
نام رخسانہ پروین
موبائل ۰۳۹۹ ۲۱۵۰۰۰۳
پتہ گاؤں چک نمبر ۱۱۲ ای بی تحصیل بوریوالا
ضلع وہاڑی`,
    wanted: {
      name: 'رخسانہ پروین',
      phone: '+923992150003',
      city: 'Vehari',
      address: 'گاؤں چک نمبر 112 ای بی تحصیل بوریوالا ضلع وہاڑی',
      pieces: [{ product: 'Enamel Bangle Stack', size: '2.8' }],
    },
  },
  {
    about: 'wholesale-like list with quantities before',
    text: `3x gel shine nail polish trio
2x velvet matte lipstick duo
1x gold compact powder (brown)
Saba Cosmetics, shop 14, Moon Market, Iqbal Town Lahore
contact Saba 0399-2150004`,
    wanted: {
      name: 'Saba',
      phone: '+923992150004',
      city: 'Lahore',
      address: 'Saba Cosmetics, shop 14, Moon Market, Iqbal Town',
      pieces: [
        { product: 'Gel Shine Nail Polish Trio', quantity: 3 },
        { product: 'Velvet Matte Lipstick Duo', quantity: 2 },
        { product: 'Gold Compact Powder', color: 'Brown' },
      ],
    },
  },
  {
    about: 'colour changed in a later message',
    text: `[10:10 am, 21/11/2026] Hira: Pearl Halo Stud Earrings white
[10:11 am, 21/11/2026] Hira: Hira Abbasi
[10:11 am, 21/11/2026] Hira: 0399 2150005
[10:12 am, 21/11/2026] Hira: Chinar Road, near Degree College, Mansehra
[10:15 am, 21/11/2026] Hira: white nahi pink kar dein please`,
    wanted: {
      name: 'Hira Abbasi',
      phone: '+923992150005',
      city: 'Mansehra',
      address: 'Chinar Road, near Degree College',
      pieces: [{ product: 'Pearl Halo Stud Earrings', color: 'Pink' }],
    },
  },
  {
    about: 'advance paid, with a transaction number',
    text: `Easypaisa kar diya 500 advance TID 28844512377
Kundan bridal choker set green
Naam: Nayab Rehman
Cell: 03992150006
Address: House CB-45, Lalarukh Colony, Wah Cantt`,
    wanted: {
      name: 'Nayab Rehman',
      phone: '+923992150006',
      city: 'Wah Cantt',
      address: 'House CB-45, Lalarukh Colony',
      pieces: [{ product: 'Kundan Bridal Choker Set', color: 'Green' }],
    },
  },
  {
    about: 'voice-typed Roman Urdu, everything in one breath',
    text: `ji salam mujhe wo crescent moon and star pendant chahiye gold mein aur saath mein pearl open cuff bhi rose gold wala mera naam zainab mirza hai aur number hai 0399 2150007 address hai flat number 4 al madina apartments gulberg 2 lahore cash on delivery`,
    wanted: {
      name: 'zainab mirza',
      phone: '+923992150007',
      city: 'Lahore',
      address: 'flat number 4 al madina apartments gulberg 2',
      pieces: [
        { product: 'Crescent Moon & Star Pendant', color: 'Gold' },
        { product: 'Pearl Open Cuff', color: 'Rose Gold' },
      ],
    },
  },
  {
    about: 'a size that is none of the trade, and a note for the box',
    text: `Carved Gold Kara Pair XL size
gift pack kar dein
Momina Tariq
03992150008
69 Jinnah Colony, Faisalabad`,
    wanted: {
      name: 'Momina Tariq',
      phone: '+923992150008',
      city: 'Faisalabad',
      address: '69 Jinnah Colony',
      asked: [{ among: ['Carved Gold Kara Pair'], size: 'XL' }],
    },
  },
  {
    about: 'two persons in a chat of Facebook',
    text: `Sehrish Akram
Salam mujhe emerald ring chahiye jo aap ne post ki hai
Naqsh
Walaikum salam, size?
Sehrish Akram
9 number golden
Naqsh
Address?
Sehrish Akram
House 5 Street 33 I-10/1 Islamabad 0399 2150009`,
    wanted: {
      name: 'Sehrish Akram',
      phone: '+923992150009',
      city: 'Islamabad',
      address: 'House 5 Street 33 I-10/1',
      asked: [{ among: ['Emerald Cocktail Ring'], size: '9', color: 'Gold' }],
    },
  },
  {
    about: 'number of her husband, too',
    text: `Name- Saima Gul
No- 0399 2150010 , 0399 2150110 (husband)
Address- Sector F2 Mirpur Azad Kashmir, street 5 house 88
Order- Ruby chandelier earrings -1 , Ruby heart pendant -2`,
    wanted: {
      name: 'Saima Gul',
      phone: '+923992150010',
      secondPhone: '+923992150110',
      city: 'Mirpur',
      address: 'Sector F2 Mirpur Azad Kashmir, street 5 house 88',
      pieces: [{ product: 'Ruby Chandelier Earrings' }, { product: 'Ruby Heart Pendant', quantity: 2 }],
    },
  },
  {
    about: 'short forms and no vowels to speak of',
    text: `AOA sis
clsc gold link watch 1 pc chye
nme Amna Bukhari
ph 03992150011
adrs 14/B street 2 shalimar town lhr`,
    wanted: {
      name: 'Amna Bukhari',
      phone: '+923992150011',
      city: 'Lahore',
      address: '14/B street 2 shalimar town',
      pieces: [{ product: 'Classic Gold Link Watch' }],
    },
  },
  {
    about: 'hopeless: a complaint about an order that came',
    text: `Mera parcel aaj mila hai
ring ka stone nikla hua hai
yeh kya quality hai, paise wapis karein`,
    wanted: {},
  },
  {
    about: 'add one more after the address',
    text: `22/11/26, 11:31 AM - Tehreem: Stackable Ring Trio size 7
22/11/26, 11:32 AM - Tehreem: Tehreem Fatima 03992150013 Mohalla Sheikhan wala, near Imam Bargah, Jhang
22/11/26, 11:40 AM - Tehreem: ek aur cheez add kar dein
22/11/26, 11:40 AM - Tehreem: Gold charm chain bracelet`,
    wanted: {
      name: 'Tehreem Fatima',
      phone: '+923992150013',
      city: 'Jhang',
      address: 'Mohalla Sheikhan wala, near Imam Bargah',
      pieces: [{ product: 'Stackable Ring Trio', size: '7' }, { product: 'Gold Charm Chain Bracelet' }],
    },
  },
  {
    about: 'English letter with commas and a full stop',
    text: `Hello,
Please book Silver Tennis Bracelet (Medium, Silver) and Crystal Tennis Choker (Gold) for me.
Mahnoor Sheikh, House 7-A, Street 12, Askari 10, Lahore Cantt.
Phone: 042-35761299, Mobile: 0399-2150014
Thank you`,
    wanted: {
      name: 'Mahnoor Sheikh',
      phone: '+923992150014',
      secondPhone: '+924235761299',
      city: 'Lahore',
      address: 'House 7-A, Street 12, Askari 10, Cantt',
      pieces: [
        { product: 'Silver Tennis Bracelet', size: 'Medium', color: 'Silver' },
        { product: 'Crystal Tennis Choker', color: 'Gold' },
      ],
    },
  },
  {
    about: 'Urdu, two colours of one piece',
    text: `پرل ماتھا ٹیکا ایک سبز ایک سفید
عظمیٰ ناز
03992150015
مکان ۵۶ بلاک سی مدینہ ٹاؤن فیصل آباد`,
    wanted: {
      name: 'عظمیٰ ناز',
      phone: '+923992150015',
      city: 'Faisalabad',
      address: 'مکان 56 بلاک سی مدینہ ٹاؤن',
      pieces: [
        { product: 'Pearl Matha Tikka', color: 'Green' },
        { product: 'Pearl Matha Tikka', color: 'White' },
      ],
    },
  },
  {
    about: 'a kind of piece, then the photo, then which',
    text: `[23/11, 9:00 pm] Komal: necklace set dikhayein
[23/11, 9:03 pm] Naqsh: <Media omitted>
[23/11, 9:05 pm] Komal: pearl pendant necklace set rose gold wala final karein
[23/11, 9:08 pm] Komal: Komal Nawaz / 0399 2150016 / House 30 Street 7 Shadman Colony Gujrat`,
    wanted: {
      name: 'Komal Nawaz',
      phone: '+923992150016',
      city: 'Gujrat',
      address: 'House 30 Street 7 Shadman Colony',
      pieces: [{ product: 'Pearl Pendant Necklace Set', color: 'Rose Gold' }],
    },
  },
  {
    about: 'half is cancelled, in English',
    text: `Emerald Drop Earrings
Kundan Bridal Nath
Please cancel the nath
Sania Riaz, 0399.215.0017
Bungalow 12/2, Unit 6, Latifabad, Hyderabad Sindh`,
    wanted: {
      name: 'Sania Riaz',
      phone: '+923992150017',
      city: 'Hyderabad',
      address: 'Bungalow 12/2, Unit 6, Latifabad, Sindh',
      pieces: [{ product: 'Emerald Drop Earrings' }],
    },
  },
  {
    about: 'what a stranger would not know: like last time',
    text: `Salam, pichli dafa wali earrings dobara bhej dein
wohi address
Nida 03992150018`,
    wanted: { name: 'Nida', phone: '+923992150018', asked: [{ among: [] }] },
  },
  {
    about: 'ring size as a bare number',
    text: `rose gold halo ring silver 7
pave band gold 8 number
Rabail Soomro
0399 2150019
Airport Road Sukkur House 4`,
    wanted: {
      name: 'Rabail Soomro',
      phone: '+923992150019',
      city: 'Sukkur',
      address: 'Airport Road Sukkur House 4',
      pieces: [],
      asked: [
        { among: ['Rose Gold Halo Ring'], color: 'Silver', size: '7' },
        { among: ['Pavé Eternity Band'], color: 'Gold', size: '8' },
      ],
    },
  },
  {
    about: 'a form of the shop, filled in on the lines below',
    text: `Please fill this form:
Full Name:
Warda Ahsan
Contact Number:
+92-399-2150020
Complete Address with nearest landmark:
House 16, Gali 4, Usmanabad, near Madni Masjid
City:
Mardan
Product name & quantity:
Layered Coin Chain Necklace 2`,
    wanted: {
      name: 'Warda Ahsan',
      phone: '+923992150020',
      city: 'Mardan',
      address: 'House 16, Gali 4, Usmanabad, near Madni Masjid',
      pieces: [{ product: 'Layered Coin Chain Necklace', quantity: 2 }],
    },
  },
];

/** A third set, read first when the second was read: what is hard in it was asked for. */
export const FURTHER: Chat[] = [
  {
    about: 'price list quoted by the customer',
    text: `AOA
Gold jhumka earrings 2450 wale white
Gold charm bracelet 1320
Total 3770 + dc
Fiza Rauf
0399 2160001
H no 12-C gali Mehboob wali, Begum Kot, Shahdara Lahore`,
    wanted: {
      name: 'Fiza Rauf',
      phone: '+923992160001',
      city: 'Lahore',
      address: 'H no 12-C gali Mehboob wali, Begum Kot, Shahdara',
      pieces: [{ product: 'Gold Jhumka Earrings', color: 'White' }, { product: 'Gold Charm Chain Bracelet' }],
    },
  },
  {
    about: 'two rings, second without size',
    text: `Emerald cocktail ring silver size 9 aur sapphire solitaire ring
Naila Yasmin
03992160002
Bannu Road, near police station, Kohat`,
    wanted: {
      name: 'Naila Yasmin',
      phone: '+923992160002',
      city: 'Kohat',
      address: 'Bannu Road, near police station',
      pieces: [{ product: 'Emerald Cocktail Ring', color: 'Silver', size: '9' }, { product: 'Sapphire Solitaire Ring' }],
    },
  },
  {
    about: 'correction of quantity in English',
    text: `[24/11/26, 2:00:10 PM] Hajra: I want 3 Ruby Flower Stud Earrings
[24/11/26, 2:01:10 PM] Hajra: sorry make it 2
[24/11/26, 2:03:10 PM] Hajra: Hajra Noman, 0399-2160003, Villa 22, Precinct 10A, Bahria Town Karachi`,
    wanted: {
      name: 'Hajra Noman',
      phone: '+923992160003',
      city: 'Karachi',
      address: 'Villa 22, Precinct 10A, Bahria Town',
      pieces: [{ product: 'Ruby Flower Stud Earrings', quantity: 2 }],
    },
  },
  {
    about: 'Urdu list',
    text: `آرڈر
۱۔ روبی ہارٹ پینڈنٹ ایک
۲۔ امبر عود پرفیوم دو عدد
نام: شمائلہ کوثر
فون نمبر: ۰۳۹۹۲۱۶۰۰۰۴
پتہ: گلی نمبر ۲، نیو ٹاؤن، ڈیرہ غازی خان`,
    wanted: {
      name: 'شمائلہ کوثر',
      phone: '+923992160004',
      city: 'Dera Ghazi Khan',
      address: 'گلی نمبر 2، نیو ٹاؤن',
      pieces: [{ product: 'Ruby Heart Pendant' }, { product: 'Amber Oud Perfume', quantity: 2 }],
    },
  },
  {
    about: 'swap one piece for another',
    text: `Classic pearl necklace wala set nahi, Pearl Pendant Necklace Set silver chahiye
Sumbal Arif
0399-2160005
102 Tariq Block New Garden Town Lahore`,
    wanted: {
      name: 'Sumbal Arif',
      phone: '+923992160005',
      city: 'Lahore',
      address: '102 Tariq Block New Garden Town',
      pieces: [{ product: 'Pearl Pendant Necklace Set', color: 'Silver' }],
    },
  },
  {
    about: 'instead of',
    text: `[1:00 pm, 24/11/2026] Areej: Velvet Matte Lipstick Duo 1
[1:05 pm, 24/11/2026] Areej: lipstick ki jagah nail polish trio bhej dein
[1:06 pm, 24/11/2026] Areej: Areej Fatima 03992160006
[1:06 pm, 24/11/2026] Areej: House 7 Officers Colony Dera Ismail Khan`,
    wanted: {
      name: 'Areej Fatima',
      phone: '+923992160006',
      city: 'Dera Ismail Khan',
      address: 'House 7 Officers Colony',
      pieces: [],
      asked: [{ among: ['Gel Shine Nail Polish Trio'] }, { among: ['Velvet Matte Lipstick Duo'] }],
    },
  },
  {
    about: 'bangle for child and mother',
    text: `enamel bangle stack 2.2 aur 2.6 dono 1 1
name Rukhsar
cell 03992160007
address Mohallah Qazian, Attock city`,
    wanted: {
      name: 'Rukhsar',
      phone: '+923992160007',
      city: 'Attock',
      address: 'Mohallah Qazian, city',
      pieces: [
        { product: 'Enamel Bangle Stack', size: '2.2' },
        { product: 'Enamel Bangle Stack', size: '2.6' },
      ],
    },
  },
  {
    about: 'only a greeting, a link and a phone',
    text: `https://naqsh.example/product/68f0a1000000000000000221?fbclid=abc123
ye gold mein chahiye
0399 2160008`,
    wanted: { phone: '+923992160008', pieces: [{ product: 'Pearl Open Cuff', color: 'Gold' }] },
  },
  {
    about: 'dozen',
    text: `Rose Gold Leather Watch brown 1 dozen
Shop: Al Hafeez Gift Centre, Anarkali Bazar Lahore
Owner: Tahir Mehmood
Contact no. 0399-2160009`,
    wanted: {
      name: 'Tahir Mehmood',
      phone: '+923992160009',
      city: 'Lahore',
      address: 'Al Hafeez Gift Centre, Anarkali Bazar',
      pieces: [],
      asked: [{ among: ['Rose Gold Leather Watch'] }],
    },
  },
  {
    about: 'whole order cancelled',
    text: `Ruby Chandelier Earrings
Name: Mishal
Phone: 0399 2160010
Address: House 8, G-11/3 Islamabad
sorry order cancel kar dein`,
    wanted: {
      name: 'Mishal',
      phone: '+923992160010',
      city: 'Islamabad',
      address: 'House 8, G-11/3',
      pieces: [],
      asked: [{ among: ['Ruby Chandelier Earrings'] }],
    },
  },
  {
    about: 'friend too: two persons',
    text: `Silver tennis bracelet silver medium mere liye aur ek rose gold small dost ke liye
Humna Zafar 03992160011 Plot 45 Street 9 G-13/2 Islamabad`,
    wanted: {
      name: 'Humna Zafar',
      phone: '+923992160011',
      city: 'Islamabad',
      address: 'Plot 45 Street 9 G-13/2',
      pieces: [
        { product: 'Silver Tennis Bracelet', color: 'Silver', size: 'Medium' },
        { product: 'Silver Tennis Bracelet', color: 'Rose Gold', size: 'Small' },
      ],
    },
  },
  {
    about: 'polite refusal of one after price',
    text: `24/11/2026, 5:00 pm - Iram: Emerald Princess Necklace Set price?
24/11/2026, 5:02 pm - Naqsh Jewellery: 6800
24/11/2026, 5:03 pm - Iram: ye mehnga hai
24/11/2026, 5:04 pm - Iram: ok pearl matha tikka red order kar dein
24/11/2026, 5:06 pm - Iram: Iram Shehzadi, 03992160012, Ward 5, near THQ hospital, Chishtian`,
    wanted: {
      name: 'Iram Shehzadi',
      phone: '+923992160012',
      city: 'Chishtian',
      address: 'Ward 5, near THQ hospital',
      pieces: [{ product: 'Pearl Matha Tikka', color: 'Red' }],
      asked: [{ among: ['Emerald Princess Necklace Set'] }],
    },
  },
];
