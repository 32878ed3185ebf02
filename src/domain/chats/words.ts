import { CheckedPattern, notAfter, word } from '#domain/checked-pattern.ts';
/** The words by which `read-chat.ts` reads a message, in English, Roman Urdu and Urdu. */

export type Field =
  | 'name'
  | 'phone'
  | 'otherPhone'
  | 'email'
  | 'address'
  | 'more'
  | 'city'
  | 'quantity'
  | 'size'
  | 'color'
  | 'item'
  | 'noPhone';

/** What people write before a value. Where labels of two fields fit, the field that stands first has it. */
const LABELS: Record<Field, string> = {
  otherPhone: String.raw`(?:alternat(?:e|ive)|second|2nd|other|another|dosra|doosra|emergency|backup)\s+(?:phone|mobile|cell|contact|number|nmbr|no|whatsapp)(?:\s+(?:number|no))?
    |(?:phone|mobile|contact|number)\s*(?:no\s*)?(?:2|two)|دوسرا\s+(?:فون|موبائل|نمبر)(?:\s+نمبر)?`,
  noPhone: String.raw`(?:tracking|invoice|account|a/c|cnic|nic|id card|iban|till|trx|transaction|reference|easy\s?paisa|jazz\s?cash|tid|rate|price|total|advance)(?:\s*(?:id|number|no|nmbr))*
    |شناختی\s+کارڈ|قیمت`,
  name: String.raw`(?:(?:my|full|customer|customer['’]?s|receiver|receiver['’]?s|recipient|mera|mra)\s+)?(?:name|naam|nam|nme|owner)(?:\s+is)?|(?:میرا\s+|پورا\s+)?نام`,
  email: String.raw`e-?\s?mail(?:\s+(?:address|id))?|gmail|ای\s?میل`,
  address: String.raw`(?:(?:my|full|complete|home|house|delivery|shipping|postal|office|mera|mukammal|ghar\s+ka)\s+)*(?:address|adress|addres|adres|adrs|addrs|addr|adr|add|pata|pta)(?:\s+is)?
    |(?:گھر\s+کا\s+|مکمل\s+|میرا\s+)?(?:پتہ|پتا|ایڈریس)`,
  city: String.raw`(?:my\s+)?(?:city|shehr|shehar|sheher|shahar)(?:\s+name)?(?:\s+is)?|شہر(?:\s+کا\s+نام)?`,
  more: String.raw`(?:nearest\s+)?land\s?mark|famous\s+place|area|province|district|distt?|tehsil|zila|postal\s+code|zip(?:\s*code)?|صوبہ|ضلع|تحصیل|علاقہ`,
  quantity: 'qty|quantity|qnty|pieces|pcs|تعداد|مقدار',
  size: 'sizes?|siz|sz|سائز|سائیز',
  color: 'colou?rs?|clr|rang|رنگ',
  item: String.raw`(?:my\s+)?(?:cheez|saman|samaan|order|items?|products?|article|artical|design|code|sku)(?:\s*(?:code|name|number|no))?(?:\s+is)?|آرڈر|آئٹم`,
  phone: String.raw`(?:(?:my|mobile|phone|contact|cell|whats?\s?app|mera|receiver|customer)\s+)*(?:phone|mobile|contact|cell|mob|ph|tel|fone|number|nmbr|num|nbr|no|whats?\s?app|wa|raabta|rabta)(?:\s+is)?
    |(?:(?:فون|موبائل|رابطہ|واٹس\s?ایپ|میرا)\s+)?نمبر|فون|موبائل|رابطہ|واٹس\s?ایپ`,
};

const ANY_LABEL = Object.entries(LABELS)
  .map(([field, words]) => `(?<${field}>${words.replace(/\n\s*/g, '')})`)
  .join('|');

/** A label at the beginning of a line, with a sign or only a space behind it, or alone. */
const FIRST_LABEL = new RegExp(
  String.raw`^(?:${ANY_LABEL})(?![\p{L}\p{M}])\s*[#.]*\s*(?:(?<sign>[:：=؛۔]+[-–]*|[-–—_>~]+)|(?=[\s\p{N}+])|$)\s*`,
  'iu',
);
/** A label within a line: with a colon or "is" behind it, before a number of a phone, or with its owner: "my name". */
const OWNED = /(?:^|\P{L})(?:my|her|his|mera|meri|mra|ghar\s+ka|میرا|گھر\s+کا)\s+\S+\s*$|\sis\s$/iu;
const NEXT_LABEL = new CheckedPattern(
  String.raw`(?<before>^|[^\p{L}\p{M}\p{N}])(?:${ANY_LABEL})(?![\p{L}\p{M}])\s*[#.]*\s*(?:[:：=]+[-–]*\s*|(?=\+?92[\s\d-]{10}|03\d\d[\s\d-]{7})|(?:is|hai|he|hy|ہے)\s+|(?<bare>))`,
  'giu',
  (before, { groups, 0: found }) => groups?.['bare'] === undefined || OWNED.test(before + found),
);
/** Between two labelled parts of one sentence. */
const AND = /\s+(?:and|aur|or|اور)$|\s+(?:hai|hain|he|hy|ہے|ہیں)(?:\s+(?:and|aur|or|اور))?$/iu;

export interface Part {
  /** Undefined for what stands before the first label. */
  field?: Field;
  value: string;
  /** Whether a sign stood between label and value. Without one, the label may be a word of the text. */
  isCertain: boolean;
}

/** Cuts a line at its labels. */
export function labelledParts(line: string): Part[] {
  const first = FIRST_LABEL.exec(line);
  const start = first?.[0].length ?? 0;
  const cuts = [...line.slice(start).matchAll(NEXT_LABEL)].map((match) => ({
    field: fieldOf(match),
    isCertain: true,
    from: start + match.index + (match.groups?.['before'] ?? '').length,
    to: start + match.index + match[0].length,
  }));
  const labels = first
    ? [{ field: fieldOf(first), isCertain: Boolean(first.groups?.['sign']), from: 0, to: start }, ...cuts]
    : cuts;
  const parts: Part[] = labels.map(({ field, isCertain, to }, index) => ({
    ...(field && { field }),
    isCertain,
    value: trimmed(trimmed(line.slice(to, labels[index + 1]?.from)).replace(AND, '')),
  }));
  const before = labels.length > 0 ? trimmed(line.slice(0, labels[0]?.from)).replace(AND, '') : trimmed(line);
  return before || parts.length === 0 ? [{ value: before, isCertain: true }, ...parts] : parts;
}

function fieldOf(match: RegExpExecArray | RegExpMatchArray): Field | undefined {
  return (Object.keys(LABELS) as Field[]).find((field) => match.groups?.[field] !== undefined);
}

/** Without the signs that stand between two values. */
export function trimmed(text: string): string {
  const begun = text.replace(/^[\s,،;:|/.=\p{Pd}۔]+/u, '');
  // A pattern would try every sign within the text as the first of its end.
  let end = begun.length;
  while (end > 0 && AT_END.test(begun.charAt(end - 1))) end -= 1;
  return begun.slice(0, end);
}

const AT_END = /[\s,،;:|/=\p{Pd}۔]/u;

/** What chat programs write before a message: `[12/11/26, 3:45 pm] Ayesha:` and `12/11/2026, 15:45 - Ayesha:`. */
export const HEADER =
  /^(?:\[[^\]]{0,30}\d[:.]\d{2}[^\]]{0,30}\]|\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s(?:at\s)?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?\s[-–])\s*(?:~\s*)?(?<sender>[^:]{1,40}):\s*/iu;

/** Lines that chat programs add. */
export const CHAT_NOISE =
  /^(?:[↪➡]?\s*forwarded(?:\s\w+){0,2}|<?\s?(?:media|image|photo|video|audio|sticker|document|gif) omitted>?|(?:this message was|you) (?:deleted|edited).*|messages and calls are end-to-end encrypted.*|.{0,30}(?:replied to (?:you|your story|their story)|sent (?:an attachment|a post|a photo|a story)|mentioned you.*)|you sent|(?:seen|delivered|sent|edited|reply|today|yesterday|photo|voice message|missed voice call)(?:\s.{0,20}\d.{0,6})?|(?:\w{3,9}\s)?(?:at\s)?\d{1,2}[:.]\d{2}(?::\d{2})?\s?(?:[ap]\.?m\.?)?|[^\p{L}\p{N}]+)$/iu;

/** Greetings, politeness, and announcing what comes. A line of nothing else says nothing. */
const SMALL_TALK = new Set(
  `assalam assalamu assalamualaikum assalamoalaikum assalamualikum asalam aslam aoa salam slam alaikum alaykum alikum walaikum w o u hi hello hey dear sis sister bro api baji bhai
  mam maam madam sir ji g jee jazakallah jazak jazakillah allah hafiz khair thanks thank you thankyou thnx thx shukria shukriya plz pls please kindly ok okay okey done yes yeah
  han haan jee theek thik hai hy he inshallah mashallah good morning evening afternoon night regards how are you your i we want wanna need would like to place an order karna krna karni wo woh bhi saath sath mere apne liye liay ke ka ki dost behan behen ammi walida us ke dono book me us wohi wahi بہن بھائی باجی سلام وہ بھی ساتھ
  hain this these it mujhe muje mjhe ye yeh wala wali wale kr kar den dein dain de do deliver my mera meri details detail info information are is here below following for and the
  a of cod cash on delivery bhej send likh lein note kar confirm confirmed address name number phone city pakistan chahiye chaiye chahye chahie اسلام السلام سلام علیکم وعلیکم شکریہ جزاک
  اللہ خیر جی مہربانی پلیز برائے کرم ٹھیک ہے ہیں مجھے یہ آرڈر کرنا چاہیے چاہئے میں نے میرا تفصیل بھیج دیں کر`.split(/\s+/),
);

export function isSmallTalk(text: string): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .every((word) => word === '' || SMALL_TALK.has(word));
}

/** What an address speaks of. */
export const ADDRESS_WORD =
  /(?:^|[^\p{L}\p{N}])(?:house|hous|h\s?[#.]|h\.?\s?no|hno|home|flat|apartments?|appartment|apt|plot|shop|office|floor|building|tower|plaza|streets?|st|str|lines|quarters?|kothi|residency|heights|arcade|chowrangi|khayaban|mauza|unit|extension|extn|avenue|estate|villas?|phatak|nehr|canal|darbar|ward|gal+i|lane|road|rd|block|blk|sector|phase|moh?al+ah?|muhal+ah?|moh|colony|town|society|scheme|housing|near|nearby|nazd|opposite|opp|behind|beside|bypass|chowk|bazaa?r|market|masjid|mosque|school|college|hospital|park|gulshan|gulberg|dha|defence|cantt|bahria|chak|village|gaon|goth|dak\s?khana|post\s?office|p\.?\s?o\.?|tehsil|district|distt?|zila|makan|garden|nagar|pura|hostel|university|stop|c\/o|s\/o|d\/o|w\/o|e-\d|f-\d|g-\d|i-\d)(?![\p{L}])|#\s?\d|مکان|گلی|محلہ|روڈ|سڑک|بلاک|سٹریٹ|اسٹریٹ|نزد|ہاؤس|چوک|بازار|گاؤں|چک|تحصیل|ضلع|ڈاکخانہ|ڈاک خانہ|فلیٹ|کالونی|ٹاؤن|سیکٹر|فیز|مسجد|پلاٹ|سوسائٹی|قریب|سامنے/iu;

/** Words of goods, money and questions: a line that has one names nobody. */
const TALK =
  /(?:^|\P{L})(?:order|rings?|sets?|bangles?|churiyan|kara|karas|necklaces?|earrings?|jhumk[aei]s?|pendants?|bracelets?|anklets?|payal|chokers?|tikka|jewell?ery|lockets?|size|colou?r|gold|golden|silver|price|delivery|charges?|total|rs|rupees|pkr|free|cod|cash|payment|sale|discount|pieces?|pcs|urgent|asap|please|plz|pls|want|need|chahiye|chaiye|available|when|kab|kya|kitn\p{L}*|how|much|what|which|where|gift|pack|packing|wrap|send|bhej\p{L}*|call|whatsapp|confirm|same|this|that|one|two|three|tomorrow|today|kal|aaj|morning|evening|after|before|thanks|hello|dear|okay|not|nahi|from|with|both|and|aur|also|online|link|screenshot|advance|photo|picture|video|quality|box|tak|dozen|pehle|baad|ghar|wala|wali|mein|punjab|sindh|kpk|balochistan|pakistan|shukriya|you|the|for|is|are|hai|hain|was|will|can|if|or|ya|se|ko|ka|ki|ke)(?!\p{L})|آرڈر|انگوٹھی|سیٹ|چوڑی|سائز|رنگ|قیمت|پیسے|چاہیے|چاہئے|بھیج|کیا|کب|کتنے|ہے|ہیں|میں|کر/iu;

/** Whether a line speaks of goods, money or time, or asks: then it is no part of a name or an address. */
export function isTalk(text: string): boolean {
  return TALK.test(text) || /[?؟]/.test(text);
}

const NAME_SHAPE = /^\p{L}[\p{L}\p{M}.'’]*(?:\s+\p{L}[\p{L}\p{M}.'’]*){0,4}$/u;

/** A name without what is said around it, or undefined for what is none. Takes what stood behind a label, or a line. */
export function nameIn(text: string): string | undefined {
  const name = trimmed(text.replace(/\s+(?:hai|he|hy|h|here|ہے)\W*$/iu, '').replace(/\([^)]*\)/g, ' ')).replace(/\.$/, '');
  return NAME_SHAPE.test(name) && !TALK.test(name) && !ADDRESS_WORD.test(name) && !isSmallTalk(name)
    ? name.replace(/\s+/g, ' ')
    : undefined;
}

const set = (words: string) => new Set(words.split(/[\s|]+/));

/** What customers call a word of a product's name, beside its own spellings. The keys in the singular. */
export const ALIASES: Record<string, ReadonlySet<string>> = Object.fromEntries(
  `ring: angoothi angoothiyan anguthi anguthiyan unguthi انگوٹھی انگوٹھیاں
  earring: bali baliyan balian بالی بالیاں بالیوں
  stud: top tops ٹاپس
  jhumka: jhumki jhumkay jhumkian jhumkiyan jhumkon jumka jumke jumkay جھمکے جھمکی جھمکیاں
  necklace: haar neckless nacklace mala ہار مالا
  pendant: locket lockit pendent pendal لاکٹ
  bangle: churi churiyan choori chooriyan choorian chooriya kangan چوڑی چوڑیاں کنگن
  kara: kada karay karra کڑا کڑے
  bracelet: braclet breslet bracelate بریسلٹ
  nath: nathni nathli نتھ نتھنی
  tikka: tika teeka tikkah ٹیکا ٹیکہ
  matha: maatha mathe ماتھا
  choker: gulband guluband گلوبند
  watch: ghari gharri ghadi گھڑی
  anklet: payal pazeb pazaib پائل پازیب
  perfume: itar itr khushbu khushboo عطر
  lipstick: surkhi
  pearl: moti motiyon موتی موتیوں
  gold: golden sona sunehri sunehra سنہری
  silver: chandi چاندی
  emerald: zamurd zamurrad panna زمرد
  ruby: yaqoot yaqut یاقوت
  sapphire: neelam نیلم
  heart: dil دل
  moon: chand چاند
  star: sitara ستارہ
  flower: phool پھول
  set: سیٹ`
    .split('\n')
    .map((line) => {
      const [word = '', aliases = ''] = line.trim().split(': ');
      return [word, set(aliases)];
    }),
);

/** Between the words of one name. */
export const FILLERS = set('wala wali wale walay ka ki ke the of in with jo والا والی والے کا کی کے');

/** Between two pieces. */
export const SEPARATOR_WORDS = set('and aur or plus اور');

/** English and Urdu words whose consonants are those of a piece. */
const FROZEN = set(
  'rang rung ranga band bind bend hair haar ball blue net note mall car care cart hearty start store street strt stay light lite right late رنگ کر',
);

export function isFrozen(word: string): boolean {
  return FROZEN.has(word) || SMALL_TALK.has(word) || TALK.test(word);
}

/** Colours by the words for them. A piece has a colour or not under its English name. */
export const COLOR_WORDS: [color: string, words: RegExp][] = (
  [
    ['Rose Gold', 'rose[ -]?gold(?:en)?|روز ?گولڈ'],
    ['Red', 'red|laa?l|surkh|سرخ|لال'],
    ['Green', 'green|hara|hari|haray|sabz|سبز|ہرا|ہری|گرین'],
    ['Blue', 'blue|neela|neeli|nila|نیلا|نیلی|بلیو'],
    ['White', 'white|safed|safaid|sufaid|سفید|وائٹ'],
    ['Black', 'black|kaa?la|kaa?li|siyah|کالا|کالی|سیاہ|بلیک'],
    ['Gold', 'gold(?:en)?|sunehr[aie]|سنہری|سنہرا|گولڈن?'],
    ['Silver', 'silver|chandi|چاندی|سلور'],
    ['Pink', 'pink|gulabi|گلابی|پنک'],
    ['Gray', 'gr[ae]y|surmai|سرمئی|گرے'],
    ['Brown', 'brown|bhoora|براؤن|بھورا'],
    ['Beige', 'beige|بیج'],
    ['Burgundy', 'burgundy|برگنڈی'],
    ['Maroon', 'maroon|mehroon|میرون'],
    ['Yellow', 'yellow|peela|peeli|پیلا|پیلی'],
    ['Purple', 'purple|jamni|جامنی'],
    ['Orange', 'orange|naranji|نارنجی'],
    ['Navy', 'navy(?: blue)?'],
    ['Teal', 'teal'],
    ['Coral', 'coral'],
    ['Lavender', 'lavender'],
  ] as const
).map(([color, words]) => [color, notAfter(String.raw`\p{L}\p{M}`, new RegExp(String.raw`(?:${words})(?![\p{L}\p{M}])`, 'iu'))]);

/** Whether a text is nothing but a colour. */
export function isColor(text: string): boolean {
  return COLOR_WORDS.some(([, words]) => trimmed(text.replace(words, '')) === '');
}

/** Sizes that are words. */
export const SIZE_WORDS: [size: string, words: RegExp][] = (
  [
    ['Small', 'small|chh?ota|chh?oti|چھوٹا|چھوٹی'],
    ['Medium', 'medium|darmiyan[ai]|درمیانہ|درمیانی|میڈیم'],
    ['Large', 'large|bar[ai]|bara wala|لارج|بڑا|بڑی'],
  ] as const
).map(([size, words]) => [size, notAfter(String.raw`\p{L}\p{M}`, new RegExp(String.raw`(?:${words})(?![\p{L}\p{M}])`, 'iu'))]);

const NUMBERS: [digits: string, words: RegExp][] = (
  [
    [1, 'one|ek|aik|ik|ایک'],
    [2, 'two|دو'],
    [3, 'three|teen|تین'],
    [4, 'four|chaa?r|چار'],
    [5, 'five|paa?nch|پانچ'],
    [6, 'six|chh?ay|چھ'],
    [7, 'seven|saat|سات'],
    [8, 'eight|aa?th|آٹھ'],
    [9, 'nine|nau|نو'],
    [10, 'ten|das|دس'],
    [11, 'eleven|گیارہ'],
    [12, 'twelve|بارہ'],
  ] as const
).map(([number, words]) => [
  String(number),
  notAfter(String.raw`\p{L}\p{M}`, new RegExp(String.raw`(?:${words})(?![\p{L}\p{M}])`, 'giu')),
]);

export const UNIT = `(?:pcs?|pieces?|piece|pairs?|jor[aie]y?|jod[aie]|sets?|adad|عدد|جوڑی|جوڑے|جوڑا|سیٹ|پیس)`;

const DO = word(new RegExp(`do(?=\\s+(?:${UNIT}|[\ue100-\uefff]))`, 'giu'));

export const IS_UNIT = new RegExp(`^${UNIT}$`, 'iu');

/** With digits instead of number words. "Do" is two only before what is counted; elsewhere it is "give". */
export function withDigits(text: string): string {
  return NUMBERS.reduce((so, [digits, words]) => so.replace(words, digits), text.replace(DO, '2'));
}

/** A customer who asks for a price or a picture has not ordered yet. */
export const INQUIRY =
  /[?؟]|(?:^|\P{L})(?:available|price|prize|kitn[aeiy]\p{L}*|rate|pics?|pictures?|photos?|video|details? (?:bata|send)|hai kya|kya hai|mil(?:e|ay)? ?(?:ga|gi|jaye)|kaisa|kaisi|dikha\p{L}*|dikhao|show|قیمت|کتنے|کتنی|کتنا|تصویر)(?!\p{L})/iu;

/** What turns a question into an order. */
export const GO_AHEAD = word(
  /(?:ok(?:ay|ey)?|done|confirm(?:ed)?|order|book|the+k|thik|yes|haa?n|je+|ji|yehi|yahi|bhej\p{L}*|send|chahiy?e|chahye|want|need|le lun\p{L}*|lun gi|lena|lay|kar d\p{L}+|kr d\p{L}+|final|deliver|parcel|ٹھیک|جی|چاہیے|چاہئے|بھیج|آرڈر|کر دیں|لینا|لینی)(?!\p{L})/iu,
);

/** Whether a text asks for something: then it is no part of an address. */
export function isRequest(text: string): boolean {
  return [INQUIRY, GO_AHEAD, CORRECTION, ORDERS].some((words) => words.test(text));
}

/** What takes a piece back. */
export const CANCEL = word(
  /(?:cancel\p{L}*|remove|rehne d\p{L}+|rehny d\p{L}+|rehn[ea] d\p{L}+|chho?r d\p{L}+|hata d\p{L}+|nikal d\p{L}+|mat bhej\p{L}*|na bhej\p{L}*|na karein|nahi chah\p{L}+|nhi chah\p{L}+|nahi lena|nahi leni|don[’']?t (?:want|send|need)|not (?:want|need)|without|رہنے دیں|نہیں چاہیے|نہ بھیج\p{L}*|کینسل)(?!\p{L})/iu,
);

/** What replaces something said before. */
export const CORRECTION = word(
  /(?:nahi|nahin|nhi|nai|no|sorry|make it|change|instead|actually|galat|ghalat|ghalti|wrong|badal|badel|ki jag[ah]\p{L}*|bajaye|correct(?:ion)?|kar d\p{L}+|kr d\p{L}+|kar le\p{L}*|sirf|only|نہیں|غلط|بدل|تبدیل|کر دیں|کی جگہ)(?!\p{L})/iu,
);

/** What orders even beside a question. */
export const ORDERS = word(/(?:chahiy?e|chahye|chaiye|order|want|need|book|kar d\p{L}+|چاہیے|چاہئے|آرڈر)(?!\p{L})/iu);

/** Who sends the parcel to somebody. */
export const DELIVER_TO = word(
  /(?:dispatch|send|deliver|ship|parcel|post)\s+(?:(?:it|this|them|these|parcel)\s+)?to\s*:?\s+(.+)/iu,
);

/** What denies something said before. */
export const DENIAL = word(/(?:nahi|nahin|nhi|sorry|make it|actually|galat|ghalat|wrong|sirf|only|نہیں|غلط)(?!\p{L})/iu);

/** What makes one piece of another, or something of it. */
export const REPLACEMENT = word(
  /(?:jagah?|bajaye|instead|replace\p{L}*|exchange|badal\p{L}*|badel|change|swap|کی جگہ|کے بجائے|بدل\p{L}*|تبدیل)(?!\p{L})/iu,
);

/** What takes back a number that was written before. */
export const MISTAKE = word(/(?:galat|ghalat|ghalti|wrong|mistake|correct(?:ion)?|change|instead|غلط|تبدیل)(?!\p{L})/iu);

/** Wife, son, daughter or care of somebody, in whose house she is. */
export const RELATION = word(/(?:[wsdc]\/o|wife of|daughter of|son of|care of|zauja|walid)(?!\p{L})/iu);

/** A text without the politeness at its end. */
export function withoutThanks(text: string): string {
  return trimmed(
    text.replace(
      /(?:[\s,،.]+(?:hai|thanks?(?: you)?|thankyou|cash on delivery|cod|shukriya|plz|please|regards|ok|okay|ہے|شکریہ))+$/iu,
      '',
    ),
  );
}
