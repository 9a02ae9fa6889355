/** Words that tell how a text feels about its subject, in English and a few other languages, as they are written. */
export const positiveWords: ReadonlySet<string> = new Set(
  (
    'adore amazing awesome beautiful best better brilliant cheerful clean comfortable delicious delight delighted ' +
    'easy enjoy enjoyed enjoyable excellent excited exceptional fantastic fast favorite favourite fine friendly fun ' +
    'glad good gorgeous grateful great happy helpful impressed impressive incredible joy kind like liked love loved ' +
    'lovely magnificent marvelous nice outstanding perfect perfectly pleasant pleased pleasure positive recommend ' +
    'reliable satisfied smooth splendid stunning success successful super superb terrific thank thanks thrilled top ' +
    'useful wonderful wow worth yay ' +
    'gut großartig toll super schön liebe wunderbar hervorragend bon bonne excellent adore magnifique génial ' +
    'bueno buena excelente encanta maravilloso fantástico bello ottimo'
  ).split(' '),
);

export const negativeWords: ReadonlySet<string> = new Set(
  (
    'angry annoyed annoying appalling awful bad boring broke broken bug buggy cheap complain crap damaged dead defective ' +
    'difficult dirty disappointed disappointing disappointment disaster disgusting dislike dreadful expensive fail ' +
    'failed failure fake fault faulty frustrated frustrating garbage hate hated hates horrible hurt ill inferior junk ' +
    'lame late lousy mediocre mess miserable nasty negative noisy pain painful pathetic poor poorly problem refund ' +
    'regret ridiculous rude sad scam shame slow sorry stupid terrible tired ugly unacceptable unhappy unpleasant ' +
    'unreliable upset useless waste weak worse worst worthless wrong ' +
    'schlecht furchtbar schrecklich hasse kaputt enttäuscht mauvais mauvaise horrible déteste nul malo mala terrible ' +
    'odio pésimo brutto pessimo'
  ).split(' '),
);

/** Words that turn what follows them. */
export const negations: ReadonlySet<string> = new Set(
  "not no never none hardly barely without isn't wasn't aren't don't doesn't didn't can't couldn't won't nicht kein keine nie pas jamais sin nunca non".split(
    ' ',
  ),
);

/** Words that make what follows them weigh more. */
export const intensifiers: ReadonlySet<string> = new Set(
  'very really so extremely absolutely totally incredibly too sehr très muy molto'.split(' '),
);
