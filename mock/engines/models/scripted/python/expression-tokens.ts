import { pythonNumber, whole } from './numbers.ts';

/** A piece of an expression in words or signs. */
export interface Token {
  readonly kind:
    | 'number'
    | 'open'
    | 'close'
    /** Between two values; `text` is the operator of Python. */
    | 'operator'
    /** Behind a value; `text` is what Python puts there. */
    | 'postfix'
    /** Before a value; `text` is a function, or a form with `x` for the value. */
    | 'function'
    /** Before two values and the word between them; `text` is the operator or the function. */
    | 'pair'
    /** Between the two values of a pair. */
    | 'joint'
    /** Says nothing. */
    | 'filler';
  readonly text: string;
  readonly at: number;
  readonly end: number;
  /** Whether it is a sign without space around it, as dates and ratios have it too. */
  readonly tight?: boolean;
}

type Rule = readonly [kind: Token['kind'], pattern: RegExp, text: string | ((match: string) => string)];

const rule = (kind: Token['kind'], pattern: string, text: Rule[2] = ''): Rule => [
  kind,
  new RegExp(pattern, 'y'),
  text,
];

/** The first that fits counts. */
const rules: readonly Rule[] = [
  rule('postfix', String.raw`\s*(?:squared|²)(?![a-z])`, ' ** 2'),
  rule('postfix', String.raw`\s*(?:cubed|³)(?![a-z])`, ' ** 3'),
  rule(
    'postfix',
    String.raw`\s*(?:raised )?to the (?:power (?:of )?)?\d+(?:st|nd|rd|th)(?: power)?(?![a-z])`,
    (words) => ` ** ${/\d+/.exec(words)?.[0]}`,
  ),
  rule(
    'operator',
    String.raw`\s*(?:(?:raised )?to the power(?: of)?|raised to(?: the)?|hoch)(?![a-z])`,
    '**',
  ),
  rule('operator', String.raw`\s*(?:%|percent)\s+of(?![a-z])`, '% of'),
  rule('operator', String.raw`\s*(?:plus|added to|increased by|and then add|more than)(?![a-z])`, '+'),
  rule('operator', String.raw`\s*(?:minus|decreased by|reduced by|take away)(?![a-z])`, '-'),
  rule('operator', String.raw`\s*(?:times|multiplied (?:by|with)|mal)(?![a-z])`, '*'),
  rule('operator', String.raw`\s*(?:divided by|geteilt durch|durch)(?![a-z])`, '/'),
  rule('operator', String.raw`\s*(?:mod(?:ulo|ulus)?)(?![a-z])`, '%'),
  rule('postfix', String.raw`\s*(?:factorial|!(?!=))(?![a-z])`, '!'),
  rule(
    'function',
    String.raw`\s*(?:the\s+)?(?:square root (?:of|from)|squareroot of|sqrt(?: of)?|wurzel (?:aus|von)|√)`,
    'math.sqrt',
  ),
  rule('function', String.raw`\s*(?:the\s+)?(?:cube root of|cbrt(?: of)?|∛)`, 'round(math.cbrt(x), 12)'),
  rule('function', String.raw`\s*(?:the\s+)?(?:absolute value of|abs(?: of)?)(?![a-z])`, 'abs'),
  rule('function', String.raw`\s*(?:the\s+)?factorial of`, 'math.factorial'),
  rule('function', String.raw`\s*(?:the\s+)?(?:square of)(?![a-z])`, 'x ** 2'),
  rule('function', String.raw`\s*(?:the\s+)?(?:cube of)(?![a-z])`, 'x ** 3'),
  rule('function', String.raw`\s*(?:half of|one half of|1 half of)(?![a-z])`, 'x / 2'),
  rule('function', String.raw`\s*(?:a|1) (?:third of)(?![a-z])`, 'x / 3'),
  rule('function', String.raw`\s*(?:a|1) (?:quarter of)(?![a-z])`, 'x / 4'),
  rule('function', String.raw`\s*(?:double|twice)(?: of)?(?![a-z])`, '2 * x'),
  rule('function', String.raw`\s*(?:triple|thrice)(?: of)?(?![a-z])`, '3 * x'),
  rule('function', String.raw`\s*(?:the\s+)?(?:natural log(?:arithm)? of|ln(?: of)?)(?![a-z])`, 'math.log'),
  rule(
    'function',
    String.raw`\s*(?:the\s+)?(?:log(?:arithm)? base 2 of|log2|base[- ]2 log(?:arithm)? of)(?![a-z])`,
    'math.log2',
  ),
  rule(
    'function',
    String.raw`\s*(?:the\s+)?(?:log(?:arithm)?(?: base 10)? of|log10|common log(?:arithm)? of|log(?=\())(?![a-z])`,
    'math.log10',
  ),
  rule('function', String.raw`\s*(?:the\s+)?(?:sine? of|sin(?=\())`, 'math.sin'),
  rule('function', String.raw`\s*(?:the\s+)?(?:cosine of|cos(?: of|(?=\()))`, 'math.cos'),
  rule('function', String.raw`\s*(?:the\s+)?(?:tangent of|tan(?: of|(?=\()))`, 'math.tan'),
  rule(
    'pair',
    String.raw`\s*(?:the\s+)?(?:sums?(?: of| up)?|total of|add(?:s|ing)?(?: up| together)?)(?![a-z])`,
    '+',
  ),
  rule('pair', String.raw`\s*(?:the\s+)?(?:product of|multipl(?:y|ies|ying))(?![a-z])`, '*'),
  rule('pair', String.raw`\s*(?:the\s+)?(?:difference (?:between|of))(?![a-z])`, '-'),
  rule('pair', String.raw`\s*(?:subtract(?:s|ing)?)(?![a-z])`, 'swapped -'),
  rule('pair', String.raw`\s*(?:the\s+)?(?:quotient of|divides?|dividing)(?![a-z])`, '/'),
  rule('pair', String.raw`\s*(?:the\s+)?remainder (?:of|when|if|from)(?: dividing)?(?![a-z])`, '%'),
  rule(
    'pair',
    String.raw`\s*(?:the\s+)?(?:gcd|hcf|gcf|(?:greatest|highest) common (?:divisor|factor))(?: of| between)?(?![a-z])`,
    'math.gcd',
  ),
  rule(
    'pair',
    String.raw`\s*(?:the\s+)?(?:lcm|(?:least|lowest|smallest) common multiple)(?: of| between)?(?![a-z])`,
    'math.lcm',
  ),
  rule('joint', String.raw`\s*(?:and|by|with|to|from|into|is divided by)(?![a-z])`, (words) => words.trim()),
  rule('joint', String.raw`\s*,(?=\s)`, ','),
  rule('filler', String.raw`\s+(?:the|result of|number|value|numbers)(?![a-z])`),
  rule('number', String.raw`\s*(?:${whole}(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?(?![\w]|\.\d)`, (words) =>
    pythonNumber(words.trim()),
  ),
  // `3x4` has its sign at the end of the number before.
  rule('number', String.raw`\s*\d+(?=x\d)`, (words) => pythonNumber(words.trim())),
  rule('operator', String.raw`\s*(?:\*\*|\^)`, '**'),
  rule('operator', String.raw`\s*(?:\/\/)`, '//'),
  rule('operator', String.raw`\s*(?:[*×·⋅]|x(?=\s*[\d(]))`, '*'),
  rule('operator', String.raw`\s*[/÷]|\s+:(?=\s)`, '/'),
  rule('operator', String.raw`\s*\+`, '+'),
  rule('operator', String.raw`\s*-`, '-'),
  rule('operator', String.raw`\s*%(?=\s*[\d(])`, '%'),
  rule('postfix', String.raw`\s*(?:%|percent)(?![a-z])`, '%'),
  rule('open', String.raw`\s*[([](?=[\s\d(.√+-]|[a-z])`),
  rule('close', String.raw`\s*[)\]]`),
];

/** Pieces that follow one another without a gap; each run of them may hold an expression. */
export function tokenRuns(text: string): readonly (readonly Token[])[] {
  const runs: Token[][] = [];
  let run: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const token = tokenAt(text, at);
    if (token === undefined) {
      if (run.length > 0) runs.push(run);
      run = [];
      // On to the next word or sign.
      at += /^(?:\s*[\p{L}\p{N}_.]+|\s*.)/su.exec(text.slice(at, at + 200))?.[0].length ?? 1;
      continue;
    }
    if (token.kind !== 'filler') run.push(token);
    at = token.end;
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

function tokenAt(text: string, at: number): Token | undefined {
  for (const [kind, pattern, meaning] of rules) {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match === undefined) continue;
    const end = at + match.length;
    // A word is one only from its beginning.
    if (/^[a-z]/.test(match) && /[\p{L}\p{N}_]/u.test(text[at - 1] ?? '') && !/^x/.test(match)) continue;
    const sign = /^[-/:x]$/.test(match.trim());
    const tight = sign && match === match.trim() && !/\s/.test(text[end] ?? ' ');
    return {
      kind,
      text: typeof meaning === 'string' ? meaning : meaning(match),
      at,
      end,
      ...(tight && { tight }),
    };
  }
  return undefined;
}
