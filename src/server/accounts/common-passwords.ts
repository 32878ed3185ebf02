/**
 * The commonest passwords, in small letters: those of ten characters or more, and before them the thousand commonest shorter ones, to which people add an ending.
 * From `django/contrib/auth/common-passwords.txt` of Django 5.2, a list by Royce Williams in the order of how often each was found
 * (BSD-3-Clause, © Django Software Foundation and individual contributors); what an ending makes of another one is left out.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
123456 123456789 qwerty password 111111 12345678 abc123 1234567 password1 12345 123123 000000 iloveyou monkey dragon 123456a 654321 123321 666666 1qaz2wsx
121212 myspace1 123qwe a123456 1q2w3e4r 123abc qwe123 7777777 qwerty123 987654321 target123 zxcvbnm tinkle qwerty1 222222 1g2w3e4r gwerty zag12wsx
gwerty123 555555 fuckyou asdfghjkl 112233 1q2w3e qazwsx 123123123 princess computer 12345a 159753 ashley michael football 1234qwer sunshine aaaaaa
iloveyou1 fuckyou1 789456123 daniel asdfgh 777777 123654 11111 princess1 999999 abcd1234 11111111 shadow 888888 superman football1 love123 jordan23 jessica
12qwaszx baseball monkey1 killer a12345 master asd123 samsung charlie azerty soccer jordan 88888888 michael1 jesus1 blink182 789456 qwer1234 linkedin
babygirl1 thomas q1w2e3r4 status michelle liverpool nicole 333333 asdasd qwert j38ifubn 131313 987654 lovely andrew gfhjkm joshua anthony hello1 justin
angel1 zxcvbn hello iloveyou2 1111111 jennifer naruto tigger hunter welcome 159357 babygirl 147258369 pokemon 101010 bitch1 jessica1 robert 102030 parola
secret 5201314 fuckyou2 696969 loveme 123456q purple mother anthony1 apple qazwsxedc money1 trustno1 matthew buster baseball1 andrea hannah freedom
passw0rd soccer1 iloveu chelsea george friends william samantha amanda golfer summer chocolate asdf1234 qwerty12 number1 flower maggie letmein charlie1
pakistan batman superman1 asshole1 butterfly 147258 marina 010203 forever qweqwe fuk19600 12341234 mustang sunshine1 internet alexander london harley
29rsavoy ashley1 pepper xbox360 q1w2e3 00000000 family whatever joseph loveyou jasmine orange cookie 50cent junior 212121 qweasdzxc martin 1qazxsw2
hello123 lol123 google ginger password2 111222 patrick shadow1 jordan1 12344321 arsenal abcdef mylove nicole1 starwars taylor brandon 232323 angel love12
brandon1 diamond snoopy 12345q myspace asshole qweasd chris1 matrix mickey jonathan school melissa eminem 1234561 lovers cheese richard yellow nikita
oliver bailey christian sophie mercedes victoria 147852 matthew1 peanut 290966 456789 wall.e 12413 million2 tudelft benjamin dpbk1234 red123 abcdefg
u38fa39 dragon1 sandra happy1 asdasd5 123654789 444444 elizabeth prince banana angels angela samuel qqqqqq qwertyu amanda1 barcelona zaq12wsx computer1
hockey monster michelle1 ghbdtn william1 nathan 55555 chicken 11223344 carlos antonio welcome1 123789 gabriel silver justin1 killer1 lucky1 jasmine1
bubbles hunter1 slipknot jackson purple1 morgan austin rainbow andrew1 daniel1 hottie1 fuckoff madison natasha vanessa metallica adidas america xxxxxx
mommy1 chicken1 252525 87654321 jesus james1 spiderman alexis lauren ferrari 456123 steven 147852369 qwaszx !ab#cd$ robert1 pokemon1 nirvana buddy1 bandit
nicholas 123qweasd danielle 0123456 asdfasdf scooter hannah1 destiny juventus rachel chelsea1 cookie1 qazxsw a838hfid 1234567a 142536 monica loveme1 stella
a1b2c3 freedom1 zzzzzz america1 00000 741852963 999999999 qwertyui jennifer1 1234abcd yamaha victor 123asd ronaldo smokey taylor1 cocacola money booboo
heather madison1 success 7654321 david1 1password joshua1 november buster1 daddy1 jasper samantha1 mustang1 edward tennis zxc123 qaz123 diamond1 lovely1
qqww1122 whatever1 family1 valentina friend sweety tigger1 exigent music1 nothing harley1 chester casper thomas1 super123 hahaha a1b2c3d4 cheese1 n0=acc3ss
david 098765 alexandra canada olivia december sabrina mynoob dennis dakota patricia playboy barbie friends1 johnny summer1 music loulou nicolas pretty
qwert1 maggie1 charles mexico1 phoenix lover1 123456m thunder rebecca beautiful spider carolina batman1 vincent jeremy yankees dallas master1 heather1
sebastian iloveu2 cameron sexy123 pepper1 midnight 852456 guitar caroline elephant weed420 yankees1 scorpion dolphin 124578 tweety bubbles1 fuckoff1 fucker
peanut1 patrick1 pussy1 lalala louise fuckme lovelove cowboys1 veronica sparky adrian naruto1 iw14fi9j newyork september scooby heaven mother1 loser1
melissa1 135790 tigers jessie crystal chris gemini peaches merlin spongebob 123456s 1a2b3c raiders1 12121212 qazwsx123 246810 stephanie shannon james
zxcvbnm1 iloveyou! sakura apples precious lakers 134679 a1234567 sergey 555666 poohbear 202020 159951 jackie cristina jackson1 ginger1 aa123456 daniela
pussy test123 123456j rocky1 muffin yellow1 newyork1 cooper 753951 apple1 flower1 sammy1 cherry 010101 123456b richard1 flowers monster1 destiny1 diablo
blessed1 beauty slipknot1 mexico emmanuel winston nigger1 maverick genius toyota tiffany 741852 charlotte creative baby123 winner onelove badboy tiger1
softball iloveu1 joseph1 hotmail mickey1 brittany asdf123 murphy sayang compaq manuel kristina scorpio garfield 1314520 hottie stupid1 aaaaa carmen qazqaz
stalker austin1 doudou scooter1 lastfm brandy 1a2b3c4d steelers 151515 0000000 booboo1 claudia kitty1 m123456 rabbit isabella pimpin1 fuckme1 august
october badoo boomer orange1 dexter samson bailey1 123456abc myspace2 green1 12345678a kimberly crazy1 angelo qwert123 popcorn 123456d ranger 456456
cowboys q123456 happy black1 passion shorty christ snickers tyler1 albert soleil guitar1 blessed krishna junior1 alyssa shorty1 forever1 lucky7 barney
andrey icecream bitch cameron1 karina 963852741 samsung1 melanie brittany1 bismillah babyboy1 fucker1 eagles letmein1 iloveme danielle1 leonardo coffee
windows police christine dancer woaini j123456 gangsta1 password! miguel cowboy arsenal1 love13 smokey1 swordfish 951753 winter pass123 fucku2 maxwell
denise asdfgh1 bubba1 fernando q12345 54321 horses hardcore kitten sydney george1 francis cassie pumpkin twilight marlboro rangers 7758521 secret1 pretty1
martina florida player1 fylhtq lauren1 141414 natalie barbara jason1 s123456 molly1 dolphin1 pookie hiphop bond007 rockstar chivas1 abc123456 nathan1
stupid 123qwe123 fishing 123123a john316 vfhbyf starwars1 greenday maria loveyou1 321321 trinity tiffany1 fatima skater1 abc1234 angelina kobe24 google1
bonnie lucky alexis1 fluffy courtney playboy1 123456z 007007 crystal1 turtle school1 father darkness b123456 kissme alejandro corvette marseille roberto
sweet1 player lollipop biteme jackass sarah1 password3 qwerty7 lolita sexy12 candy1 simone jonathan1 brooklyn 786786 alicia honey motorola nicholas1
angel123 simple jackass1 slayer 012345 portugal shelby rainbow1 poohbear1 chicago steven1 snowball 123456c awesome morgan1 vfrcbv iloveme1 natalia golden
people sweetie 454545 raiders boston sharon tucker shannon1 logitech pa55word teresa wilson snoopy1 mnbvcxz 789789 kevin bonjour lovers1 242424 aaaaaa1
blue123 pamela remember catherine redsox kenneth klaster victoria1 ssssss popcorn1 ihateyou 9379992 eminem1 isabelle hockey1 cricket lakers24 seven7
bulldog lizottes 123456k marcus sarah kevin1 steelers1 love11 edward1 password. marley willow fender yfnfif aaaaaaaa connor single magic blessing rockstar1
camille indian qazwsx1 peaches1 never tweety1 amber1 aaa111 nastya florida1 superstar love4ever 123456t goodluck asdfghjk bella1 hammer thunder1 stephen
chance marine marvin 121314 changeme santiago happy123 abcdefg1 carlos1 loveme2 bigdaddy marie1 satan666 daisy1 d123456 hotdog abcd123 cutie1 mmmmmm
z123456 arthur iverson3 vanessa1 123456l 234567 iceman tintin johnson svetlana chester1 cookies orlando parker teacher miller freddy porsche 090909
bullshit yourmom1 rachel1 loverboy fyfcnfcbz fuckyou! rush2112 angelica travis spencer midnight1 sunday please love1234 gateway williams babygurl1 monika
321654 ladybug gracie asdfg nissan asdfjkl tiger sunflower 666999 sweetpea 5555555 55555555 greenday1 jason sasuke raymond zachary charles1 123698745
precious1 evildick 456852 a12345678 brooklyn1 8675309 dallas1 tamara lollol aaaaa1 paradise 111111a abc12345 money123 bianca lakers1 poopoo shopping
lebron23 emily1 winnie baby12 sophia kawasaki inuyasha doctor 12345t fktrcfylh lucky13 andrei sierra julian bigboy pantera 22222222 171717 nascar lorenzo
21212121 genesis babyboy jacob1 qqq111 1q2w3e4r5t qwertyuiop homelesspa passer2009 123456789a q1w2e3r4t5y6 fqrg7cs493 basketball 1qaz2wsx3edc 3rjs1la7qe
q1w2e3r4t5 vqsablpzla 12345qwert cjmasterinf yuantuo2012 sojdlg123aljg diosesfiel pe#5gz29ptzmse tinkerbell 111222tianya hellokitty 1q2w3e4r5t6y
startfinding 4815162342 123hfjdk147 123456789q yagjecc826 manchester 3odi15ngxb 421uiopy258 1029384756 california 1v7upjw3nt uqa9ebw445 sz9kqcctwy
d2xyw89sxj friendster justinbieb 123qweasdzxc 3d8cubaj2e p3rat54797 strawberry 1123581321 christopher azertyuiop 12345qwerty undertaker sweetheart
linkinpark polniypizdec0211 realmadrid southside1 alessandro bestfriend volleyball hollister1 w5txn36alfw 123456qwerty 2012comeer harrypotter n8zgt5p0shw=
groupd2013 vrbgqns997 christina1 qti7zxh18u poiuytrewq megaparol12345 terminator 123456789m 123456789z motdepasse runescape1 christophe jesuschrist
aaaaaaaaaa g9l2d1fzpy diwtgm8492 dragonball hollywood1 paintball1 sexybitch1 telechargement ilovejesus teddybear1 friendship golfcourse x4ivyga51f
123456789s 6hbf28w791 tnk0mk16vx h1xp2z2duk spartan117 yfdbufnjh10305070 blackberry mypassword skateboard ka_djkhjsy6 1234567890q wrestling1 watermelon
passer2011 tokiohotel idontknow1 123456789j abcde12345 qazwsxedcrfv buttercup1 ronaldinho ohmnamah23 123456789k 0.00000000 a1b2c3d4e5 y6p67ftrqj prettygirl
christmas1 5hsu75kpot enterprise 123456789d cinderella 1234567890a alessandra ocpoook325 casablanca 123456789l 123456789p 1zn6fpn01x scoobydoo1 underground
1357924680 daddysgirl washington 1fr2rfq7xl g13916055158 youngmoney katherine1 bettyboop1 1q2w3e4r5t6y7u8i9o0p callofduty myspace.co bubblegum1 5xfgs3ii9d
something1 123456789o cashmoney1 lighthouse longhorns1 ironmaiden qwertyqwerty nuttertools revolution playstation skate4life smallville motherfucker
motherlode galatasaray justinbieber nks230kjs82 alejandra1 webhompass 987654321a d71lwz9zjs godisgreat 123456789987654321 vaffanculo pineapple1
"zxcvbnm,./" babycakes1 australia1 maprchem56458 1a2b3c4d5e disturbed1 123456789b chrisbrown 5532361cnjqrf aleksandra qdujvyg5sxa eh1k9oh335 mastermind
jellybean1 iamthebest jesusislord university kissmyass1 opensesame uvgx8f8232 abcdefghij mississippi jesucristo billabong1 newcastle1 fenerbahce southpark1
information international littleman1 ilovemymom 3rjs1la2qe 123456789c d9zufqd92n felicidade 123456789r 123456789t qwertyuio1 cassandra1 dominique1
nopassword ilovemyself sweetness1 c43qpul5rz nightmare1 jacqueline cellphone1 12345abcde lovehurts1 3rjs5la8qe temppassword syncmaster 7ugd5hip2j
jjcg16dj5k hellohello wachtwoord fktrcfylhf losangeles xiang123456 1q2w3e4r5t6y7u professional abracadabra testing123 polniypizdec1102 microsoft1
nyq28giz1z hernandez1 bangladesh 0r968ji9ufj6 fu7u4a#$$$ sailormoon dragonballz roadrunner 92k2cizcdp summertime snowflake1 jundian2011xr yfdbufnjh63
happiness1 18atcskd2w evangelion familyguy1 viphv5j736 godisgood1 whatthezor 000webhost iw14fi9jxl nickjonas1 wolverine1 qwe1122334 cm6e7aumn9 mackenzie1
tottenham1 8ix6s1fceh suckmydick hellothere qwerasdfzxcv mickeymouse anastasiya alexandria blueberry1 leavemealone nintendo64 moneymaker chargers21
pok29q6666 marijuana1 cheesecake valentine1 matematica johndeere1 backspace1 taishan2011 jeffhardy1 ty2t1hv3oc snowboard1 mechanical dragonfly1 simpleplan
"zxcvbnm," godfather1 hondacivic jesussaves ttd955audg houston713 jesuschris television 123456789n cardinals1 finalfantasy maximilian 123456789g francisco1
sexybeast1 nathaniel1 thirteen13 123456789abc puertorico juancarlos iamnumber1 123456789e abrakadabra ilovemusic wonderland starcraft1 angelbaby1
braveheart lovergirl1 administrator 123qwe123qwe rodriguez1 halloween1 ilovechris bernadette souljaboy1 lamborghini diosesamor cepetsugih demon1q2w3e
newpassword rocknroll1 jesusfreak a1s2d3f4g5 smackdown1 celtic1888 zxcasdqwe123 blackjack1 multiplelog hollister2 demon1q2w3e4r lovesucks1 gabrielle1
dominican1 konstantin pothead420 neveragain starbucks1 highlander uhfybn8888 girlfriend jamesbond007 volkswagen 123456789w estrellita demon1q2w3e4r5t
loveislife capricorn1 projectsadminx huhbbhzu78 ichliebedich wellington megasecret pimpdaddy1 prettyboy1 123456789qwe sonyericsson 1qazxsw23edc ohiostate1
networking madagascar astonvilla pazzword123 kifj9n7bfu moonlight1 margarita1 montgom2409 helloworld bobmarley1 forzamilan triskelion john!20130605at1753
battlefield 1q2w3e4r5t6y7u8i w66yrybgra lifeisgood fullaccess mrf11277215 123456789h qqqqqqqqqq harrypotte mileycyrus ihatethisgame 123456789f u1v7hhh7ef
0192837465 lightning1 bigpimpin1 cleveland1 wonderful1 a1a2a3a4a5 mississipp evanescence darkangel1 history278 owt243ygbj rjycnfynby blingbling x3luym2mmj
classof201 motocross1 emachines1 ghostrider s8ylpe9jdpvym bestfriends thegreat123 livestrong northside1 principessa lifesucks1 princesita margherita
deutschland tweetybird 1357913579 zxcvb12345 rammstein1 ordinateur mega_pizdetz666 123456789v 18n28n24a5 godislove1 9293709b13 puppylove1 technology
motherfuck monkeybutt ilovepussy music4life winchester basketbal1 guadalupe1 0147258369 bellissima maradona10 mostwanted 123456abcd z0102030405 chevrolet1
zzzzzzzzzz liverpoolfc budweiser1 baili123com argentina1 sunderland jaihanuman qwegta13091990 nissan350z management bugsbunny1 l6ho3tg7wb klapaucius
mitsubishi kobebryant 1a2s3d4f5g supergirl1 qwertasdfg supersonic id6c3wr6un cookiemons revelation 1butterfly 123456789asd candycane1 everything feder_1941
sagitarius forzainter starlight1 magandaako chronic420 doomsayer.2.7mords.v 0147852369 7elephants h2vwdubjx4 seniseviyorum christelle eqes606898
onedirection 123456qwer underworld scvmofas79 ilovejusti google.com mmmmmmmmmm hurricane1 devilmaycry maryjane42 dontforget firefighter r9lw4j8khx
panasonic1 xxxxxxxxxx ?????????? littlebit1 w5tn36alfw septiembre gymnastics montecarlo patriots12 pinkfloyd1 milkshake1 murcielago stonecold1 moneymoney
skywalker1 couponsc10 qwertzuiop amsterdam1 classof200 jobshop2002 987654321q supermario mikejones1 impossible 9uzp9jek3f deerhunter transformers
lucifer666 1q2w3e4r5t6y7u8i9o godlovesme grenouille 123123123a heartbreak minicooper mylinkedin 8phrowz624 pathfinder jefferson1 kingfisher slimshady1
doomsayer.2.7mords.vv <password> k123456789 teamomucho supernatural ilovemysel whatthefuck 123456789i 3s43pth5aea monkeyman1 gfhjkmgfhjkm fiorentina
tennessee1 guatemala1 candygirl1 multimedia radiohead1 computador madagaskar serendipity daddygirl1 2000comeer telephone1 sonnenschein fucklove13
mahalkita1 backstreet limpbizkit momanddad1 peanutbutter trustnoone darthvader gribouille tinkerbel1 12345678900987654321 priscilla1 iloveindia underoath1
cutiepie12 sanandreas josephine1 yjdsqgfhjkm annabelle1 detroit313 crackhead1 jfgvcqbuzug highschool c123456789 challenger villanueva a987654321 armageddon
salamander silverado1 loveforever disneyland 1qaz2wsx3edc4rfv passer2010 birmingham qawsedrftg needforspeed change1234 ilovejosh1 rbotmvz954 newport100
deathnote1 astonmartin smokeweed1 quiksilver mickeymous aaaaaaaaa1 123admin32 esmeralda1 shevchenko x99qomx561 2cxdn8s271 calculator riverside1 jesuscristo
cleopatra1 crazygirl1 starcraft2 elsalvador loveu4ever contrasena blood4life gabriella1 hilaryduff jiefang007 westside13 iloveyouba intermilan anastasia1
riverplate johnnydepp godblessme migrationschool vfntvfnbrf greeneyes1 universal1 makemoney1 southpole1 manunited1 need4speed freestyle1 cupcake123
holyspirit scoobydoo2 chihuahua1 1234qwerty 1223334444 solidsnake quality123 warhammer1 goldfinger sexygirl12 gunsnroses fuckmylife olamilekan bumblebee1
kurtcobain constantin elisabetta lovelovelove ilovealex1 arschloch1 ilovenick1 xblhintb9w falloutboy allahuakbar fantastic4 cristiano7 thebeatles
newzealand musiclover friends4ev remington1 heavymetal xtseo2011tdx mv46vkmz10 cocksucker crazybitch ssssssssss gettherefast evolution1 clementine
president1 johnathan1 ??????@mail.ru ilovemybab iloveboys1 3daysgrace cvzefh1gkc michoacan1 salamandra fuckyoubit internazionale olanrewaju bvp33w7epu
1fptjtl919 papichulo1 harekrishna jamesbond1 mcdonalds1 countryboy 147258369a ilovematt1 applesauce 789456123a hellomoto1 notredame1 electrical myspace4me
monkeyboy1 matematika carebears1 dkxjizc282 combat123654 skyliner34 ilovemykids coccinella generation 1a2a3a4a5a juliana123 5plk4l5uc7 realestate
heartless1 jesusloves 5845201314 sylvester1 dramaqueen thunderbird sephiroth1 tzir25l5kn heyheyhey1 5x1cjdsb9p aerosmith1 cheerleader longbeach1 1z2x3c4v5b
lolipop123 antoinette johncena12 skaterboy1 boyfriend1 flowerpower psychology browneyes1 flatblocker r123456789 1zn6fpn01n eastside13 1sexybitch 12345zxcvb
arcobaleno 12345asdfg ingodwetrust qh6xl1p9xj rememberme successful nevermind1 brownsugar 12345678901234567890 foxracing1 blackwater 1life2live
qwertyasdfgh idontcare1 happyfeet1 1qwertyuio sdf7asdf6asdg8df j1v1fp2bxm ghhh47hj7649 hillbilly1 yu5l97wk8q z1x2c3v4b5 hamburger1 superduper timberland
philippine l123456789 bigbrother htubcnhfwbz accounting dangerous1 lzhan16889 3qdlqb49js 123456789x psicologia apocalypse wednesday1 limegreen1 0123654789
ilovemymum ilovemike1 schumacher timberlake maplestory westcoast1 runescape2 123456789aa dictionary demon12345 sweetiepie 1234567890z ilovehim12 starburst1
playstatio bobesponja prosperity kamehameha michaeljac angeleyes1 t123456789 cheerleade ilovegirls delicious1 1234567890qwertyuiop ilovemydad zmx870919123
1asdfghjkl greedisgood minicalibra hgrfqg4577 coregmedia imthebest1 copenhagen dragonfire marketing1 astalavista francesca1 undercover connection
employment tigerwoods independent southside3 motorcycle zacatecas1 ukflbfnjh12 viewsonic1 telecaster ilovemyfam abercrombie waterfall1 delpiero10
inactive1996aug iw14fi9jwqa demilovato marguerite baltimore1 sacramento pandabear1 lydcc20091314 aleksander fisherman1 poptropica jesuslovesme avrillavigne
********** brokenhear hevhk43n9j minhasenha earnhardt3 ilovemyfamily perfection counterstrike lkjhgfdsa1 amdturion64 coolbeans1 crepusculo sexyblack1
ilovemylife 0icotpd785 123password ilovemykid confidence shakespeare montgomery dolphins13 opernhaus1 pittsburgh icxkyb7972 fcbarcelona cool123456
afghanistan chicharito neworleans hollywood2 dance4life realnigga1 computadora wsbe279qsg mathematics tombrady12 woodstock1 dddddddddd stratocaster
m1am1b3ach qwertyytrewq transforme carpediem1 capricornio education1 jaigurudev 31x7t5xbke forgotten1 bwfq23jp7f esperanza1 millennium forzanapoli
10987654321 rockandroll lilwayne12 sugarbear1 fxzz75$yer 121324810z lovelygirl electronics iloveryan1 loserface1 1qaz2wsx3e ilovedavid dfg5fhg5vgfh1
polarbear1 ryan962052 qugrqfo825 chinchilla blackrose1 123456789y allahakbar gearsofwar 3syqo15hil k47rizxt2g guitarhero 123123123q 123456asdf newpasswor
happydays1 rfhfvtkmrf 123admin321a taekwondo1 ichliebedi breakdance 123456789qwerty selenagome engineering quicksilver minnesota1 snoopdogg1 fuckyouall
googletester qpwoeiruty glamorous1 peppermint salvation1 hellraiser hawkesbury93 amoreterno allrecipes 1chocolate pocahontas constantine fuckmehard
qwertqwert hallohallo oks65b6666 darkknight nha7ebf6kp hx28o9e646 q0tsrbv488 messenger1 helicopter newthree51 qazwsxedcrfvtgb pqntmt1247 oldschool1
hotmail.com edxk20qmfs gossipgirl chelle1234 jjjjjjjjjj jesuslives 1q2q3q4q5q f1uuhza723 juggalo420 fuckthewor q1w2e3r4t5y6u7i8o9p0 production elisabeth1
gangster12 pennstate1 poopmaster broadband1 0147896325 hbhc8290826 3526535265 karakartal gtavicecity 13587930210 w123456789 magdalena1 imyaimyaimya
letmeinnow spionin8688 painkiller randyorton asdasdasd1 qq123456789 supernova1 qazxswedcvfr 0987654321q kirill1990 d0r1nc0urt olo65b6666 myspacepas
johncena54 lovemykids 123456789qw supervisor superwoman doggystyle happyhappy 1211109032 blablabla1 yellowcard resing1965 beethoven9 xige5516726
blackcat123 sweetangel iloveyoux3 staredobre element123 "1,00001e+14" yemi19900911 q1q2q3q4q5 nomeacuerdo 123456789qaz 31081981rs qiciqdp162 vascorossi
thissucks1 gwarmonster cheguevara ss563563ss teddybear2 jkiuztdftl57 richardson lebronjame trapdoor60 povlmly727 honeybunny lightning2 xantria10315
kuana230345 doodlebug1 aksrms8010 starwarsfan10 skaterdude blkdrag0ns incredible hannahmontana familiyafamiliya christmas2 wrasloco11 pinkpanther
whitetiger teonamaria1 jiang8kevin n123456789 barbiegirl cds04121989 seminoles1 sexychick1 hannover96 vitor1268123 kittykitty spider-man maximiliano
m01759766727 trackstar1 weronika1992 12345678987654321 carpenter1 goodtimes1 cxfcnkbdfz yggdrasil4 aug!272010 mamikawada tuputamadre charly2004 illuminati
@bigmir.net cookiemonster komputer12 depechemode fullmetal1 3141592654 iloveyouso nickiminaj akademiks11 natiichen999 newjersey1 basketbal9 skateordie
cordell123 henderson1 123456789as ledzeppelin steflio3123 wonderwoman armstrong1 ffffffffff goodmorning kinomoto89 jarox1301! billiejoe1 sexybitch2
moonshine1 kissmyass2 ghbdtnrfrltkf girlygirl1 nothings123 520love101182 matyas2001 kkkkkkkkkk leolong1985 santamaria butterball hollister3 forgetmenot
rangerover hans4queck kartoffelpuffer lightpower12345 maella1311 vfhbjk1801 abcdefghi1 farfallina lionheart1 ladiesman1 ilovejames unforgiven hannahmont
angelseye22 southside2 virtue1234 butterflies stefangreil1983 nottingham total12scherz edwardcullen 2kroliczek southwest1 adams33486 serafina14 gggggggggg
salmankhan qwe123qwe123 christina2 saxophone1 mario140773 proverbs31 cosmopolitan wpcakir264 sexymama12 somanypickles27 ahbird1984 armorgames
michaeljackson nickelback zaq1xsw2cde3 weyersheim emmanuelle kassandra1 daredevil1 minecraft123 leliane50934 guillermo1 kmzwa8awaa moderncombat 2pacshakur
concepcion owt243ygbh supermanboy littlegirl redemption roanne42300 faca210898 monstercha istanbul34 marek14michal przyjaciolki heartbroke laurel12creek
residentevil lovehurts2 yandi20080527 ezekiel11991 yaoiisgrand electronic iamawesome boguska123 gigaman8891 thebears12 accountant jellybeans marvel5454
aquamarine nevergiveup grasshopper almario927 ibicguwjic redskins21 foundation arabella24630 poiuytreza rubberduck 20070509031 meatball99 heterosexual
manchesterunited blackhawk1 skittles12 krystyna56 schokolade igetmoney1 toulouse31 2416101113 josemanuel independen agnieszka1 knackwurst8853
1234567890987654321 ethanryan01 pimpjuice1 donaldduck fallen_angel
`
    .trim()
    .split(/\s+/),
);
