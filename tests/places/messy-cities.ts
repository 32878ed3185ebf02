/**
 * How people write their city, collected by hand for the tests: the city and, between semicolons, what stands in the city field. Under `(unknown)` is what
 * nobody can be sure about. What begins with `@` is an address whose city field was left empty.
 */
export const MESSY_CITIES = `
Karachi: karachi; KARACHI; Karachi ; khi; KHI; Khi.; K.H.I; krachi; Karachi, Pakistan; Karachi Pakistan; karachi sindh; Karachi, Sindh; Karachi 75500; karachi-75600; Karachi city; city karachi; کراچی; كراچي; کراچی پاکستان; کراچی، سندھ; karachi (DHA); DHA Karachi; Clifton, Karachi; Karachi Gulshan; Gulshan e Iqbal Karachi; North Nazimabad Karachi; north karachi; New Karachi; Malir Karachi; Malir Cantt Karachi; Korangi, Karachi; Landhi Karachi; saddar karachi; Karachi Saddar; karachee; karachy; karchi; Karachi - DHA Phase 5; Defence Phase 6, Karachi; bahria town karachi; FB Area Karachi; Karāchi; Karachi/Sindh; karachi.; distt Karachi; @House 4, Street 9, Clifton Block 5, Karachi; @Flat 302 Rufi Heights, Gulshan-e-Iqbal Block 13, Karachi 75300; @مکان نمبر ۵، گلشن اقبال، کراچی
Lahore: lahore; Lahore; LAHORE; LaHoRe; lhr; LHR; L.H.R; Lhr.; lhe; lahor; Lahour; Lahaur; lahoor; Lahore, Punjab; lahore punjab; Punjab, Lahore; Lahore Pakistan; LAHORE 54000; Lahore-54000; Lahore cantt; LAHORE CANTT; lahore cantonment; Cantt Lahore; Lahore City; لاہور; لاهور; لاھور; لاہور کینٹ; لاہور شہر; لاہور، پنجاب; Gulberg Lahore; Gulberg III Lahore; gulberg 3, lahore; DHA Lahore; dha phase 5 lahore; Lahore DHA; Model Town, Lahore; model town lahore; Johar Town Lahore; johar town, Lahore.; Bahria Town Lahore; Lahore (Johar Town); Wapda Town Lahore; Askari 10 Lahore; Lahore/Punjab; Lahore | Pakistan; district lahore; Distt. Lahore; @12-C Main Boulevard, Gulberg III, Lahore; @House 7, Street 4, Johar Town Block E, Lahore; @۲۳ مال روڈ، لاہور; @Multan Road, Lahore.
Islamabad: islamabad; Islamabad; ISLAMABAD; isb; ISB; I.S.B; Isb.; islambad; Islamabaad; islamabd; isloo; Islamabad, Pakistan; islamabad pakistan; Islamabad 44000; Islamabad-44000; ICT; Islamabad Capital Territory; اسلام آباد; اسلامآباد; اسلام اباد; اسلام‌آباد; Islam abad; G-9 Islamabad; F-10, Islamabad; f 7 islamabad; I-8 Islamabad; G-11/2, Islamabad; DHA Phase 2 Islamabad; bahria town islamabad; Islamabad (F-6); Islamabad city; @House 12, Street 4, F-7/2, Islamabad; @Karachi Company, G-9 Islamabad
Rawalpindi: rawalpindi; Rawalpindi; RAWALPINDI; pindi; Pindi; PINDI; rwp; RWP; R.W.P; rawal pindi; Rawal Pindi; rawlpindi; rawalpndi; Rawalpindi, Punjab; rawalpindi punjab; Rawalpindi Cantt; Rawalpindi Cant; pindi cantt; Rawalpindi Saddar; saddar rawalpindi; Satellite Town Rawalpindi; satellite town, rawalpindi; Bahria Town Rawalpindi; bahria town phase 8 rawalpindi; Rawalpindi 46000; rawalpindi city; راولپنڈی; راولپنڈي; راولپنڈی کینٹ; پنڈی; @House 45, Satellite Town, Rwp; @12-B, Chaklala Scheme 3, Rawalpindi
Faisalabad: faisalabad; Faisalabad; FAISALABAD; fsd; FSD; F.S.D; faislabad; faisalbad; faisal abad; Faisal Abad; fasialabad; faisalabd; Lyallpur; lyallpur; Faisalabad Punjab; Faisalabad, Punjab; Faisalabad, Pakistan; Faisalabad city; faisalabad 38000; فیصل آباد; فيصل آباد; فیصل اباد; فیصلآباد; Peoples Colony Faisalabad; people colony, faisalabad; district Faisalabad; @Street 3, Peoples Colony No 2, Faisalabad
Multan: multan; Multan; MULTAN; mux; multaan; Multan Cantt; multan cantt.; Multan, Punjab; multan punjab pakistan; Multan 60000; ملتان; ملتان کینٹ; ملتان شہر; Multan City; @House 9, Gulgasht Colony, Multan
Peshawar: peshawar; Peshawar; PESHAWAR; pesh; peshawer; pishawar; peshwar; Peshawar, KPK; peshawar kpk; Peshawar KP; Peshawar Cantt; peshawar cantonment; Peshawar Saddar; Hayatabad Peshawar; hayatabad, peshawar; Hayatabad Phase 3 Peshawar; University Town Peshawar; Peshawar Khyber Pakhtunkhwa; Peshawar, NWFP; Peshawar 25000; پشاور; پشاور کینٹ; @Street 5, Hayatabad Phase 2, Peshawar
Quetta: quetta; Quetta; QUETTA; qta; Queta; Quetta Cantt; Quetta, Balochistan; quetta baluchistan; Quetta Balochistan Pakistan; Quetta 87300; کوئٹہ; كوئٹہ; کوئٹه; Quetta city; Satellite Town Quetta; @Jinnah Road, Quetta
Hyderabad: hyderabad; Hyderabad; HYDERABAD; hyd; HYD; hydrabad; hyderbad; haiderabad; Haidrabad; Hyderabad Sindh; Hyderabad, Sindh; hyderabad sind; Hyderabad Pakistan; Hyderabad 71000; حیدرآباد; حیدر آباد; حيدرآباد; حیدرآباد، سندھ; Hyderabad cantt; Hyderabad city; @Latifabad Unit 7, Hyderabad
Gujranwala: gujranwala; Gujranwala; GUJRANWALA; grw; gujrawala; gujranwalla; gujaranwala; Gujranwala, Punjab; Gujranwala Cantt; Gujranwala city; Model Town Gujranwala; Satellite Town, Gujranwala; گوجرانوالہ; گوجرانواله; گجرانوالہ; Gujranwala 52250; DHA Gujranwala; @Street 2, Model Town, Gujranwala
Sialkot: sialkot; Sialkot; SIALKOT; skt; sial kot; syalkot; Sialkot Cantt; Sialkot, Punjab; Sialkot city; sialkot 51310; سیالکوٹ; سيالكوٹ; سیالکوٹ کینٹ; Model Town Sialkot; @Paris Road, Sialkot
Sargodha: sargodha; Sargodha; SARGODHA; sgd; sargoda; sarghoda; Sargodha Punjab; Sargodha, Punjab, Pakistan; Satellite Town Sargodha; سرگودھا; سرگودها; Sargodha city; Sargodha Cantt; 40100 Sargodha; @Block 12, Sargodha
Bahawalpur: bahawalpur; Bahawalpur; BAHAWALPUR; bwp; BWP; bhawalpur; bahwalpur; bahawal pur; Bahawal Pur; Bahawalpur Cantt; Bahawalpur, Punjab; Model Town A Bahawalpur; Satellite Town Bahawalpur; بہاولپور; بہاول پور; بهاولپور; Bahawalpur 63100; @Model Town B, Bahawalpur
Sukkur: sukkur; Sukkur; SUKKUR; sukkar; sukur; sakhar; Sukkur Sindh; Sukkur, Sindh; سکھر; سكھر; Sukkur city; @Military Road, Sukkur
Abbottabad: abbottabad; Abbottabad; ABBOTTABAD; atd; abbotabad; abottabad; abotabad; Abbott abad; Abbottabad KPK; Abbottabad, KPK; Abbottabad Cantt; ایبٹ آباد; ايبٹ آباد; ایبٹ اباد; @Jinnahabad, Abbottabad
Rahim Yar Khan: rahim yar khan; Rahim Yar Khan; RAHIM YAR KHAN; ryk; RYK; R.Y.K; R.Y.Khan; R Y Khan; rahimyarkhan; RahimYarKhan; Rahimyar Khan; Rahim-Yar-Khan; raheem yar khan; Rahim Yar Khan Punjab; Rahim Yar Khan, Punjab; رحیم یار خان; رحيم يار خان; Model Town Rahim Yar Khan; district rahim yar khan; @Street 1, Satellite Town, Rahim Yar Khan
Dera Ghazi Khan: dera ghazi khan; Dera Ghazi Khan; D.G. Khan; D.G.Khan; DG Khan; dg khan; DGKhan; dgk; D G Khan; DG-Khan; d.g khan; DERA GHAZI KHAN; Dera Ghazi Khan Punjab; DG Khan, Punjab; DG Khan city; ڈیرہ غازی خان; ڈيرہ غازي خان; ڈی جی خان; tehsil DG Khan; @Block 15, Dera Ghazi Khan
Dera Ismail Khan: dera ismail khan; Dera Ismail Khan; D.I. Khan; D.I.Khan; DI Khan; DIKhan; dik; d i khan; D.I. Khan KPK; Dera Ismail Khan, KPK; DI Khan cantt; ڈیرہ اسماعیل خان; ڈيره اسماعيل خان; ڈی آئی خان
Gujrat: gujrat; Gujrat; GUJRAT; gujraat; Gujrat Punjab; Gujrat, Punjab; Gujrat city; گجرات; گجرات، پنجاب; distt gujrat; @Bhimber Road, Gujrat
Sheikhupura: sheikhupura; Sheikhupura; SHEIKHUPURA; skp; shekhupura; sheikhpura; shaikhupura; Sheikhupura Punjab; شیخوپورہ; شيخوپوره; @Lahore Road, Sheikhupura
Jhang: jhang; Jhang; JHANG; Jhang Sadar; Jhang Saddar; jhang city; Jhang, Punjab; جھنگ; جهنگ; جھنگ صدر; distt Jhang
Sahiwal: sahiwal; Sahiwal; SAHIWAL; sahiwaal; Sahiwal Punjab; Sahiwal, Punjab; ساہیوال; ساهیوال; Sahiwal city; Farid Town, Sahiwal; @Farid Town, Sahiwal
Wah Cantt: wah cantt; Wah Cantt; WAH CANTT; wah cant; Wah Cantonment; wah; Wah Cantt, Punjab; wah cantt punjab; واہ کینٹ; واه کینٹ; Wah-Cantt
Kasur: kasur; Kasur; qasur; kasoor; Kasur Punjab; قصور; Kasur city; KASUR; @Kot Murad Khan, Kasur
Okara: okara; Okara; OKARA; okarra; Okara Cantt; Okara, Punjab; اوکاڑہ; اوكاڑہ; Okara city
Mardan: mardan; Mardan; MARDAN; Mardan KPK; Mardan, KPK; mardan cantt; مردان; Mardan Khyber Pakhtunkhwa; @Sheikh Maltoon Town, Mardan
Mingora: mingora; Mingora; Mingora KPK; MINGORA; منگورہ; Mingora, KPK
Swat: swat; Swat; SWAT; Swat KPK; Swat, KPK; سوات; district swat
Nawabshah: nawabshah; Nawabshah; nawab shah; Nawab Shah; NAWABSHAH; Shaheed Benazirabad; sba; Nawabshah Sindh; نواب شاہ; نوابشاہ; نواب شاه
Larkana: larkana; Larkana; larkano; LARKANA; Larkana Sindh; Larkana, Sindh; لاڑکانہ; لاڑكانہ; larkana city
Mirpur Khas: mirpur khas; Mirpur Khas; Mirpurkhas; MIRPURKHAS; mpk; Mirpur Khas Sindh; Mirpurkhas, Sindh; Mirpur-Khas; میرپور خاص; ميرپور خاص; میرپورخاص
Mirpur: mirpur; Mirpur; Mirpur AJK; Mirpur, AJK; Mirpur Azad Kashmir; mirpur azad kashmir pakistan; MIRPUR; میرپور; میرپور آزاد کشمیر; ميرپور
Muzaffarabad: muzaffarabad; Muzaffarabad; muzafarabad; Muzaffar Abad; Muzaffarabad AJK; Muzaffarabad, Azad Kashmir; مظفر آباد; مظفرآباد; MUZAFFARABAD
Muzaffargarh: muzaffargarh; Muzaffargarh; muzafargarh; muzaffar garh; Muzaffargarh Punjab; مظفر گڑھ; مظفرگڑھ; MUZAFFARGARH
Chiniot: chiniot; Chiniot; chinniot; CHINIOT; Chiniot, Punjab; چنیوٹ; چنيوٹ
Hafizabad: hafizabad; Hafizabad; hafiz abad; Hafiz Abad; HAFIZABAD; Hafizabad Punjab; حافظ آباد; حافظآباد; حافظ اباد
Sadiqabad: sadiqabad; Sadiqabad; sadiq abad; Sadiq Abad; صادق آباد; Sadiqabad Punjab; SADIQABAD
Burewala: burewala; Burewala; burewalla; Bure wala; boorewala; Burewala, Punjab; بورے والا; بوریوالہ; BUREWALA
Khanewal: khanewal; Khanewal; KHANEWAL; Khanewal Punjab; خانیوال; خانيوال; khanewal city
Mandi Bahauddin: mandi bahauddin; Mandi Bahauddin; M.B.Din; MB Din; mbdin; mandi bahaudin; Mandi Baha ud Din; Mandi Baha-ud-Din; MANDI BAHAUDDIN; Mandi Bahauddin Punjab; منڈی بہاؤالدین; منڈی بہاوالدین; منڈي بہاؤالدين; district Mandi Bahauddin
Jhelum: jhelum; Jhelum; JHELUM; jehlum; jhelam; Jhelum Cantt; Jhelum, Punjab; جہلم; جهلم; jhelum city
Attock: attock; Attock; ATTOCK; Attock City; Attock Cantt; Attock, Punjab; اٹک; attock city punjab; attok
Vehari: vehari; Vehari; VEHARI; vihari; Vehari, Punjab; وہاڑی; وهاڑی; وہاڑي
Chakwal: chakwal; Chakwal; CHAKWAL; Chakwal Punjab; چکوال; چكوال; chakwal city
Gujar Khan: gujar khan; Gujar Khan; gujjar khan; Gujjar Khan; gujarkhan; GUJAR KHAN; Gujar Khan, Punjab; گوجر خان; گوجرخان
Bahawalnagar: bahawalnagar; Bahawalnagar; bahawal nagar; Bahawal Nagar; bahawalnager; BAHAWALNAGAR; بہاولنگر; بہاول نگر; بهاولنگر; Bahawalnagar Punjab
Pindi Gheb: pindi gheb; Pindi Gheb; pindigheb; PINDI GHEB; Pindi Gheb, Punjab; پنڈی گھیب
Pindi Bhattian: pindi bhattian; Pindi Bhattian; pindi bhatian; PINDI BHATTIAN; پنڈی بھٹیاں
Wazirabad: wazirabad; Wazirabad; wazir abad; WAZIRABAD; وزیر آباد; وزيرآباد; Wazirabad, Punjab
Mianwali: mianwali; Mianwali; mian wali; MIANWALI; میانوالی; ميانوالي; Mianwali Punjab
Khushab: khushab; Khushab; KHUSHAB; خوشاب; Khushab Punjab
Layyah: layyah; Layyah; leiah; layah; LAYYAH; لیہ; Layyah, Punjab
Bhakkar: bhakkar; Bhakkar; bhakar; BHAKKAR; بھکر; Bhakkar Punjab
Lodhran: lodhran; Lodhran; LODHRAN; لودھراں; lodharan; Lodhran, Punjab
Rajanpur: rajanpur; Rajanpur; rajan pur; راجن پور; راجنپور; RAJANPUR
Narowal: narowal; Narowal; NAROWAL; نارووال; Narowal, Punjab
Nankana Sahib: nankana sahib; Nankana Sahib; nankana; Nankana; NANKANA SAHIB; ننکانہ صاحب; Nankana Sahib, Punjab
Toba Tek Singh: toba tek singh; Toba Tek Singh; tts; T.T. Singh; TT Singh; toba; TOBA TEK SINGH; ٹوبہ ٹیک سنگھ; Toba Tek Singh Punjab
Pakpattan: pakpattan; Pakpattan; pak pattan; Pakpatan; Pakpattan Sharif; پاکپتن; پاک پتن; پاكپتن; PAKPATTAN
Kohat: kohat; Kohat; KOHAT; Kohat KPK; Kohat Cantt; کوہاٹ; كوہاٹ; کوهاٹ
Bannu: bannu; Bannu; banu; BANNU; Bannu KPK; بنوں; Bannu, KPK
Nowshera: nowshera; Nowshera; noshera; NOWSHERA; Nowshera KPK; Nowshera Cantt; نوشہرہ; نوشهره
Swabi: swabi; Swabi; SWABI; sawabi; Swabi KPK; صوابی; صوابي
Charsadda: charsadda; Charsadda; charsada; CHARSADDA; چارسدہ; چارسده; Charsadda KPK
Mansehra: mansehra; Mansehra; manshera; MANSEHRA; مانسہرہ; مانسهره; Mansehra KPK
Haripur: haripur; Haripur; hari pur; HARIPUR; ہری پور; Haripur Hazara; Haripur KPK
Taxila: taxila; Taxila; texila; TAXILA; ٹیکسلا; Taxila Cantt; Taxila, Punjab
Murree: murree; Murree; muree; MURREE; مری; Murree Punjab
Turbat: turbat; Turbat; TURBAT; Turbat Balochistan; تربت; Turbat, Balochistan
Gwadar: gwadar; Gwadar; gawadar; GWADAR; گوادر; Gwadar Balochistan
Khuzdar: khuzdar; Khuzdar; KHUZDAR; خضدار; Khuzdar, Balochistan
Gilgit: gilgit; Gilgit; GILGIT; Gilgit, Gilgit Baltistan; Gilgit GB; گلگت; Gilgit city
Skardu: skardu; Skardu; skardo; SKARDU; Skardu GB; اسکردو; سکردو; Skardu, Gilgit-Baltistan
Hunza: hunza; Hunza; HUNZA; ہنزہ; هنزه; Hunza GB
Chitral: chitral; Chitral; CHITRAL; چترال; Chitral KPK
Kotli: kotli; Kotli; Kotli AJK; KOTLI; کوٹلی; كوٹلي; Kotli, Azad Kashmir
Rawalakot: rawalakot; Rawalakot; rawlakot; RAWALAKOT; راولاکوٹ; Rawalakot AJK
Bhimber: bhimber; Bhimber; BHIMBER; بھمبر; Bhimber AJK
Khairpur: khairpur; Khairpur; Khairpur Mirs; Khairpur Mir's; KHAIRPUR; خیرپور; Khairpur Sindh
Jacobabad: jacobabad; Jacobabad; jacob abad; JACOBABAD; جیکب آباد; Jacobabad Sindh
Shikarpur: shikarpur; Shikarpur; shikar pur; شکارپور; SHIKARPUR; Shikarpur, Sindh
Dadu: dadu; Dadu; DADU; دادو; Dadu Sindh
Badin: badin; Badin; BADIN; بدین; بدين; Badin, Sindh
Thatta: thatta; Thatta; thatha; THATTA; ٹھٹھہ; Thatta Sindh
Umerkot: umerkot; Umerkot; umarkot; umer kot; UMERKOT; عمرکوٹ; عمركوٹ
Tando Allahyar: tando allahyar; Tando Allahyar; Tando Allah Yar; TANDO ALLAHYAR; ٹنڈو الہ یار; tando-allahyar
Tando Adam: tando adam; Tando Adam; tandoadam; ٹنڈو آدم; ٹنڈو ادم; Tando Adam Sindh
Ghotki: ghotki; Ghotki; GHOTKI; گھوٹکی; گھوٹكي; Ghotki, Sindh
Sanghar: sanghar; Sanghar; SANGHAR; سانگھڑ; Sanghar Sindh
Jamshoro: jamshoro; Jamshoro; JAMSHORO; جامشورو; Jamshoro, Sindh
Hub: hub; Hub; Hub Chowki; hub chowki balochistan; حب; HUB
Muridke: muridke; Muridke; muridkay; mureedke; MURIDKE; مریدکے; مريدكے; Muridke Punjab
Daska: daska; Daska; DASKA; ڈسکہ; ڈسكه; Daska, Punjab
Gojra: gojra; Gojra; GOJRA; گوجرہ; Gojra Punjab
Jaranwala: jaranwala; Jaranwala; jaranwalla; JARANWALA; جڑانوالہ; Jaranwala, Punjab
Kamoke: kamoke; Kamoke; kamoki; Kamonke; KAMOKE; کامونکی; Kamoke Punjab
Chishtian: chishtian; Chishtian; chishtiyan; CHISHTIAN; چشتیاں; Chishtian Punjab
Mian Channu: mian channu; Mian Channu; mian chunnu; Mian Chanu; MIAN CHANNU; میاں چنوں; Mianchannu
Lala Musa: lala musa; Lala Musa; lalamusa; Lalamusa; LALA MUSA; لالہ موسیٰ; لالہ موسی; لالہ موسي
Kharian: kharian; Kharian; Kharian Cantt; KHARIAN; کھاریاں; Kharian, Punjab
Phalia: phalia; Phalia; PHALIA; پھالیہ; tehsil Phalia; Phalia Punjab
Arifwala: arifwala; Arifwala; arif wala; Arif Wala; ARIFWALA; عارف والا; عارفوالا
Ahmedpur East: ahmedpur east; Ahmadpur East; ahmad pur east; Ahmedpur Sharqia; AHMEDPUR EAST; احمد پور شرقیہ
Kot Addu: kot addu; Kot Addu; kotaddu; KOT ADDU; کوٹ ادو; Kot Addu, Punjab
Shakargarh: shakargarh; Shakargarh; shakar garh; SHAKARGARH; شکر گڑھ; شکرگڑھ
Pattoki: pattoki; Pattoki; patoki; PATTOKI; پتوکی; پتوكي
Depalpur: depalpur; Depalpur; dipalpur; Dipalpur; DEPALPUR; دیپالپور
Raiwind: raiwind; Raiwind; rai wind; RAIWIND; رائیونڈ; رائے ونڈ
Hassan Abdal: hassan abdal; Hassan Abdal; hasan abdal; hasanabdal; HASSAN ABDAL; حسن ابدال
Fateh Jang: fateh jang; Fateh Jang; fatehjang; FATEH JANG; فتح جنگ; Fateh Jang, Punjab
Talagang: talagang; Talagang; tala gang; TALAGANG; تلہ گنگ; تله گنگ
Taunsa: taunsa; Taunsa; Taunsa Sharif; TAUNSA; تونسہ; تونسہ شریف
Rabwah: rabwah; Rabwah; Chenab Nagar; chenab nagar; RABWAH; ربوہ; چناب نگر
Sehwan: sehwan; Sehwan; Sehwan Sharif; SEHWAN; سیہون; سیہون شریف
Dera Murad Jamali: dera murad jamali; Dera Murad Jamali; DERA MURAD JAMALI; ڈیرہ مراد جمالی
Naushahro Feroze: naushahro feroze; Naushahro Feroze; naushehro feroze; NAUSHAHRO FEROZE; نوشہرو فیروز
Naushera Virkan: nowshera virkan; Nowshera Virkan; Naushera Virkan; noshera virkan; نوشہرہ ورکاں
Parachinar: parachinar; Parachinar; para chinar; پاراچنار; Parachinar KPK
Lakki Marwat: lakki marwat; Lakki Marwat; laki marwat; لکی مروت; Lakki Marwat KPK
Takht Bhai: takht bhai; Takht Bhai; takhtbhai; Takht-i-Bhai; تخت بھائی
Sarai Alamgir: sarai alamgir; Sarai Alamgir; Sarai-e-Alamgir; sara e alamgir; سرائے عالمگیر
Dina: dina; Dina; DINA; دینہ; Dina Punjab
Ghakhar Mandi: ghakhar mandi; Ghakhar; Ghakkar; gakhar; گکھڑ; گکھڑ منڈی
Chichawatni: chichawatni; Chichawatni; CHICHAWATNI; چیچہ وطنی; Chichawatni, Punjab
Kabirwala: kabirwala; Kabirwala; kabir wala; کبیر والا; کبیروالا; KABIRWALA
Mailsi: mailsi; Mailsi; MAILSI; میلسی; Mailsi, Punjab
Hasilpur: hasilpur; Hasilpur; hasil pur; حاصل پور; حاصلپور; HASILPUR
Haroonabad: haroonabad; Haroonabad; haroon abad; Haroon Abad; ہارون آباد; هارون آباد
Liaquatpur: liaquatpur; Liaquatpur; liaqatpur; Liaquat Pur; لیاقت پور
Sambrial: sambrial; Sambrial; sambaryal; سمبڑیال; SAMBRIAL
Pasrur: pasrur; Pasrur; pasroor; پسرور; PASRUR
Miranshah: miranshah; Miran Shah; میران شاہ
Zhob: zhob; Zhob; ژوب; Zhob Balochistan
Chaman: chaman; Chaman; CHAMAN; چمن; Chaman Balochistan
Sibi: sibi; Sibi; SIBI; سبی; سبي
Loralai: loralai; Loralai; LORALAI; لورالائی; Loralai, Balochistan
(unknown): ; .; -; ?; n/a; NA; none; xyz; test; abc; Pakistan; pakistan; Punjab; punjab; Sindh; KPK; AJK; Azad Kashmir; Gilgit Baltistan; my city; same; same as address; village; گاؤں; gaon; 54000; 0300; Rawalpindi/Islamabad; Islamabad / Rawalpindi; Rawalpindi, Islamabad; Lahore or Karachi; Lahore, Karachi; Karachi Lahore; near Lahore; near Multan; Kot Multan; Chak 45 NB; chak 12; Chak 204 RB; Mouza Sial; Pindi Saidpur; Pindi Hashim; Pindi Point; pindi khokhar; Pind Ranjha; Lahore Road; Multan Road; Karachi Company; Peshawar Mor; Kashmir Highway; Mall Road; Gulberg; DHA; dha phase 6; Model Town; Johar Town; Satellite Town; Bahria Town; Saddar; Cantt; F-10; G-11/2; Jalalpur; Ahmadpur; Tando; Kot; Dera; Dera Khan; Khan; Mandi; Nagar; Abad; Bahawal; Bahawalnag; Rahim; Yar Khan; Ghazi; Mirpur Sindh; Mirpur, Sindh; Karachi Punjab; Lahore Sindh; Multan KPK; Lahor3; Lohare; Karacho; Mulltan; Islamgabad; Gujarat India; Delhi; Mumbai; Dubai; London; Kabul; Hyderabad India; Hyderabad Deccan; Model Town Link Road; Sialkot Road; Daska Road; Basti Malook; Basti Multan; Goth Khan; Mohalla Islamabad; Islampura; Islam Nagar; Lahorianwala; Karachi Bakery; Faisal Town; Faisal; Gul; Kala; Wala; Nawab; Shah; Khanpur Mahar; Alipur Farash; Shahpur Kanjran; Kotli Loharan; Kotli Satian Road; Nowshera Jadid; Wahndo; Murree Road; Quetta Hotel; Lalian Road; Attock Refinery; Taxila Road; Sadar Bazar; Gate 4; New City; نیا شہر; چک ۴۵; پاکستان; پنجاب; @House 12, Mall Road; @Street 5, Model Town; @Multan Road; @near Lahore Hotel, main bazar; @Village Kot Multan; @Chak 45 NB, near Sargodha; @Mohalla Islamabad; @opposite Cafe Lahore; @House 3, Lahore, Street 4, Karachi; @مین بازار
`;
