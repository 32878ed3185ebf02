/** The words by which `chat-order.ts` reads a message, in English, Roman Urdu and Urdu. */

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
  name: String.raw`(?:(?:my|full|customer|customer['’]?s|receiver|receiver['’]?s|recipient|mera|mra)\s+)?(?:name|naam|nam)(?:\s+is)?|(?:میرا\s+|پورا\s+)?نام`,
  email: String.raw`e-?\s?mail(?:\s+(?:address|id))?|gmail|ای\s?میل`,
  address: String.raw`(?:(?:my|full|complete|home|house|delivery|shipping|postal|office|mera|mukammal|ghar\s+ka)\s+)*(?:address|adress|addres|adres|addr|add|pata|pta)(?:\s+is)?
    |(?:گھر\s+کا\s+|مکمل\s+|میرا\s+)?(?:پتہ|پتا|ایڈریس)`,
  city: String.raw`(?:my\s+)?(?:city|shehr|shehar|sheher|shahar)(?:\s+name)?(?:\s+is)?|شہر(?:\s+کا\s+نام)?`,
  more: String.raw`(?:nearest\s+)?land\s?mark|famous\s+place|area|province|district|distt?|tehsil|zila|postal\s+code|zip(?:\s*code)?|صوبہ|ضلع|تحصیل|علاقہ`,
  quantity: 'qty|quantity|qnty|pieces|pcs|تعداد|مقدار',
  size: 'sizes?|siz|sz|سائز|سائیز',
  color: 'colou?rs?|clr|rang|رنگ',
  item: String.raw`(?:my\s+)?(?:order|items?|products?|article|artical|design|code|sku)(?:\s*(?:code|name|number|no))?(?:\s+is)?|آرڈر|آئٹم`,
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
/** A label within a line: with a colon behind it, or before a number of a phone. */
const NEXT_LABEL = new RegExp(
  String.raw`(?<before>^|[^\p{L}\p{M}\p{N}])(?:${ANY_LABEL})(?![\p{L}\p{M}])\s*[#.]*\s*(?:[:：=]+[-–]*\s*|(?=\+?92[\s\d-]{10}|03\d\d[\s\d-]{7}))`,
  'giu',
);

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
    value: trimmed(line.slice(to, labels[index + 1]?.from)),
  }));
  const before = trimmed(line.slice(0, labels[0]?.from));
  return before || parts.length === 0 ? [{ value: before, isCertain: true }, ...parts] : parts;
}

function fieldOf(match: RegExpExecArray | RegExpMatchArray): Field | undefined {
  return (Object.keys(LABELS) as Field[]).find((field) => match.groups?.[field] !== undefined);
}

/** Without the signs that stand between two values. */
export function trimmed(text: string): string {
  return text.replace(/^[\s,،;:|/.=\p{Pd}۔]+|[\s,،;:|/=\p{Pd}۔]+$/gu, '');
}

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
  han haan jee theek thik hai hy he inshallah mashallah good morning evening afternoon night regards how are you your i we want wanna need would like to place an order karna krna karni
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
  /(?:^|[^\p{L}\p{N}])(?:house|hous|h\s?[#.]|h\.?\s?no|hno|home|flat|apartments?|appartment|apt|plot|shop|office|floor|building|tower|plaza|street|st|str|gal+i|lane|road|rd|block|blk|sector|phase|moh?al+ah?|muhal+ah?|moh|colony|town|society|scheme|housing|near|nearby|nazd|opposite|opp|behind|beside|bypass|chowk|bazaa?r|market|masjid|mosque|school|college|hospital|park|gulshan|gulberg|dha|defence|cantt|bahria|chak|village|gaon|goth|dak\s?khana|post\s?office|p\.?\s?o\.?|tehsil|district|distt?|zila|makan|villa|garden|nagar|pura|hostel|university|stop|c\/o|s\/o|d\/o|w\/o|e-\d|f-\d|g-\d|i-\d)(?![\p{L}])|#\s?\d|مکان|گلی|محلہ|روڈ|سڑک|بلاک|سٹریٹ|اسٹریٹ|نزد|ہاؤس|چوک|بازار|گاؤں|چک|تحصیل|ضلع|ڈاکخانہ|ڈاک خانہ|فلیٹ|کالونی|ٹاؤن|سیکٹر|فیز|مسجد|پلاٹ|سوسائٹی|قریب|سامنے/iu;

/** Words of goods, money and questions: a line that has one names nobody. */
const TALK =
  /(?:^|\P{L})(?:order|rings?|sets?|bangles?|churiyan|kara|karas|necklaces?|earrings?|jhumk[aei]s?|pendants?|bracelets?|anklets?|payal|chokers?|tikka|jewell?ery|lockets?|size|colou?r|gold|golden|silver|price|delivery|charges?|total|rs|rupees|pkr|free|cod|cash|payment|sale|discount|pieces?|pcs|urgent|asap|please|plz|pls|want|need|chahiye|chaiye|available|when|kab|kya|kitn\p{L}*|how|much|what|which|where|gift|pack|packing|wrap|send|bhej\p{L}*|call|whatsapp|confirm|same|this|that|one|two|three|tomorrow|today|kal|aaj|morning|evening|after|before|thanks|hello|dear|okay|not|nahi|from|with|both|and|aur|also|online|link|screenshot|advance|photo|picture|video|quality|box|tak|pehle|baad|ghar|wala|wali|mein|punjab|sindh|kpk|balochistan|pakistan|shukriya|you|the|for|is|are|hai|hain|was|will|can|if|or|ya|se|ko|ka|ki|ke)(?!\p{L})|آرڈر|انگوٹھی|سیٹ|چوڑی|سائز|رنگ|قیمت|پیسے|چاہیے|چاہئے|بھیج|کیا|کب|کتنے|ہے|ہیں|میں|کر/iu;

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
