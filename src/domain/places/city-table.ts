/**
 * The cities and towns of Pakistan that couriers deliver to, a line each: the usual name, then other ways to write it. `~` is remote, `!` is remote and
 * pays in advance: couriers collect no cash there. Spellings count as `cities.ts` compares them: case, dots, dashes, spaces, and the letters of Urdu,
 * Arabic and Persian keyboards need no entry of their own, a doubled letter does.
 */
export const CITY_TABLE = {
  Punjab: `
Lahore|lhr|lhe|lahor|lahour|lahoor|lahaur|لاہور
Faisalabad|fsd|faislabad|faisalbad|faisal abad|fasialabad|faisalabd|lyallpur|layallpur|فیصل آباد
Rawalpindi|pindi|rwp|rawal pindi|rawalpndi|rawlpindi|rawalpindhi|راولپنڈی|پنڈی
Gujranwala|grw|gujrawala|gujranwalla|gujaranwala|gujrawanla|گوجرانوالہ|گجرانوالہ
Multan|mux|multaan|multn|ملتان
Bahawalpur|bwp|bahawalpr|bhawalpur|bahwalpur|bahawal pur|bahawalpoor|بہاولپور|بہاول پور
Sargodha|sgd|sargoda|sarghoda|sargodh|سرگودھا
Sialkot|skt|sialkoat|sialkott|sial kot|syalkot|سیالکوٹ
Sheikhupura|skp|shekhupura|sheikhpura|shaikhupura|shiekhupura|شیخوپورہ
Rahim Yar Khan|ryk|r y khan|rahimyar khan|raheem yar khan|rahim yarkhan|رحیم یار خان
Jhang|jhang sadar|jhang saddar|jhung|جھنگ|جھنگ صدر
Dera Ghazi Khan|dgk|dg khan|d g khan|d gkhan|dera ghazi|dera gazi khan|ڈیرہ غازی خان|ڈی جی خان
Gujrat|gujraat|gujrt|گجرات
Sahiwal|sahiwaal|sahwal|sahival|montgomery|ساہیوال
Wah Cantt|wah|wah cantonment|wah cant|wah canntt|واہ کینٹ|واہ
Kasur|qasur|kasoor|qasoor|قصور
Okara|ukara|okarra|اوکاڑہ
Chiniot|chinniot|chinot|چنیوٹ
Kamoke|kamoki|kamonke|kamoky|کامونکی
Hafizabad|hafiz abad|hafzabad|حافظ آباد
Sadiqabad|sadiq abad|sadikabad|صادق آباد
Burewala|burewalla|bure wala|boorewala|burawala|بورے والا|بوریوالہ
Khanewal|khanewaal|khanewal junction|خانیوال
Muzaffargarh|muzafargarh|muzaffar garh|muzaffarghar|مظفر گڑھ|مظفرگڑھ
Mandi Bahauddin|mbdin|mb din|m b din|mandi bahaudin|mandi bahauldin|mandi bahawaldin|mandi baha ud din|mandi bahauddeen|منڈی بہاؤالدین|منڈی بہاوالدین
Jhelum|jehlum|jhelam|jehlam|jhelm|جہلم
Khanpur|khan pur|khanpur katora|خان پور
Pakpattan|pak pattan|pakpatan|pakpattan sharif|پاکپتن|پاک پتن
Daska|ڈسکہ
Gojra|گوجرہ
Muridke|muridkay|mureedke|muridkey|مریدکے
Bahawalnagar|bahawalnager|bahawal nagar|bhawalnagar|bahwalnagar|بہاولنگر|بہاول نگر
Samundri|samundari|samandri|سمندری
Jaranwala|jaranwalla|jarawala|جڑانوالہ
Chishtian|chishtiyan|chistian|chishtian mandi|چشتیاں
Attock|attok|atak|campbellpur|اٹک
Vehari|vihari|vehaari|وہاڑی
Kot Abdul Malik|کوٹ عبدالمالک
Ferozewala|ferozwala|ferozewalla|فیروزوالہ
Chakwal|chackwal|چکوال
Gujar Khan|gujjar khan|gujjarkhan|گوجر خان
Kamalia|kamaliya|کمالیہ
Ahmedpur East|ahmadpur east|ahmad pur east|ahmedpur sharqia|ahmadpur sharqia|احمد پور شرقیہ
Kot Addu|kotaddu|kot adu|کوٹ ادو
Wazirabad|wazir abad|wazeerabad|وزیر آباد
Layyah|leiah|laiah|layah|لیہ
Taxila|texila|taxilla|ٹیکسلا
Khushab|khushaab|خوشاب
Mianwali|mianwalli|miawali|mian wali|میانوالی
Lodhran|lodharan|لودھراں
Hasilpur|hasil pur|hasilpor|حاصل پور
Bhakkar|bhakar|bhakkr|بھکر
Arifwala|arif wala|arifwalla|عارف والا
Sambrial|sambaryal|sumbrial|سمبڑیال
Jatoi|جتوئی
Haroonabad|haroon abad|harunabad|ہارون آباد
Narowal|narowaal|norowal|نارووال
Rajanpur|rajan pur|rajanpor|راجن پور
Jampur|jam pur|جام پور
Toba Tek Singh|tts|t t singh|toba|toba tek sing|tobatek singh|ٹوبہ ٹیک سنگھ
Bhalwal|بھلوال
Pasrur|pasroor|پسرور
Pattoki|patoki|pattokki|پتوکی
Depalpur|dipalpur|deepalpur|دیپالپور
Phool Nagar|bhai pheru|phoolnagar|پھول نگر
Raiwind|rai wind|raiwand|رائیونڈ
Murree|muree|murri|مری
Kahuta|kahoota|کہوٹہ
Kallar Syedan|kallar sayedan|kallar saidan|kalar syedan|کلر سیداں
Fateh Jang|fatehjang|fateh jhang|fatahjang|فتح جنگ
Hassan Abdal|hasan abdal|hasanabdal|حسن ابدال
Pindi Gheb|pindigheb|pindi gheib|پنڈی گھیب
Pind Dadan Khan|pd khan|p d khan|pindadan khan|پنڈ دادن خان
Talagang|tala gang|تلہ گنگ
Kharian|khariyan|کھاریاں
Lala Musa|lalamusa|لالہ موسیٰ|لالہ موسی
Jalalpur Jattan|jalal pur jattan|جلالپور جٹاں
Phalia|phaliya|پھالیہ
Malakwal|malikwal|ملکوال
Mian Channu|mian chanu|mian channun|mian chunnu|mian channoo|میاں چنوں
Kabirwala|kabir wala|kabirwalla|کبیر والا
Shujabad|shujaabad|shuja abad|شجاع آباد
Jalalpur Pirwala|jalal pur pirwala|jalalpur peerwala|جلالپور پیروالا
Dunyapur|dunya pur|دنیا پور
Kahror Pakka|kehror pakka|kahror pacca|کہروڑ پکا
Mailsi|melsi|میلسی
Chichawatni|cheechawatni|chicha watni|چیچہ وطنی
Liaquatpur|liaqatpur|liaquat pur|لیاقت پور
Zahir Pir|zahirpir|ظاہر پیر
Alipur|علی پور
Taunsa|taunsa sharif|taunsa shareef|تونسہ|تونسہ شریف
Tulamba|talamba|تلمبہ
Shakargarh|shakar garh|shakargar|شکر گڑھ
Zafarwal|zaffarwal|ظفروال
Nankana Sahib|nankana|nankanasahib|ننکانہ صاحب
Shahkot|shah kot|شاہکوٹ
Sangla Hill|sanglahill|سانگلہ ہل
Pindi Bhattian|pindi bhatian|pindibhattian|پنڈی بھٹیاں
Bhera|بھیرہ
Shahpur|shahpur sadar|شاہ پور
Jauharabad|joharabad|jauhar abad|جوہر آباد
Quaidabad|قائد آباد
Kundian|kundiyan|کندیاں
Darya Khan|daryakhan|دریا خان
Isa Khel|isakhel|essa khel|عیسیٰ خیل
Piplan|پپلاں
Kot Momin|kotmomin|کوٹ مومن
Sillanwali|silanwali|سلانوالی
Noorpur Thal|nurpur thal|نورپور تھل
Naushera Virkan|nowshera virkan|noshera virkan|نوشہرہ ورکاں
Eminabad|aminabad|ایمن آباد
Qila Didar Singh|qila deedar singh|قلعہ دیدار سنگھ
Ali Pur Chatha|alipur chatha|alipur chattha|علی پور چٹھہ
Sukheki|sukheke|سکھیکی
Jalalpur Bhattian|jalal pur bhattian|جلالپور بھٹیاں
Sharaqpur|sharaqpur sharif|sharakpur|شرقپور
Safdarabad|صفدر آباد
Farooqabad|farooq abad|faruqabad|فاروق آباد
Khanqah Dogran|خانقاہ ڈوگراں
Warburton|واربرٹن
Chunian|chuniyan|چونیاں
Kot Radha Kishan|kot radha kishen|کوٹ رادھا کشن
Lalyani|mustafabad lalyani|للیانی
Kanganpur|کنگن پور
Renala Khurd|renala|رینالہ خورد
Hujra Shah Muqeem|hujra|hujra shah muqim|حجرہ شاہ مقیم
Basirpur|baseerpur|بصیر پور
Haveli Lakha|حویلی لکھا
Tandlianwala|tandlianwalla|تاندلیانوالہ
Mamu Kanjan|mamukanjan|ماموں کانجن
Chak Jhumra|chakjhumra|چک جھمرہ
Dijkot|ڈجکوٹ
Khurrianwala|khurianwala|کھرڑیانوالہ
Pir Mahal|pirmahal|پیر محل
Shorkot|shor kot|شورکوٹ
Athara Hazari|18 hazari|اٹھارہ ہزاری
Ahmadpur Sial|ahmedpur sial|احمد پور سیال
Lalian|lalyan|لالیاں
Bhawana|بھوانہ
Rabwah|chenab nagar|chanab nagar|ربوہ|چناب نگر
Makhdoom Pur|makhdoompur|مخدوم پور
Abdul Hakeem|abdul hakim|عبدالحکیم
Jahanian|jahaniyan|جہانیاں
Karor Lal Esan|karor|kror lal esan|کروڑ لعل عیسن
Chowk Azam|چوک اعظم
Fatehpur|fateh pur|فتح پور
Chobara|choubara|چوبارہ
Mankera|منکیرہ
Kallur Kot|kalur kot|کلور کوٹ
Fort Abbas|fortabbas|فورٹ عباس
Minchinabad|منچن آباد
Dahranwala|dahran wala|ڈاہرانوالہ
Yazman|yazman mandi|یزمان
Khairpur Tamewali|khairpur tamiwali|خیرپور ٹامیوالی
Uch Sharif|uch|uch shareef|اوچ شریف
Rojhan|روجھان
Fazilpur|fazil pur|فاضل پور
Kot Mithan|mithankot|mithan kot|کوٹ مٹھن
Dajal|داجل
Kot Chutta|کوٹ چھٹہ
Gaggo Mandi|gaggo|گگو منڈی
Ludden|لڈن
Tibba Sultanpur|ٹبہ سلطان پور
Dina|deena|دینہ
Sohawa|سوہاوہ
Choa Saidan Shah|choa saiden shah|چوآ سیدن شاہ
Kallar Kahar|kalar kahar|کلر کہار
Lawa|لاوہ
Hazro|حضرو
Jand|جنڈ
Kotli Sattian|کوٹلی ستیاں
Sarai Alamgir|sara e alamgir|sarai e alamgir|سرائے عالمگیر
Dinga|ڈنگہ
Kunjah|کنجاہ
Ghakhar Mandi|ghakkar|gakhar|ghakhar|گکھڑ منڈی|گکھڑ
Nandipur|نندی پور
Chawinda|چونڈہ
Kot Samaba|کوٹ سمابہ`,
  Sindh: `
Karachi|khi|krachi|karachee|karachy|karchi|karaachi|kharachi|کراچی
Hyderabad|hyd|hydrabad|hyderbad|haiderabad|haidrabad|حیدرآباد|حیدر آباد
Sukkur|sukkar|sukur|sakhar|sukhur|سکھر
Larkana|larkano|larkanna|لاڑکانہ
Nawabshah|nawab shah|nwabshah|shaheed benazirabad|benazirabad|sba|نواب شاہ|نوابشاہ
Kotri|کوٹری
Mirpur Khas|mirpurkhas|mpk|mirpur khaas|میرپور خاص
Shikarpur|shikar pur|شکارپور
Jacobabad|jacob abad|jaccobabad|جیکب آباد
Khairpur|khairpur mirs|khairpur mir s|khairpur mir|خیرپور
Dadu|dadoo|دادو
Tando Allahyar|tando allah yar|tandoallahyar|ٹنڈو الہ یار
Tando Adam|tandoadam|ٹنڈو آدم
Tando Muhammad Khan|tando mohammad khan|tm khan|t m khan|tmk|ٹنڈو محمد خان
Tando Jam|tandojam|ٹنڈو جام
Tando Bago|ٹنڈو باگو
Umerkot|umarkot|umar kot|umer kot|عمرکوٹ
Shahdadkot|shahdad kot|qambar shahdadkot|شہداد کوٹ
Qambar|kambar|kamber|qamber|قمبر
Badin|badeen|بدین
Ghotki|ghotky|گھوٹکی
Daharki|dharki|daherki|ڈہرکی
Thatta|thata|thatha|ٹھٹھہ
Sanghar|sanghhar|سانگھڑ
Matiari|matyari|mattiari|مٹیاری
Sehwan|sehwan sharif|سیہون|سیہون شریف
Rohri|rohrri|روہڑی
Kandhkot|kandh kot|کندھ کوٹ
Kashmore|kashmor|کشمور
Ratodero|rato dero|رتوڈیرو
Kandiaro|kandyaro|کنڈیارو
Mithi|مٹھی
Digri|ڈگری
Kunri|کنری
Shahdadpur|shahdad pur|شہدادپور
Daulatpur|daulat pur|دولت پور
Sakrand|سکرنڈ
Naushahro Feroze|naushehro feroze|nowshero feroze|noshehro feroz|naushahro feroz|نوشہرو فیروز
Mehrabpur|mehrab pur|محراب پور
Gambat|گمبٹ
Pano Aqil|pannu aqil|pano akil|پنو عاقل
Moro|مورو
Hala|ہالا
Jamshoro|jamshoru|جامشورو
Sujawal|سجاول
Gharo|گھارو
Mirpur Mathelo|mirpur mathello|میرپور ماتھیلو
Mirpur Sakro|میرپور ساکرو
Ubauro|obaro|اباوڑو
Garhi Khairo|گڑھی خیرو
Garhi Yasin|garhi yaseen|گڑھی یاسین
Lakhi Ghulam Shah|لکھی غلام شاہ
Mehar|میہڑ
Khairpur Nathan Shah|kn shah|k n shah|خیرپور ناتھن شاہ
Johi|جوہی
Bhan Saeedabad|بھان سعید آباد
Ranipur|rani pur|رانی پور
Thari Mirwah|ٹھری میرواہ
Kot Diji|kotdiji|کوٹ ڈیجی
Bhiria|bhirya|بھریا
Khipro|کھپرو
Jhudo|جھڈو
Naukot|نوکوٹ
Samaro|سامارو
Matli|ماتلی
Talhar|تلہار
Golarchi|گولارچی
Islamkot|islam kot|اسلام کوٹ
~Nagarparkar|nagar parkar|نگرپارکر
~Chachro|چھاچھرو`,
  'Khyber Pakhtunkhwa': `
Peshawar|pesh|peshawer|pishawar|peshwar|peshawr|pew|پشاور
Abbottabad|atd|abbotabad|abottabad|abbottabd|abotabad|abbot abad|ایبٹ آباد
Mardan|mardaan|مردان
Mingora|mingaora|mingowra|منگورہ
Kohat|kohaat|کوہاٹ
Dera Ismail Khan|dik|di khan|d i khan|d ikhan|dera ismael khan|dera ismaeel khan|ڈیرہ اسماعیل خان|ڈی آئی خان
Mansehra|manshera|mansehrah|mansehara|مانسہرہ
Swabi|sawabi|صوابی
Nowshera|noshera|naushera|nowshehra|نوشہرہ
Charsadda|charsada|charsaddah|چارسدہ
Bannu|banu|bannoo|بنوں
Haripur|hari pur|haripur hazara|ہری پور
Havelian|havelyan|haveliyan|حویلیاں
Karak|کرک
Lakki Marwat|laki marwat|lakkimarwat|لکی مروت
Hangu|ہنگو
Tank|ٹانک
Timergara|temergara|taimergara|تیمرگرہ
Batkhela|bat khela|بٹ خیلہ
Swat|سوات
Saidu Sharif|saidu shareef|سیدو شریف
Pabbi|pabi|پبی
Shabqadar|shab qadar|شبقدر
Dargai|درگئی
Takht Bhai|takhtbhai|takht i bhai|تخت بھائی
Topi|ٹوپی
Jehangira|jahangira|جہانگیرہ
Risalpur|رسالپور
Akora Khattak|اکوڑہ خٹک
Tangi|تنگی
Katlang|کاٹلنگ
Rustam|رستم
Buner|daggar|buneer|بونیر|ڈگر
Barikot|bari kot|بری کوٹ
Matta|مٹہ
Khwazakhela|khwaza khela|خوازہ خیلہ
Bahrain Swat|بحرین سوات
Balakot|bala kot|بالاکوٹ
Oghi|اوگی
Battagram|batagram|بٹگرام
Thana|تھانہ
Chakdara|chakdarra|چکدرہ
Dir|دیر
Upper Dir|دیر بالا
Lower Dir|دیر پائین
Khanpur Hazara|خان پور ہزارہ
Kulachi|کلاچی
Paharpur|پہاڑ پور
Serai Naurang|sarai naurang|naurang|سرائے نورنگ
~Alpuri|الپوری
~Shangla|شانگلہ
~Besham|besham qila|بشام
~Dasu|داسو
~Chitral|chitraal|چترال
~Drosh|دروش
~Kalam|کالام
~Landi Kotal|landikotal|لنڈی کوتل
~Jamrud|جمرود
~Bara|باڑہ
~Parachinar|para chinar|پاراچنار
~Sadda|صدہ
~Khar|bajaur|خار|باجوڑ
~Ghalanai|غلنئی
!Miranshah|miran shah|میران شاہ
!Wana|وانا`,
  Balochistan: `
Quetta|qta|queta|koita|کوئٹہ
Hub|hub chowki|حب|حب چوکی
Uthal|اوتھل
Sibi|siby|سبی
Khuzdar|khuzdaar|خضدار
Usta Muhammad|usta mohammad|اوستہ محمد
Dera Allah Yar|dera allahyar|jhat pat|ڈیرہ اللہ یار
Dera Murad Jamali|ڈیرہ مراد جمالی
Pishin|پشین
Chaman|چمن
Mastung|مستونگ
~Loralai|lora lai|لورالائی
~Zhob|ژوب
~Kalat|qalat|قلات
~Nushki|noshki|نوشکی
~Turbat|تربت
~Gwadar|gawadar|gwader|گوادر
~Pasni|پسنی
~Ormara|اورماڑہ
~Ziarat|زیارت
~Muslim Bagh|مسلم باغ
~Qila Saifullah|killa saifullah|قلعہ سیف اللہ
~Duki|دکی
~Harnai|ہرنائی
~Barkhan|بارکھان
~Bela|بیلہ
~Dalbandin|دالبندین
~Kharan|خاران
~Panjgur|panjgoor|پنجگور
!Awaran|آواران
!Washuk|واشک
!Dera Bugti|ڈیرہ بگٹی
!Kohlu|کوہلو`,
  Islamabad: `
Islamabad|isb|islambad|islamabaad|islamabd|islamabad capital territory|ict|isloo|اسلام آباد`,
  'Azad Kashmir': `
Mirpur|میرپور
Muzaffarabad|muzafarabad|muzaffar abad|muzzafarabad|muzaffrabad|مظفر آباد
Kotli|کوٹلی
Bhimber|bhimbar|بھمبر
Rawalakot|rawlakot|rawala kot|راولاکوٹ
Bagh|باغ
Dadyal|dudyal|ڈڈیال
Palandri|pallandri|پلندری
Islamgarh|islam garh|اسلام گڑھ
Chakswari|chaksawari|چکسواری
~Hattian Bala|ہٹیاں بالا
~Athmuqam|اٹھمقام
~Forward Kahuta|فارورڈ کہوٹہ`,
  'Gilgit-Baltistan': `
~Gilgit|gilgitt|gilget|گلگت
~Skardu|skardo|iskardu|اسکردو|سکردو
~Hunza|ہنزہ
~Aliabad Hunza|علی آباد ہنزہ
~Karimabad Hunza|کریم آباد ہنزہ
~Chilas|چلاس
~Khaplu|خپلو
~Shigar|شگر
~Ghizer|gahkuch|غذر|گاہکوچ
~Astore|استور`,
} as const;
