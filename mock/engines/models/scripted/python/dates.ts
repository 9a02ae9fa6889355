import { datesIn, type FoundDate, monthIn } from './date-text.ts';
import { program } from './source.ts';

/** Weekdays, days between dates, dates some time away, leap years, lengths of months and years. */
export function dates(text: string): string | undefined {
  const found = datesIn(text);
  return (
    leapYears(text) ??
    moved(text, found) ??
    between(text, found) ??
    weekday(text, found) ??
    placeInYear(text, found) ??
    lengths(text)
  );
}

const years = /(?<![\d.,$€£-])\b(\d{1,4})\b(?![.,]\d|\s*%)/g;

function leapYears(text: string): string | undefined {
  if (!/\bleap[- ]years?\b|\bleap\b.*\byear\b|\bschaltjahr/.test(text)) return undefined;
  const [first, second] = [...text.matchAll(years)]
    .map(([, year]) => Number(year))
    .filter((year) => year > 31 || text.includes(`year ${year}`));
  if (first === undefined) return undefined;
  const listed = /\bhow many\b|\bcount\b|\bnumber of\b/.test(text)
    ? 'print(len(years))'
    : 'print(*years, sep=", ")';
  if (second !== undefined && /\b(?:between|from)\b|\bto\b|-/.test(text))
    return program(
      'import calendar',
      `years = [year for year in range(${first}, ${second} + 1) if calendar.isleap(year)]`,
      listed,
    );
  if (/\b(?:next|previous|last|first)\b.*\b(?:after|before|since|following|from)\b/.test(text)) {
    const step = /\b(?:previous|last|before)\b/.test(text) ? '-' : '+';
    return program(
      'import calendar',
      `year = ${first} ${step} 1`,
      'while not calendar.isleap(year):',
      `    year ${step}= 1`,
      'print(year)',
    );
  }
  const all = [...text.matchAll(years)].map(([, year]) => Number(year));
  if (all.length > 1)
    return program(
      'import calendar',
      `for year in [${all.join(', ')}]:`,
      '    print(year, calendar.isleap(year))',
    );
  return program('import calendar', `print(calendar.isleap(${first}))`);
}

const amount = String.raw`(\d+|an?)\s+(business days?|working days?|weekdays?|days?|weeks?|fortnights?|months?|years?)`;
const awayFrom = new RegExp(
  `\\b${amount}\\s+(after|from|later than|following|past|before|prior to|earlier than|ahead of)\\b`,
);
const added = new RegExp(
  `(?:\\b(add|plus|adding|subtract|subtracting|minus|take away|remove|in)|(?<=\\s)([+-]))\\s*${amount}\\b`,
);
const later = new RegExp(`\\b${amount}\\s+(later|earlier|ago|hence|on)\\b`);

function moved(text: string, [date]: readonly FoundDate[]): string | undefined {
  const [, count, unit, side] = awayFrom.exec(text) ?? [];
  const [, word, sign, addedCount, addedUnit] = added.exec(text) ?? [];
  const verb = word ?? sign;
  const [, laterCount, laterUnit, laterSide] = later.exec(text) ?? [];
  const start =
    date?.python ?? (/\b(?:ago|hence|from now)\b/.test(text) ? 'datetime.date.today()' : undefined);
  if (start === undefined) return undefined;
  const back = (word: string | undefined) =>
    /^(?:before|prior|earlier|ahead|subtract|minus|take|remove|ago|-)/.test(word ?? '');
  // `in` alone is said of much else: `how many days are in 3 weeks`.
  if (count !== undefined && unit !== undefined)
    return shifted(text, start, [count, unit, back(side) || (side === 'from' && back(verb))]);
  if (laterCount !== undefined && laterUnit !== undefined)
    return shifted(text, start, [laterCount, laterUnit, back(laterSide)]);
  if (
    addedCount !== undefined &&
    addedUnit !== undefined &&
    (verb !== 'in' || (/\bdate\b|\bday\b/.test(text) && !/\bhow many\b/.test(text)))
  )
    return shifted(text, start, [addedCount, addedUnit, back(verb)]);
  return undefined;
}

function shifted(
  text: string,
  start: string,
  [count, unit, back]: readonly [string, string, boolean],
): string {
  const n = /^an?$/.test(count) ? 1 : Number(count);
  const sign = back ? '-' : '+';
  const told = /\b(?:what|which) (?:day of the week|weekday)\b|\bwhat day\b(?! of the month)/.test(text)
    ? 'print(date, date.strftime("%A"))'
    : 'print(date)';
  if (/^(?:business|working|weekday)/.test(unit))
    return program(
      'import datetime',
      `date = ${start}`,
      `left = ${n}`,
      'while left > 0:',
      `    date ${sign}= datetime.timedelta(days=1)`,
      '    if date.weekday() < 5:',
      '        left -= 1',
      told,
    );
  if (/^(?:month|year)/.test(unit))
    return program(
      'import calendar',
      'import datetime',
      `start = ${start}`,
      `months = start.year * 12 + start.month - 1 ${sign} ${unit.startsWith('year') ? n * 12 : n}`,
      'year, month = months // 12, months % 12 + 1',
      'day = min(start.day, calendar.monthrange(year, month)[1])',
      'date = datetime.date(year, month, day)',
      told,
    );
  const days = n * (unit.startsWith('week') ? 7 : unit.startsWith('fortnight') ? 14 : 1);
  return program('import datetime', `date = ${start} ${sign} datetime.timedelta(days=${days})`, told);
}

const asksBetween =
  /\bbetween\b|\buntil\b|\btill\b|\bsince\b|\bapart\b|\bdifference\b|\belapsed\b|\bpass(?:ed)?\b|\bhow (?:many|long)\b.*\b(?:from|to|after|before|separate)\b|\bfrom\b.*\bto\b|\bhow old\b|\bzwischen\b/;

function between(text: string, [one, other]: readonly FoundDate[]): string | undefined {
  if (one === undefined || !asksBetween.test(text)) return undefined;
  if (other === undefined && !/\b(?:until|till|since|how old|ago)\b/.test(text)) return undefined;
  const lines = [
    'import datetime',
    `start = ${one.python}`,
    `end = ${other?.python ?? 'datetime.date.today()'}`,
  ];
  if (/\b(?:business|working) days\b|\bweekdays\b/.test(text))
    return program(
      ...lines,
      'start, end = min(start, end), max(start, end)',
      'days = [start + datetime.timedelta(days=n) for n in range((end - start).days)]',
      'print(sum(day.weekday() < 5 for day in days))',
    );
  if (/\bhow many (?:full |whole |complete )?weeks\b|\bin weeks\b|\bweeks between\b/.test(text))
    return program(...lines, 'print(abs((end - start).days) / 7)');
  if (/\bhow many hours\b|\bin hours\b|\bhours between\b/.test(text))
    return program(...lines, 'print(abs((end - start).days) * 24)');
  if (
    /\bhow many (?:full |whole |complete )?(?:years|months)\b|\bin (?:years|months)\b|\bhow old\b|\b(?:years|months) between\b/.test(
      text,
    )
  )
    return program(
      ...lines,
      'start, end = min(start, end), max(start, end)',
      'months = (end.year - start.year) * 12 + end.month - start.month - (end.day < start.day)',
      /\bmonths\b/.test(text) ? 'print(months)' : 'print(months // 12)',
    );
  return program(...lines, 'print(abs((end - start).days))');
}

const asksWeekday =
  /\bweekday\b|\bday of (?:the )?week\b|\bwh(?:at|ich) day\b|\bwochentag\b|\b(?:fall|fell|land)s?\b|\bwas it\b|\b(?:is|was|will be|be)\b.*\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bday (?:is|was|will)\b/;

function weekday(text: string, found: readonly FoundDate[]): string | undefined {
  if (!asksWeekday.test(text) || found.length === 0 || /\bday of (?:the )?year\b/.test(text))
    return undefined;
  const told = found.map(({ python }) => `print(${python}.strftime("%A"))`);
  return program('import datetime', ...told);
}

function placeInYear(text: string, [date]: readonly FoundDate[]): string | undefined {
  if (date === undefined) return undefined;
  if (/\bday of (?:the )?year\b|\bday number\b|\bordinal (?:day|date)\b/.test(text))
    return program('import datetime', `print(${date.python}.timetuple().tm_yday)`);
  if (/\bweek (?:number|of the year)\b|\b(?:iso|calendar) week\b|\b(?:what|which) week\b/.test(text))
    return program('import datetime', `print(${date.python}.isocalendar().week)`);
  return undefined;
}

function lengths(text: string): string | undefined {
  if (!/\bhow many days\b|\bnumber of days\b|\blast day of\b|\blength of\b.*\b(?:month|year)\b/.test(text))
    return undefined;
  const found = monthIn(text);
  if (found !== undefined)
    return program('import calendar', `print(calendar.monthrange(${found.year}, ${found.month})[1])`);
  const year = /\b(?:in|of|does|did|has|year)\s+(?:the\s+)?(?:year\s+)?(\d{4})\b/.exec(text)?.[1];
  return year === undefined
    ? undefined
    : program('import calendar', `print(366 if calendar.isleap(${Number(year)}) else 365)`);
}
