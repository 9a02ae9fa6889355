import { stem } from '../words.ts';

/** Words that are said for one another when something is asked for. The first names the group, as tools do. */
const groups = [
  'weather temperature forecast rain raining rainy snow sunny umbrella hot cold wetter météo clima tiempo',
  'time clock hour uhrzeit',
  'email mail message',
  'price cost costs quote stock',
  'search google web internet online browse',
  'translate translation',
  'calculate calculator compute math sum plus minus multiply divide add',
  'calendar meeting appointment schedule event',
  'map directions route distance navigate',
  'flight fly plane airline',
  'hotel room accommodation',
  'restaurant food eat dinner lunch',
  'image picture photo draw',
  'news headline headlines',
  'reminder remind todo task',
  'dice die roll',
  'convert conversion exchange currency',
].map((words) => words.split(' ').map(stem));

/**
 * Stems that stand for the same wish, without the word itself.
 *
 * @param root a stem
 */
export function relatedStems(root: string): string[] {
  return groups
    .filter((group) => group.includes(root))
    .flatMap((group) => group.filter((each) => each !== root));
}
