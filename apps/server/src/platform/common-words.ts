/** What people take for a password first: words, walks over the keyboard, names. Most common first. */
export const commonWords: readonly string[] = (
  '123456 password 12345678 qwerty 123456789 12345 1234 111111 1234567 dragon 123123 baseball abc123 ' +
  'football monkey letmein 696969 shadow master 666666 qwertyuiop 123321 mustang 1234567890 michael ' +
  '654321 superman 1qaz2wsx 7777777 121212 000000 qazwsx 123qwe killer trustno1 jordan jennifer zxcvbnm ' +
  'asdfgh hunter buster soccer harley batman andrew tigger sunshine iloveyou 2000 charlie robert thomas ' +
  'hockey ranger daniel starwars klaster 112233 george computer michelle jessica pepper 1111 zxcvbn ' +
  '555555 11111111 131313 freedom 777777 pass maggie 159753 aaaaaa ginger princess joshua cheese amanda ' +
  'summer love ashley nicole chelsea biteme matthew access yankees 987654321 dallas austin thunder taylor ' +
  'matrix william corvette hello martin heather secret merlin diamond 1234qwer gfhjkm hammer silver ' +
  '222222 88888888 anthony justin test bailey q1w2e3r4t5 patrick internet scooter orange 11111 golfer ' +
  'cookie richard samantha bigdog guitar jackson whatever mickey chicken sparky snoopy maverick phoenix ' +
  'camaro peanut morgan welcome falcon cowboy ferrari samsung andrea smokey steelers joseph mercedes ' +
  'dakota arsenal eagles melissa boomer booboo spider nascar monster tigers yellow xxxxxx 123123123 ' +
  'gateway marina diablo bulldog qwer1234 compaq purple hardcore banana junior hannah 123654 porsche ' +
  'lakers iceman money cowboys 987654 london tennis 999999 ncc1701 coffee scooby 0000 miller boston ' +
  'q1w2e3r4 brandon yamaha chester mother forever johnny edward 333333 oliver redsox player nikita knight ' +
  'fender barney midnight please brandy chicago badboy iwantu slayer rangers charles angel flower bigdaddy ' +
  'rabbit wizard jasper enter rachel chris steven winner adidas victoria natasha 1q2w3e4r jasmine winter ' +
  'prince panties marine ghbdtn fishing cocacola casper james 232323 raiders 888888 marlboro gandalf asdfasdf ' +
  'crystal 87654321 12344321 golden 8675309 panther lauren angela thx1138 angels madison winston shannon mike ' +
  'toyota jordan23 canada sophie apples tiger razz 123abc pokemon qazxsw 55555 qwaszx muffin johnson murphy ' +
  'cooper jonathan liverpool david danielle 159357 jackie 1990 123456a 789456 turtle abcd1234 scorpion ' +
  'qazwsxedc 101010 butter carlos password1 dennis slipknot qwerty123 asdf 1991 black startrek 12341234 ' +
  'cameron newyork rainbow nathan john 1992 rocket viking redskins asdfghjkl 1212 sierra peaches gemini ' +
  'doctor wilson sandra helpme qwertyui victor florida dolphin pookie captain tucker blue liverpoo theman ' +
  'bandit dolphins maddog packers jaguar lovers nicholas united tiffany maxwell zzzzzz nirvana jeremy stupid ' +
  'monica elephant giants hotdog rosebud success debbie mountain 444444 xxxxxxxx warrior 1q2w3e4r5t q1w2e3 ' +
  '123456q albert metallic lucky azerty 7777 alex bond007 alexis 1111111 samson 5150 willie scorpio bonnie ' +
  'gators benjamin voodoo driver dexter jason calvin freddy 212121 creative 12345a sydney rush2112 1989 asdfghjk ' +
  'admin administrator root user login guest changeme default master qwert asdfg zaq12wsx 1qazxsw2 qweasd ' +
  'qweasdzxc wsxedc passw0rd p@ssw0rd letmein1 welcome1 hello123 admin123 iloveu woaini 5201314 1314520 ' +
  'a123456 a12345678 aa123456 abc12345 abcd abcde abcdef abcdefg qwe123 asd123 zxc123 zxcv asdf1234 ' +
  'bitcoin btc bnb usdt tether binance crypto blockchain wallet mining miner satoshi ethereum btbc coin ' +
  'tokens hodl lambo trader trading invest money123 million dollar ' +
  'january february march april june july august september october november december monday tuesday wednesday ' +
  'thursday friday saturday sunday spring autumn january1 qwerty1 1password family friends lovely jesus ' +
  'christ god heaven holiday birthday baby babygirl sweetie darling honey sugar mommy daddy alice bobby ' +
  'carol maria juan carlos jose pedro luis ana brasil mexico india china korea japan tokyo beijing shanghai ' +
  'hongkong bangladesh dhaka senha contrasena contraseña parola motdepasse passwort hallo hola amor teamo tequiero'
).split(' ')
