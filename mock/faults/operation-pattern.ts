import { nearestNames } from '../../spec/nearest-names.ts';
import { operationIds } from '../../spec/operation-ids.ts';
import { FaultError } from './faults.ts';

/** What requests are beside operations of the API: zone traffic, Git, and those of applications and Workers. */
export const planeOperations = [
  'edge.request',
  'git.upload-pack.advertise',
  'git.upload-pack',
  'git.receive-pack.advertise',
  'git.receive-pack',
  'objects.request',
  'interpreter.request',
  'worker.request',
] as const;

/** Everything that a fault can strike. */
const known: readonly string[] = [...operationIds, ...planeOperations];

/**
 * Reads what a fault says of operations: an id, the beginning of some (`zones`, `edge`), or a pattern in which `*` is
 * any run of characters.
 *
 * @returns whether an operation is meant
 * @throws FaultError where no operation can be meant; it names those that are written alike
 * @example
 * readOperationPattern('zones.*')('zones.zone.get'); // true
 */
export function readOperationPattern(pattern: string): (operation: string) => boolean {
  const meant = globOf(pattern);
  const within = `${pattern}.`;
  const matches = (operation: string) => operation.startsWith(within) || meant(operation);
  if (known.some(matches)) return matches;
  if (pattern.startsWith('touchstone')) {
    throw new FaultError(['operation'], 'the admin interface has no faults, or nobody could take them back');
  }
  const [first, ...others] = nearestNames(pattern, known);
  const hint =
    first === undefined
      ? 'name one, the beginning of some (zones, edge, git), or a pattern with *'
      : `did you mean ${[first, ...others].join(' or ')}?`;
  throw new FaultError(['operation'], `there is no operation ${JSON.stringify(pattern)}; ${hint}`);
}

/**
 * A pattern in which `*` is any run of characters, as a test of texts. It takes time that grows with the text, not with
 * the ways to match it.
 */
export function globOf(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (text) => text === pattern;
  return (text) => {
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = text.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}
