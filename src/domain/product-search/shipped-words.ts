/**
 * What shoppers call things, and the words that a shop's names use for them: `meaning = spellings`. Spellings that sound alike need one entry
 * (`spellingKey`), and words of three consonants or more are found by sound (`skeleton`): what stands here is the rest, and what has another meaning.
 * Spellings of several words are in quotation marks. After `>` stands what is nearest where a shop has no such thing; `~` is looked for instead of another
 * thing, and said to be; `^` is meant where nothing else is said: whom a piece is for. Staff add their own in Settings.
 */
const SHIPPED_WORDS = `
earring = bunda, kanta, "ear ring", "kan ke", "ایئر رنگ", "ایئر رنگز", "کان کی بالیاں"
jhumka ~ = jhumar, jhumer, جھومر
hoop earring = bali, balian, بالی, بالیاں
stud = top, topz, topas, tap, ٹاپس, ٹاپ
drop = latkan
necklace choker = har, hara, mala, "neck lace", ہار, ہاروں, مالا
choker = guluband, gulu band, چوکر
chain = zanjir, چین
coin = sikka, سکہ, سکے
set = sets, seat, sait, سیٹ
ring = anguti, chala, "finger ring", رنگز, چھلا, چھلے
band = پٹی
rose = rosegold
stackable = stack, stacking
trio = tin, تین
bangle kara = churi, churian, chudi, chudian, kangan, چوڑی, چوڑیاں, چوڑیوں, بینگلز
kara = bangle
kara bangle = kada, kade, kare, karra, کڑا, کڑے
enamel = meena, minakari, مینا
bracelet = braslet
watch = gari, ghari, gadi, ghadi, gharian, vach, "wrist watch", گھڑی, گھڑیاں, واچ
leather = chamra, چمڑا
pendant = locket, pendal
heart = dil, دل
moon crescent = chand, چاند
star = tara, تارا
initial = letter, name, nam, alphabet, حرف, نام
flower = phool, پھول
mehndi = mayun, dholki, مہندی, مایوں, ڈھولکی
walima = reception, ولیمہ
eid = عید, eidi
party = dawat, تقریب, دعوت, پارٹی
everyday = daily, office, roz, rozana, روزانہ
gift = tohfa, present, birthday, salgirah, anniversary, valentine, "shadi ki salgirah", "wedding anniversary", "شادی کی سالگرہ", تحفہ, تحفے, گفٹ, سالگرہ
gift ^ = wife, her, him, biwi, bivi, begum, husband, shohar, mother, mom, mum, mama, ammi, maa, sister, behan, bahan, baji, friend, dost, saheli, sahelion, bhabhi, saas, daughter, beti, niece, bhanji, bhatiji, girlfriend, fiance, fiancee, mangetar, teacher, nani, dadi, aunty, بیوی, بیگم, امی, ماں, بہن, باجی, دوست, سہیلی, بھابھی, ساس, بیٹی, منگیتر, نانی, دادی
barat walima bridal party = nikah, nikkah, نکاح
ring party gift = mangni, engagement, "baat pakki", منگنی, "بات پکی"
barat bridal = baraat, بارات
bridal barat = shadi, wedding, شادی
bridal = dulhan, bride, barat, urusi, دلہن, عروسی
kundan = kundun, کندن
matha = mang, ماتھا, ماتھے
tikka = tika, teka, bindia, "mang tika", "matha pati", mangtikka, mathatikka, ٹیکا, ٹیکہ, بندیا, "مانگ ٹیکا", "ماتھا ٹیکا", "ماتھے کا ٹیکا"
nath = nathni, nathli, nathia, noth, nat, "nose ring", "nose pin", "naak ki", نتھ, نتھنی, نتھیا
cosmetic = makeup, "make up", "میک اپ"
lipstick = surkhi, "lip stick", "لپ اسٹک"
powder = پاؤڈر
nail = nakhun, nailpaint, "nail paint", nailpolish, ناخن, نیل
polish = پالش
perfume = khushbu, ittar, parfum, عطر
oud = oodh, عود
anklet > bangle bracelet = payal, pazeb, پائل
brooch > pendant = بروچ
handbag = bag, purse, پرس, بیگ
shoe = sandal, heel, khussa, joota, جوتے, جوتا
dress = suit, kurta, lehenga, gharara, saree, dupatta, abaya, kapre, سوٹ
strand = lari, lar, لڑی
pearl = moti, motia, motiyon, موتی, موتیوں
gold = sona, sone, sunehri, سونا, سونے
silver = chandi, چاندی, سلور
ruby red = yakut, یاقوت, روبی
ruby = red
red ruby = lal, surkh, لال, سرخ
emerald green = zamurd
emerald = green
green emerald = hara, hari, hare, sabz, ہرا, ہری
sapphire blue = nilam
sapphire = blue
blue sapphire = nila, nili, nile, نیلا, نیلی
white = safed
black = kala, kali, siyah, کالا, کالی, سیاہ
pink = gulabi
brown = bhura, بھورا
`;

/** The list of a shop: what its staff say, which counts first, and what is shipped. */
export function wordList(ofStaff = ''): string {
  return `${ofStaff}\n${SHIPPED_WORDS}`;
}

/** Words that say nothing about a piece. Left out of a search that finds nothing with them. */
export const EMPTY_WORDS = `a an and the for of in with by my on to is me
design designs new latest best beautiful fancy simple stylish cheap price rate online pakistan shop buy order jewellery jewelry artificial imitation item items
size number face color colour colours rang girls girl ladies lady women womens woman men mens kids baby small big large chota chote choti bara bari naya nai nayi khubsurat pyara budget kuch koi something anything wear pehnne
ka ki ke kay ko se mein me par hai hain chahiye dikhao dikhaen wala wali wale walay liye lye aur ya ek sab gol
zewar zewrat zevar gehne gahne saman kan kaan gale gala galay hath haath nak naak pair
کا کی کے کو سے میں پر ہے والا والی والے لیے اور ایک سب گول زیور زیورات گہنے سامان کان گلے ہاتھ ناک فیس چھوٹا چھوٹے چھوٹی بڑا بڑے بڑی نیا نئی کچھ کوئی لیڈیز ڈیزائن خوبصورت`;
