import type { Conversation } from '../conversation.ts';
import type { Random } from '../random.ts';
import { windowOf } from '../window.ts';
import { wordBank } from '../word-bank.ts';
import { stem } from '../words.ts';
import type { Directed } from './directive.ts';
import { countPattern, readNumber } from './numbers.ts';

const listed = new RegExp(
  `\\b(?:list|name|give(?: me)?|write|suggest|show(?: me)?|tell me|nenne?(?: mir)?|cite[zr]?|nombra|dame)\\s+(?:me\\s+)?(?:out\\s+)?(?:exactly\\s+|the\\s+|top\\s+|any\\s+)*(${countPattern})\\s+([\\p{L}\\p{M} -]{1,60})`,
  'iu',
);
const mostItems = 200;

/** Lists as many things as are asked for: `List 3 colours`, `Nenne fünf Tiere` in digits. */
export function listing({ prompt }: Conversation, random: Random): Directed | undefined {
  const text = windowOf(prompt);
  const match = listed.exec(text);
  if (match === null) return undefined;
  const count = readNumber(match[1] ?? '');
  const what = (match[2] ?? '').trim();
  if (!(count >= 1 && count <= mostItems) || /^(?:words?|sentences?|paragraphs?|tokens?|more)\b/i.test(what))
    return undefined;
  const items = itemsFor(what, count, random);
  if (/\bcomma[ -]separated\b/i.test(text)) return { text: items.join(', '), exact: true };
  return { text: items.map((item, index) => `${index + 1}. ${item}`).join('\n'), exact: false };
}

/** Different things of the kind that is named, as many as asked for. */
export function itemsFor(what: string, count: number, random: Random): string[] {
  const stems = what
    .toLowerCase()
    .split(/[\s-]+/)
    .map(stem);
  const known = kinds.find(([names]) => names.some((name) => stems.includes(stem(name))))?.[1] ?? [];
  const items = shuffled(known, random).slice(0, count);
  const head =
    what.split(/\s+(?:for|about|of|that|which|to|in|on|with|and|from|über|für|pour|de|para)\s+/)[0] ?? what;
  const words = shuffled(wordBank, random);
  for (let index = 0; items.length < count; index++) {
    const round = Math.floor(index / words.length);
    const word = words[index % words.length] ?? '';
    const name = known.length > 0 ? word : `${head}: ${word}`;
    items.push(round === 0 ? name : `${name} ${round + 1}`);
  }
  return items.map((item) => item.charAt(0).toUpperCase() + item.slice(1));
}

function shuffled(items: readonly string[], random: Random): string[] {
  const copy = [...items];
  for (let index = copy.length - 1; index > 0; index--) {
    const other = random.whole(0, index);
    const [a, b] = [copy[index] ?? '', copy[other] ?? ''];
    copy[index] = b;
    copy[other] = a;
  }
  return copy;
}

const kinds: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['color', 'colour'], 'red orange yellow green blue indigo violet black white brown pink grey'.split(' ')],
  [['fruit'], 'apple banana cherry grape lemon mango orange peach pear plum kiwi fig'.split(' ')],
  [['animal'], 'cat dog horse lion tiger elephant rabbit fox wolf bear owl dolphin'.split(' ')],
  [['country'], 'France Japan Brazil Kenya Canada India Norway Egypt Chile Italy Vietnam Ghana'.split(' ')],
  [['city'], 'Paris Tokyo Nairobi Lima Oslo Cairo Rome Delhi Toronto Lisbon Hanoi Accra'.split(' ')],
  [['planet'], 'Mercury Venus Earth Mars Jupiter Saturn Uranus Neptune'.split(' ')],
  [['vegetable'], 'carrot potato onion spinach leek pea cabbage tomato radish celery'.split(' ')],
  [['name'], 'Ada Ben Chloe David Emma Farid Grace Hugo Ines Jonas Kira Leo'.split(' ')],
];
