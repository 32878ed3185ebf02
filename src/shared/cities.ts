/** Cities and towns of Pakistan that couriers deliver to, largest first, each with other ways to write it. */
const CITIES = `karachi khi کراچی|lahore lhr لاہور|faisalabad fsd lyallpur فیصل_آباد|rawalpindi pindi rwp راولپنڈی|gujranwala گوجرانوالہ
|peshawar پشاور|multan ملتان|hyderabad حیدرآباد|islamabad isb اسلام_آباد|quetta کوئٹہ|bahawalpur بہاولپور|sargodha سرگودھا|sialkot سیالکوٹ
|sukkur سکھر|larkana لاڑکانہ|sheikhupura شیخوپورہ|rahim_yar_khan رحیم_یار_خان|jhang jhang_sadar جھنگ|dera_ghazi_khan dg_khan d_g_khan ڈیرہ_غازی_خان
|gujrat گجرات|sahiwal ساہیوال|wah_cantt wah_cantonment واہ_کینٹ|mardan مردان|kasur قصور|okara اوکاڑہ|mingora منگورہ|nawabshah nawab_shah
|chiniot چنیوٹ|kotri|kamoke kamoki|hafizabad حافظ_آباد|sadiqabad|mirpur_khas mirpurkhas میرپور_خاص|burewala|kohat کوہاٹ|khanewal خانیوال
|dera_ismail_khan di_khan d_i_khan ڈیرہ_اسماعیل_خان|turbat|muzaffargarh مظفر_گڑھ|abbottabad abbotabad ایبٹ_آباد|mandi_bahauddin
|shikarpur|jacobabad|jhelum جہلم|khanpur|khairpur|khuzdar|pakpattan|hub_chowki|daska|gojra|dadu|muridke|bahawalnagar|samundri
|tando_allahyar|tando_adam|tando_muhammad_khan|jaranwala|chishtian|muzaffarabad مظفر_آباد|attock اٹک|vehari|kot_abdul_malik|ferozewala
|chakwal چکوال|gujar_khan gujjar_khan|kamalia|umerkot umarkot|ahmedpur_east|kot_addu|wazirabad|mansehra مانسہرہ|layyah|mirpur میرپور
|swabi|chaman|taxila|nowshera نوشہرہ|khushab|shahdadkot|mianwali|lodhran|hasilpur|charsadda|bhakkar|badin|arif_wala arifwala|ghotki
|sambrial|jatoi|haroonabad|daharki|narowal|karak|rajanpur|sibi|jampur|toba_tek_singh|loralai|kotli|bhalwal|pasrur|patoki pattoki
|depalpur dipalpur|phool_nagar|raiwind|gwadar|zhob|hangu|timergara|thatta|sanghar|matiari|sehwan|rohri|kandhkot|kashmore|ratodero|kandiaro
|bannu|lakki_marwat|haripur|havelian|batkhela|chitral|swat|saidu_sharif|gilgit گلگت|skardu سکردو|hunza|chilas|rawalakot rawlakot
|bhimber|murree|kahuta|kallar_syedan|fateh_jang|hassan_abdal|pind_dadan_khan|talagang|kharian|lala_musa|lalamusa|jalalpur_jattan|phalia|malakwal
|mian_channu mian_chunnu|kabirwala|shujabad|jalalpur_pirwala|dunyapur|kahror_pakka|mailsi|chichawatni|liaquatpur|zahir_pir|alipur|taunsa|tulamba
|shakargarh|zafarwal|nankana_sahib|shahkot|sangla_hill|pindi_bhattian|bhera|shahpur|jauharabad|quaidabad|kundian|darya_khan|nushki|mastung|kalat|pishin
|panjgur|ziarat|usta_muhammad|dera_allah_yar|dera_murad_jamali|mithi|digri|kunri|shahdadpur|daulatpur|sakrand|naushahro_feroze|mehrabpur|gambat|pano_aqil
|pabbi|shabqadar|dargai|takht_bhai|landi_kotal|parachinar|miranshah|wana|balakot|alpuri|besham|chakdara`;

/** After one of these names stands what is a street, wherever it is: Multan Road is in Lahore. */
const PART_OF_A_CITY =
  /^(road|rd|roads|street|st|chowk|bazaar|bazar|colony|town|housing|house|block|gate|phatak|highway|bypass|company|market|bakery|hotel)$/;

/** Spelling, as `plain` writes it, and the city's name. */
const BY_SPELLING = new Map(
  CITIES.split('|').flatMap((city) => {
    const [name = '', ...others] = city
      .trim()
      .split(' ')
      .map((spelling) => spelling.replaceAll('_', ' '));
    return [name, ...others].map((spelling) => [plain(spelling), titled(name)] as const);
  }),
);

const MAX_NAME_WORDS = 3;

/** Every city by its usual name, largest first. */
export function cityNames(): string[] {
  return [...new Set(BY_SPELLING.values())];
}

/** The city that a text names, an address for example; the last one where there are several. */
export function cityIn(text: string): string | undefined {
  const words = plain(text).split(' ');
  for (let end = words.length; end > 0; end--) {
    if (PART_OF_A_CITY.test(words[end] ?? '')) continue;
    for (let length = Math.min(MAX_NAME_WORDS, end); length > 0; length--) {
      const city = BY_SPELLING.get(words.slice(end - length, end).join(' '));
      if (city) return city;
    }
  }
  return undefined;
}

/** Lower case, and nothing but letters and digits with single spaces between. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function titled(name: string): string {
  return name.replace(/(^| )\p{Ll}/gu, (start) => start.toUpperCase());
}
