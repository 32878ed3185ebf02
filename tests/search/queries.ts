/**
 * What people type for the pieces of the demo shop, in English, Roman Urdu and Urdu script, and what each must find. Written beside the names of the
 * products, not from the words that the search knows.
 */

/** Products by the last three digits of their ids. Within a line, each query must find all pieces of its line among its first eight. */
const EARRINGS = [201, 202, 203, 204, 205, 206];
const STUDS = [205, 206];
const SETS = [207, 208, 209];
const NECKLACES = [210, 211, 212];
const RINGS = [213, 214, 215, 216, 217];
const BANGLES = [218, 219];
const BRACELETS = [218, 219, 220, 221, 222];
const WATCHES = [223, 224];
const PENDANTS = [225, 226, 227, 228];
const BRIDAL = [229, 230, 231];
const COSMETICS = [232, 233, 234, 235];

/** Queries, separated by `|`. */
const EXPECTED: [pieces: number[], queries: string][] = [
  // Earrings
  [
    EARRINGS,
    'earrings | earring | ear rings | earing | earings | earrigns | erring | airring | earrings for girls | ladies earrings | kaan ki earrings',
  ],
  [
    [201],
    'jhumka | jhumki | jhumke | jhumkay | jhumkas | jhumkis | jumka | jumki | jhoomka | jhoomar jhumka | jhumkey | jumke | zhumka | gold jhumka | golden jhumki | gold jhumke | sone ke jhumke | moti wale jhumke | red jhumka | lal jhumke | hare jhumke | pearl jhumka | jhumka earing',
  ],
  [[201], 'جھمکا | جھمکے | جھمکی | جھمکیاں | جُھمکے | سونے کے جھمکے | لال جھمکے | موتی والے جھمکے | گولڈ جھمکا'],
  [
    [202],
    'emerald drop earrings | emrald earrings | emerald earing | green earrings | hari earrings | emerald drops | drop earring | zamurd earrings | green drop earrings | emerld drop',
  ],
  [[202], 'زمرد بالیاں | سبز بالیاں'],
  [
    [203],
    'ruby chandelier | chandelier earrings | chandlier earrings | chandeliar | ruby chandelier earing | red chandelier | shandelier earrings',
  ],
  [
    [204],
    'hoops | hoop | hoop earrings | gold hoops | twisted hoops | bali | baali | balian | baliyan | balli | gol bali | gold bali | sone ki bali | baliyaan | balyan | huops',
  ],
  [[204], 'بالی | بالیاں | سونے کی بالی | گول بالیاں'],
  [
    STUDS,
    'studs | stud | stud earrings | small studs | ear studs | tops | topz | ear tops | tops earrings | topas | chote tops | stud earing | kaan ke tops | stads',
  ],
  [STUDS, 'ٹاپس | کان کے ٹاپس | چھوٹے ٹاپس'],
  [
    [205],
    'pearl studs | pearl stud | moti tops | moti ke tops | pearl halo stud | halo studs | pink pearl studs | perl studs | pearl tops | موتی کے ٹاپس',
  ],
  [
    [206],
    'ruby studs | ruby stud | ruby flower | flower studs | rubby studs | ruby tops | red studs | lal tops | phool wale tops | لال ٹاپس',
  ],
  [EARRINGS, 'کانٹے | کان کی بالیاں | ائیررنگ | ایئر رنگز | kaante | kaan ke kaante'],
  // Sets and necklaces
  [
    SETS,
    'sets | set | jewellery set | jewelry set | necklace set | necklace sets | neckless set | haar set | haar ka set | full set | necklas set | naclace set',
  ],
  [SETS, 'سیٹ | ہار سیٹ | ہار کا سیٹ | زیورات کا سیٹ | نیکلس سیٹ'],
  [
    [207],
    'ruby set | ruby necklace set | red set | lal set | ruby teardrop | rubby set | ruby neckless | red necklace set | yaqoot set | ruby haar | لال سیٹ | یاقوت کا سیٹ',
  ],
  [
    [208],
    'emerald set | emerald necklace | emerald necklace set | emrald set | green set | hara set | emerald princess | sabz set | zamurd set | green necklace set | ہرا سیٹ | سبز سیٹ | زمرد سیٹ',
  ],
  [
    [209],
    'pearl set | moti set | pearl pendant set | moti ka set | pearl necklace set | perl set | moti wala set | موتی سیٹ | موتیوں کا سیٹ',
  ],
  [
    NECKLACES,
    'necklace | necklaces | neckless | necklas | neklace | necklase | nacklace | haar | har | haaar | gale ka haar | galay ka har | neckles | mala | maala | neck lace | necklces',
  ],
  [NECKLACES, 'ہار | گلے کا ہار | ھار | نیکلس | مالا | ہاروں'],
  [
    [210],
    'pearl necklace | moti ka haar | pearl mala | moti mala | double pearl | pearl strand | moti ki mala | perl necklace | pearl neckless | pearls haar | moti haar | white pearl necklace | موتی کا ہار | موتیوں کی مالا | موتی مالا',
  ],
  [
    [211],
    'choker | chokar | choker necklace | tennis choker | crystal choker | chocker | silver choker | choker har | چوکر | چوکر سیٹ',
  ],
  [
    [229],
    'bridal choker | kundan choker | kundan set | kundan choker set | kundan bridal | bridal set | dulhan set | dulhan ka set | kundan | kundan haar | bridle set | dulhan choker | shadi ka set | کندن سیٹ | کندن | دلہن کا سیٹ | برائیڈل سیٹ | دلہن سیٹ',
  ],
  [
    [212],
    'coin necklace | coin chain | layered necklace | layered chain | coin mala | sikka haar | layerd necklace | gold chain necklace | chain necklace | sikke wala haar | زنجیر والا ہار',
  ],
  // Rings
  [
    RINGS,
    'rings | ring | angoothi | anguthi | angothi | anghoti | angoothian | anguthiyan | angootiyan | angoothiyan | challa | finger ring | ringz | ring for women | ladies ring',
  ],
  [RINGS, 'انگوٹھی | انگوٹھیاں | رنگ | چھلا | رنگز | انگوٹهی'],
  [
    [213],
    'halo ring | rose gold ring | rose gold halo | rosegold ring | rose gold angoothi | halo angoothi | rose gold halo ring size 7',
  ],
  [
    [214],
    'sapphire ring | saphire ring | blue ring | neelam ring | neelam ki angoothi | solitaire ring | solitare ring | sapphire solitaire | neeli angoothi | safire ring | نیلم کی انگوٹھی | نیلی انگوٹھی',
  ],
  [
    [215],
    'emerald ring | emrald ring | green ring | zamurd ki angoothi | cocktail ring | coktail ring | hari angoothi | emerald cocktail | zamurd angoothi | زمرد کی انگوٹھی | سبز انگوٹھی',
  ],
  [[216], 'stackable ring | stackable | ring trio | stack rings | stacking rings | stackble ring | teen angoothiyan'],
  [[217], 'eternity band | eternity ring | pave band | pavé band | pave ring | band ring | eternty band'],
  // Wrists
  [
    BANGLES,
    'bangles | bangle | choorian | chooriyan | churiyan | churian | chudiyan | chudi | choori | churi | kangan | kangun | kangn | bangels | banglez | choodi | choodiyan | kada | karay | karra | kara churi | bengles | bangals',
  ],
  [BANGLES, 'چوڑیاں | چوڑی | کنگن | کڑا | کڑے | چوڑیوں | بینگلز | کنگنا'],
  [[218], 'kara | gold kara | carved kara | sone ka kara | kara pair | golden kada | gold karay | گولڈ کڑا | سونے کے کڑے'],
  [
    [219],
    'enamel bangles | bangle stack | enamel choorian | colour bangles | meenakari bangles | enamal bangle | size 2.6 bangles | bangles 2.6 | choorian 2.4',
  ],
  [
    BRACELETS,
    'bracelet | bracelets | braclet | bracelate | bracelat | braslet | bracelit | breslet | brecelet | bracelets for girls | ladies bracelet',
  ],
  [BRACELETS, 'بریسلیٹ | بریسلٹ | بریسلیٹس'],
  [
    [220],
    'tennis bracelet | silver bracelet | chandi ka bracelet | silver tennis | tenis bracelet | chandi bracelet | silver braclet | چاندی کا بریسلیٹ',
  ],
  [
    [221],
    'pearl cuff | cuff | open cuff | cuff bracelet | moti cuff | moti ka bracelet | pearl bracelet | kaf bracelet | موتی کا بریسلیٹ',
  ],
  [
    [222],
    'charm bracelet | charm chain | gold charm | charms | chain bracelet | gold bracelet | golden bracelet | sone ka bracelet | سونے کا بریسلیٹ',
  ],
  [
    WATCHES,
    'watch | watches | ghari | gharri | ghadi | ghariyan | ladies watch | wach | watchs | wrist watch | ladies ghari | haath ki ghari | ghari for girls | gharhi',
  ],
  [WATCHES, 'گھڑی | گھڑیاں | لیڈیز گھڑی | واچ | ہاتھ کی گھڑی'],
  [
    [223],
    'gold watch | gold link watch | golden watch | golden ghari | sunehri ghari | gold ghari | link watch | classic watch | سنہری گھڑی',
  ],
  [[224], 'leather watch | rose gold watch | brown watch | lether watch | leather strap watch | chamray ki ghari | چمڑے کی گھڑی'],
  // Pendants
  [PENDANTS, 'pendant | pendants | pendent | pendents | pandant | pendal | locket | lockets | loket | lockit | pandent | pendat'],
  [PENDANTS, 'لاکٹ | پینڈنٹ | پینڈینٹ | لاکٹس'],
  [
    [225],
    'heart pendant | ruby pendant | ruby heart | dil wala locket | heart locket | dil locket | red pendant | hart pendant | lal locket | دل والا لاکٹ',
  ],
  [
    [226],
    'moon pendant | crescent pendant | moon and star | chand tara | chand tara pendant | star pendant | chaand locket | crescent moon | cresent moon | moon star pendant | چاند تارا | چاند لاکٹ',
  ],
  [
    [227],
    'sapphire pendant | blue pendant | neelam pendant | saphire pendent | sapphire teardrop | neela locket | neelam locket | نیلم لاکٹ',
  ],
  [
    [228],
    'initial pendant | letter pendant | letter a | initial a | a pendant | initial necklace | naam ka locket | name pendant | alphabet pendant',
  ],
  // Bridal
  [
    BRIDAL,
    'bridal | bridal jewellery | bridal jewelry | dulhan | dulhan jewellery | dulhan ke zewar | dulhan ki jewelry | bridel | bridle jewellery | bride | shadi | shaadi | barat jewellery | wedding jewellery',
  ],
  [BRIDAL, 'دلہن | دلہن کے زیور | برائیڈل | شادی | عروسی | دلہن کے زیورات'],
  [
    [230],
    'tikka | matha tikka | maang tikka | mang tikka | maang teeka | mang tika | teeka | tika | matha patti tikka | pearl tikka | maangtikka | bindiya | moti ka tikka | mathatikka | maang teka | tikkah',
  ],
  [[230], 'ٹیکا | ٹیکہ | ماتھا ٹیکا | مانگ ٹیکا | ماتھے کا ٹیکا | بندیا'],
  [
    [231],
    'nath | nathni | nathh | natth | nose ring | nose pin | noth | nathli | nath nose ring | dulhan ki nath | bridal nath | kundan nath | naak ki nath | nathia',
  ],
  [[231], 'نتھ | نتھنی | نتھلی | دلہن کی نتھ | نتھیا | ناک کی نتھ'],
  // Occasions
  [[201, 215, 218, 219, 230], 'mehndi | mehendi | mehndi jewellery | mehndi ke liye | dholki | مہندی | مہندی کے زیور'],
  [[202, 208, 211, 227], 'walima | valima | walima jewellery | reception | ولیمہ | ولیمہ کے لیے'],
  [[203, 207, 229, 230, 231], 'barat | baraat | barat ke liye | بارات'],
  [[201, 206, 212, 218, 219, 226, 235], 'eid | eid jewellery | عید | عید کے لیے'],
  [[206], 'eidi earrings | eid ke tops | eid studs'],
  [[225, 228], 'birthday pendant | gift pendant | tohfa locket | anniversary pendant'],
  // Cosmetics
  [COSMETICS, 'cosmetics | makeup | make up | cosmetic | mekup | cosmatics | میک اپ | makeup saman | cosmetics items'],
  [
    [232],
    'lipstick | lipstik | lip stick | lipstics | surkhi | matte lipstick | lipistick | lipstik matte | velvet lipstick | lipsticks | لپ اسٹک | سرخی | لپسٹک',
  ],
  [[233], 'powder | compact powder | face powder | powdar | compact | pawder | gold compact | پاؤڈر | فیس پاؤڈر'],
  [
    [234],
    'nail polish | nailpolish | nail paint | nail polsh | nakhun polish | polish | nail polish trio | nailpaint | نیل پالش | ناخن پالش',
  ],
  [
    [235],
    'perfume | parfume | purfume | perfum | khushboo | khushbu | ittar | itar | attar | oud | amber oud | oud perfume | oodh | oud parfum | پرفیوم | خوشبو | عطر | عود',
  ],
];

export interface ExpectedSearch {
  query: string;
  /** Ids of products. */
  pieces: string[];
}

export function productId(lastDigits: number): string {
  return `68f0a1000000000000000${lastDigits}`;
}

export const SEARCHES: ExpectedSearch[] = EXPECTED.flatMap(([pieces, queries]) =>
  queries.split('|').map((query) => ({ query: query.trim(), pieces: pieces.map(productId) })),
);

/** What the shop has not: nothing may be found, and the answer says so. */
export const NOT_SOLD: string[] =
  'payal | پائل | anklet | pazeb | brooch | cufflinks | shoes | joote | handbag | mobile cover | laptop | پازیب | جوتے'
    .split('|')
    .map((query) => query.trim());
