import type { Language } from './language.ts';

/**
 * What answers are made of in one language. `{q}` stands for the words of the user, `{k}` for a topic of theirs,
 * `{n}` for the number of the answer in its conversation, `{r}` for the reference that makes it unlike any other.
 */
export interface Phrases {
  readonly openings: readonly string[];
  /** Said where there is nothing to quote. */
  readonly nothing: string;
  /** Sentences, each of a beginning and an end. */
  readonly beginnings: readonly string[];
  readonly ends: readonly string[];
  /** A topic where the user named none. */
  readonly topic: string;
  readonly closing: string;
  /** What a tool said: `{t}` its name, `{v}` its result. */
  readonly toolSaid: string;
  /** Said where a tool runs Python, and nothing was asked for that it would be run for. */
  readonly noProgram: string;
  readonly between: string;
}

export const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    openings: ['You asked: “{q}”', 'About “{q}”:', 'Here is an answer to “{q}”.', 'You wrote: “{q}”'],
    nothing: 'There are no words to answer here.',
    beginnings: [
      'To begin with, {k}',
      'Seen from a distance, {k}',
      'In practice, {k}',
      'For most people, {k}',
      'On closer inspection, {k}',
      'As a rule, {k}',
      'Strictly speaking, {k}',
      'In the long run, {k}',
    ],
    ends: [
      'rewards a second look.',
      'depends on where you start.',
      'is simpler than it seems.',
      'has more than one side.',
      'is best taken step by step.',
      'matters more than one would think.',
      'deserves a plain answer.',
      'is worth writing down.',
    ],
    topic: 'this question',
    closing: 'This is scripted answer {n}, reference {r}.',
    toolSaid: 'According to {t}: {v}.',
    noProgram: 'No Python was run for this.',
    between: ' ',
  },
  de: {
    openings: ['Sie fragten: „{q}“', 'Zu „{q}“:', 'Hier ist eine Antwort auf „{q}“.', 'Sie schrieben: „{q}“'],
    nothing: 'Hier stehen keine Worte, auf die sich antworten ließe.',
    beginnings: [
      'Zunächst: {k}',
      'Von weitem gesehen: {k}',
      'In der Praxis gilt: {k}',
      'Für die meisten gilt: {k}',
      'Genau besehen: {k}',
      'In der Regel: {k}',
      'Streng genommen: {k}',
      'Auf lange Sicht: {k}',
    ],
    ends: [
      'lohnt einen zweiten Blick.',
      'hängt vom Ausgangspunkt ab.',
      'ist einfacher, als es scheint.',
      'hat mehr als eine Seite.',
      'geht am besten Schritt für Schritt.',
      'zählt mehr, als man denkt.',
      'verdient eine klare Antwort.',
      'ist es wert, notiert zu werden.',
    ],
    topic: 'diese Frage',
    closing: 'Das ist die vorbereitete Antwort {n}, Zeichen {r}.',
    toolSaid: 'Laut {t}: {v}.',
    noProgram: 'Dafür wurde kein Python ausgeführt.',
    between: ' ',
  },
  fr: {
    openings: [
      'Vous avez demandé : « {q} »',
      'À propos de « {q} » :',
      'Voici une réponse à « {q} ».',
      'Vous avez écrit : « {q} »',
    ],
    nothing: "Il n'y a ici aucun mot auquel répondre.",
    beginnings: [
      "D'abord, {k}",
      'Vu de loin, {k}',
      'En pratique, {k}',
      'Pour beaucoup, {k}',
      'De plus près, {k}',
      'En règle générale, {k}',
      'À proprement parler, {k}',
      'À long terme, {k}',
    ],
    ends: [
      'mérite un second regard.',
      'dépend du point de départ.',
      "est plus simple qu'il n'y paraît.",
      'a plus d’une face.',
      'se prend pas à pas.',
      'compte plus qu’on ne croit.',
      'mérite une réponse claire.',
      'vaut la peine d’être noté.',
    ],
    topic: 'cette question',
    closing: 'Ceci est la réponse préparée {n}, référence {r}.',
    toolSaid: 'Selon {t} : {v}.',
    noProgram: 'Aucun programme Python n’a été exécuté pour cela.',
    between: ' ',
  },
  es: {
    openings: ['Preguntaste: «{q}»', 'Sobre «{q}»:', 'Aquí hay una respuesta a «{q}».', 'Escribiste: «{q}»'],
    nothing: 'Aquí no hay palabras a las que responder.',
    beginnings: [
      'Para empezar, {k}',
      'Visto de lejos, {k}',
      'En la práctica, {k}',
      'Para la mayoría, {k}',
      'Mirado de cerca, {k}',
      'Por regla general, {k}',
      'En rigor, {k}',
      'A la larga, {k}',
    ],
    ends: [
      'merece una segunda mirada.',
      'depende del punto de partida.',
      'es más simple de lo que parece.',
      'tiene más de un lado.',
      'va mejor paso a paso.',
      'importa más de lo que se cree.',
      'pide una respuesta clara.',
      'vale la pena anotarlo.',
    ],
    topic: 'esta pregunta',
    closing: 'Esta es la respuesta preparada {n}, referencia {r}.',
    toolSaid: 'Según {t}: {v}.',
    noProgram: 'Para esto no se ejecutó Python.',
    between: ' ',
  },
  it: {
    openings: ['Hai chiesto: «{q}»', 'Su «{q}»:', 'Ecco una risposta a «{q}».', 'Hai scritto: «{q}»'],
    nothing: 'Qui non ci sono parole a cui rispondere.',
    beginnings: [
      'Per cominciare, {k}',
      'Visto da lontano, {k}',
      'In pratica, {k}',
      'Per molti, {k}',
      'Visto da vicino, {k}',
      'Di regola, {k}',
      'A rigore, {k}',
      'Alla lunga, {k}',
    ],
    ends: [
      'merita un secondo sguardo.',
      'dipende da dove si parte.',
      'è più semplice di quanto sembri.',
      'ha più di un lato.',
      'va preso passo dopo passo.',
      'conta più di quanto si creda.',
      'merita una risposta chiara.',
      'vale la pena annotarlo.',
    ],
    topic: 'questa domanda',
    closing: 'Questa è la risposta preparata {n}, riferimento {r}.',
    toolSaid: 'Secondo {t}: {v}.',
    noProgram: 'Per questo non è stato eseguito Python.',
    between: ' ',
  },
  pt: {
    openings: [
      'Você perguntou: “{q}”',
      'Sobre “{q}”:',
      'Aqui está uma resposta a “{q}”.',
      'Você escreveu: “{q}”',
    ],
    nothing: 'Não há aqui palavras a que responder.',
    beginnings: [
      'Para começar, {k}',
      'Visto de longe, {k}',
      'Na prática, {k}',
      'Para a maioria, {k}',
      'Visto de perto, {k}',
      'Em regra, {k}',
      'A rigor, {k}',
      'A longo prazo, {k}',
    ],
    ends: [
      'merece um segundo olhar.',
      'depende do ponto de partida.',
      'é mais simples do que parece.',
      'tem mais de um lado.',
      'vai melhor passo a passo.',
      'importa mais do que se pensa.',
      'pede uma resposta clara.',
      'vale a pena anotar.',
    ],
    topic: 'esta pergunta',
    closing: 'Esta é a resposta preparada {n}, referência {r}.',
    toolSaid: 'Segundo {t}: {v}.',
    noProgram: 'Nenhum Python foi executado para isto.',
    between: ' ',
  },
  nl: {
    openings: ['Je vroeg: “{q}”', 'Over “{q}”:', 'Hier is een antwoord op “{q}”.', 'Je schreef: “{q}”'],
    nothing: 'Hier staan geen woorden om op te antwoorden.',
    beginnings: [
      'Om te beginnen: {k}',
      'Van een afstand gezien: {k}',
      'In de praktijk: {k}',
      'Voor de meesten: {k}',
      'Van dichtbij gezien: {k}',
      'In de regel: {k}',
      'Strikt genomen: {k}',
      'Op de lange duur: {k}',
    ],
    ends: [
      'is een tweede blik waard.',
      'hangt af van het begin.',
      'is eenvoudiger dan het lijkt.',
      'heeft meer dan één kant.',
      'gaat het best stap voor stap.',
      'telt meer dan men denkt.',
      'verdient een helder antwoord.',
      'is het noteren waard.',
    ],
    topic: 'deze vraag',
    closing: 'Dit is voorbereid antwoord {n}, kenmerk {r}.',
    toolSaid: 'Volgens {t}: {v}.',
    noProgram: 'Hiervoor is geen Python uitgevoerd.',
    between: ' ',
  },
  ru: {
    openings: ['Вы спросили: «{q}»', 'О «{q}»:', 'Вот ответ на «{q}».', 'Вы написали: «{q}»'],
    nothing: 'Здесь нет слов, на которые можно ответить.',
    beginnings: [
      'Для начала: {k}',
      'Издалека: {k}',
      'На деле: {k}',
      'Для многих: {k}',
      'Вблизи: {k}',
      'Как правило: {k}',
      'Строго говоря: {k}',
      'Со временем: {k}',
    ],
    ends: [
      'стоит второго взгляда.',
      'зависит от начала.',
      'проще, чем кажется.',
      'имеет не одну сторону.',
      'лучше разбирать по шагам.',
      'значит больше, чем думают.',
      'требует ясного ответа.',
      'стоит записать.',
    ],
    topic: 'этот вопрос',
    closing: 'Это заготовленный ответ {n}, знак {r}.',
    toolSaid: 'По данным {t}: {v}.',
    noProgram: 'Для этого Python не запускался.',
    between: ' ',
  },
  ja: {
    openings: [
      'ご質問：「{q}」',
      '「{q}」について。',
      '「{q}」への答えです。',
      'お書きになったこと：「{q}」',
    ],
    nothing: '答えるべき言葉がありません。',
    beginnings: [
      'まず、{k}は',
      '遠くから見ると、{k}は',
      '実際には、{k}は',
      '多くの人にとって、{k}は',
      'よく見ると、{k}は',
      '普通、{k}は',
      '厳密には、{k}は',
      '長い目で見れば、{k}は',
    ],
    ends: [
      'もう一度見る価値があります。',
      '出発点によります。',
      '思うより簡単です。',
      '一つの面だけではありません。',
      '一歩ずつ進めるのがよいです。',
      '思うより大切です。',
      'はっきりした答えに値します。',
      '書き留める価値があります。',
    ],
    topic: 'この質問',
    closing: 'これは用意された答え{n}、参照番号{r}です。',
    toolSaid: '{t}によると：{v}。',
    noProgram: 'このために Python は実行されていません。',
    between: '',
  },
  zh: {
    openings: ['您问的是：“{q}”', '关于“{q}”：', '这是对“{q}”的回答。', '您写道：“{q}”'],
    nothing: '这里没有可以回答的文字。',
    beginnings: [
      '首先，{k}',
      '从远处看，{k}',
      '实际上，{k}',
      '对多数人来说，{k}',
      '仔细看，{k}',
      '一般来说，{k}',
      '严格地说，{k}',
      '从长远看，{k}',
    ],
    ends: [
      '值得再看一眼。',
      '取决于出发点。',
      '比看上去简单。',
      '不止一面。',
      '最好一步一步来。',
      '比想象的更重要。',
      '应有明确的回答。',
      '值得记下来。',
    ],
    topic: '这个问题',
    closing: '这是预备好的第{n}个回答，编号{r}。',
    toolSaid: '根据{t}：{v}。',
    noProgram: '没有为此运行 Python。',
    between: '',
  },
};

/**
 * Puts a value in the one place of a phrase.
 *
 * @example
 * put('In practice, {k}', '{k}', 'France') // 'In practice, France'
 */
export function put(phrase: string, place: string, value: string): string {
  const at = phrase.indexOf(place);
  return at < 0 ? phrase : phrase.slice(0, at) + value + phrase.slice(at + place.length);
}

/** Puts values in the places of a phrase. */
export function fill(phrase: string, values: Readonly<Record<string, string>>): string {
  let filled = '';
  let from = 0;
  for (let at = phrase.indexOf('{'); at !== -1; at = phrase.indexOf('{', from)) {
    const end = phrase.indexOf('}', at) + 1;
    const place = phrase.slice(at, end);
    filled += phrase.slice(from, at) + (values[place.slice(1, -1)] ?? place);
    from = end;
  }
  return filled + phrase.slice(from);
}
