import type { ReadyTextKey, ReadyTextLanguage } from './ready-texts.ts';

/** The ready texts as the shop comes; staff's own words replace them one by one. */
export const DEFAULT_READY_TEXTS: Record<ReadyTextKey, Record<ReadyTextLanguage, string>> = {
  confirm: {
    en: `Assalam o alaikum {name}, this is {shop}.

Thank you for your order {order}:
{items}
Cash on delivery: {due}
City: {city}

Please reply YES to confirm it, and we will pack it for you.
You can also confirm or correct it here: {link}`,
    'ur-Latn': `Assalam o alaikum {name}, {shop} se baat kar rahe hain.

Aap ke order {order} ka shukriya:
{items}
Cash on delivery: {due}
City: {city}

Confirm karne ke liye YES likh kar reply kar dein, phir hum parcel pack kar dete hain.
Ya khud yahan se confirm ya theek kar lein: {link}`,
    ur: `السلام علیکم {name}، ہم {shop} سے بات کر رہے ہیں۔

آپ کے آرڈر {order} کا شکریہ:
{items}
پارسل ملنے پر ادائیگی: {due}
شہر: {city}

تصدیق کے لیے جواب میں صرف ”جی“ لکھ دیں، پھر ہم پارسل پیک کر دیتے ہیں۔
آپ خود بھی یہاں تصدیق یا درستی کر سکتے ہیں: {link}`,
  },
  confirm_reminder: {
    en: `Assalam o alaikum {name}, your order {order} ({total}) at {shop} is still waiting for your yes.

Shall we send it? Please reply YES or NO, either is fine.
Or answer here: {link}`,
    'ur-Latn': `Assalam o alaikum {name}, {shop} par aap ka order {order} ({total}) abhi aap ki confirmation ka intezar kar raha hai.

Kya hum bhej dein? YES ya NO likh dein, dono theek hain.
Ya yahan jawab dein: {link}`,
    ur: `السلام علیکم {name}، {shop} پر آپ کا آرڈر {order} ({total}) ابھی آپ کی تصدیق کا منتظر ہے۔

کیا ہم بھیج دیں؟ ”جی“ یا ”نہیں“ لکھ دیں، جو بھی آپ چاہیں۔
یا یہاں جواب دیں: {link}`,
  },
  no_answer: {
    en: `Assalam o alaikum {name}, {shop} here. We just called about your order {order} and could not reach you.

When may we call again? Or simply reply YES, and we will pack it.
Or confirm here: {link}`,
    'ur-Latn': `Assalam o alaikum {name}, {shop} se. Abhi aap ke order {order} ke liye call ki thi lekin baat nahi ho saki.

Dobara kis waqt call karein? Ya bas YES likh dein, hum pack kar dete hain.
Ya yahan confirm kar dein: {link}`,
    ur: `السلام علیکم {name}، {shop} سے۔ ابھی آپ کے آرڈر {order} کے لیے فون کیا تھا مگر بات نہ ہو سکی۔

دوبارہ کس وقت فون کریں؟ یا بس ”جی“ لکھ دیں، ہم پیک کر دیتے ہیں۔
یا یہاں تصدیق کر دیں: {link}`,
  },
  address_question: {
    en: `Assalam o alaikum {name}, {shop} here about your order {order}.

So that the rider finds you, please send the full address: house and street, area, a landmark nearby, and the city.
Or correct it here: {link}`,
    'ur-Latn': `Assalam o alaikum {name}, {shop} se, aap ke order {order} ke bare mein.

Rider ko asani ho, is liye poora address bhej dein: ghar aur gali number, ilaqa, qareeb ki koi mashhoor jagah, aur sheher.
Ya yahan theek kar dein: {link}`,
    ur: `السلام علیکم {name}، {shop} سے، آپ کے آرڈر {order} کے بارے میں۔

رائیڈر کو آسانی رہے، اس لیے مکمل پتہ بھیج دیں: مکان اور گلی نمبر، علاقہ، قریب کی کوئی مشہور جگہ، اور شہر۔
یا یہاں درست کر دیں: {link}`,
  },
  order_page: {
    en: `Assalam o alaikum {name}, this is your order {order} at {shop}: {total}.
Cash on delivery: {due}

Here you can confirm it, correct the address and see where it is:
{link}
The link is yours alone, please do not pass it on.`,
    'ur-Latn': `Assalam o alaikum {name}, {shop} par aap ka order {order}: {total}.
Cash on delivery: {due}

Yahan se confirm karein, address theek karein aur dekhein ke parcel kahan hai:
{link}
Yeh link sirf aap ke liye hai, kisi aur ko na bhejein.`,
    ur: `السلام علیکم {name}، {shop} پر آپ کا آرڈر {order}: {total}۔
پارسل ملنے پر ادائیگی: {due}

یہاں تصدیق کریں، پتہ درست کریں اور دیکھیں کہ پارسل کہاں ہے:
{link}
یہ لنک صرف آپ کے لیے ہے، کسی اور کو نہ بھیجیں۔`,
  },
  advance: {
    en: `Assalam o alaikum {name}, {shop} here about your order {order} ({total}).

Before we send it, please pay {advance} in advance, until {until}.
The account and a QR code are here, and you can send us the receipt:
{link}
Please pay only to the account on this page. The rest is due when the parcel arrives.`,
    'ur-Latn': `Assalam o alaikum {name}, {shop} se, aap ke order {order} ({total}) ke bare mein.

Parcel bhejne se pehle {advance} advance chahiye, {until} tak.
Account aur QR code yahan hain, receipt bhi yahin bhej dein:
{link}
Paise sirf is page wale account mein bhejein. Baqi raqam parcel milne par deni hai.`,
    ur: `السلام علیکم {name}، {shop} سے، آپ کے آرڈر {order} ({total}) کے بارے میں۔

پارسل بھیجنے سے پہلے {advance} پیشگی درکار ہیں، {until} تک۔
اکاؤنٹ اور کیو آر کوڈ یہاں ہیں، رسید بھی یہیں بھیج دیں:
{link}
رقم صرف اسی صفحے کے اکاؤنٹ میں بھیجیں۔ باقی رقم پارسل ملنے پر دینی ہے۔`,
  },
  shipped: {
    en: `Good news {name}: your order {order} from {shop} is on its way to you.
Courier: {courier}
Tracking number: {tracking}

Please keep {due} in cash ready.
Keep your phone on: the rider calls before he comes.
Follow it here: {link}`,
    'ur-Latn': `Khushkhabri {name}! {shop} se aap ka order {order} rawana ho gaya hai.
Courier: {courier}
Tracking number: {tracking}

Baraye meherbani {due} cash tayyar rakhein.
Phone on rakhein, rider aane se pehle call karega.
Parcel yahan dekhein: {link}`,
    ur: `خوشخبری {name}! {shop} سے آپ کا آرڈر {order} روانہ ہو گیا ہے۔
کوریئر: {courier}
ٹریکنگ نمبر: {tracking}

براہِ مہربانی {due} نقد تیار رکھیں۔
فون کھلا رکھیں، رائیڈر آنے سے پہلے فون کرے گا۔
پارسل یہاں دیکھیں: {link}`,
  },
  attempt: {
    en: `Assalam o alaikum {name}, {shop} here. The rider could not hand over your order {order} today.

What shall he do: come tomorrow after 4, go to another address, or take it back? Please tell us here, two taps are enough:
{link}
Without an answer the parcel comes back to us.`,
    'ur-Latn': `Assalam o alaikum {name}, {shop} se. Rider aaj aap ka order {order} nahi de saka.

Rider kya kare: kal 4 baje ke baad aaye, kisi aur address par jaye, ya wapas le jaye? Yahan bata dein, bas do tap:
{link}
Jawab na mila to parcel wapas hamare paas aa jayega.`,
    ur: `السلام علیکم {name}، {shop} سے۔ رائیڈر آج آپ کا آرڈر {order} نہیں دے سکا۔

رائیڈر کیا کرے: کل چار بجے کے بعد آئے، کسی اور پتے پر جائے، یا واپس لے جائے؟ یہاں بتا دیں:
{link}
جواب نہ ملا تو پارسل واپس ہمارے پاس آ جائے گا۔`,
  },
  arrived: {
    en: `Assalam o alaikum {name}, your order {order} from {shop} has arrived. We hope that you love it!

If something is broken, wrong or does not fit, tell us here:
{link}`,
    'ur-Latn': `Assalam o alaikum {name}, {shop} se aap ka order {order} pohanch gaya hai. Umeed hai aap ko pasand aaya!

Agar kuch toota hua, ghalat ya fit nahi hai to yahan bata dein:
{link}`,
    ur: `السلام علیکم {name}، {shop} سے آپ کا آرڈر {order} پہنچ گیا ہے۔ امید ہے آپ کو پسند آیا!

اگر کچھ ٹوٹا ہوا ہے، غلط ہے یا فٹ نہیں تو یہاں بتا دیں:
{link}`,
  },
  return_approved: {
    en: `Assalam o alaikum {name}, {shop} here. We accept what you asked for, {return}, about your order {order}.
{answer}

What happens next is written here:
{link}`,
    'ur-Latn': `Assalam o alaikum {name}, {shop} se. Aap ke order {order} ki request {return} manzoor ho gayi hai.
{answer}

Ab kya karna hai, yahan likha hai:
{link}`,
    ur: `السلام علیکم {name}، {shop} سے۔ آپ کے آرڈر {order} کی درخواست {return} منظور ہو گئی ہے۔
{answer}

اب کیا کرنا ہے، یہاں لکھا ہے:
{link}`,
  },
  return_declined: {
    en: `Assalam o alaikum {name}, {shop} here. We are sorry: we cannot accept what you asked for, {return}, about your order {order}.
{answer}

You find it here, and we answer every question:
{link}`,
    'ur-Latn': `Assalam o alaikum {name}, {shop} se. Maazrat, aap ke order {order} ki request {return} manzoor nahi ho saki.
{answer}

Tafseel yahan hai, koi bhi sawal ho to pooch lein:
{link}`,
    ur: `السلام علیکم {name}، {shop} سے۔ معذرت، آپ کے آرڈر {order} کی درخواست {return} منظور نہیں ہو سکی۔
{answer}

تفصیل یہاں ہے، کوئی بھی سوال ہو تو پوچھ لیں:
{link}`,
  },
};
