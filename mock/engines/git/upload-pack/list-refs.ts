import { type ListedRef, listedRefs } from '../advertise/listed-refs.ts';
import { GitError } from '../git-error.ts';
import { PacketWriter } from '../protocol/packet-writer.ts';
import type { GitRepository } from '../repository/git-repository.ts';
import { PrefixSet } from './prefix-set.ts';

const flags: ReadonlySet<string> = new Set(['peel', 'symrefs', 'unborn']);

/** Prefixes that are looked at; who sends more of them is told of all refs, as Git has it. */
const mostPrefixes = 65_536;

/** Answers `ls-refs`: the refs that a client is interested in. */
export function listRefs({ at, graph }: GitRepository, lines: readonly string[]): Uint8Array {
  const asked = new Set<string>();
  const wished: string[] = [];
  for (const line of lines) {
    if (flags.has(line)) asked.add(line);
    else if (line.startsWith('ref-prefix ')) wished.push(line.slice('ref-prefix '.length));
    else throw new GitError('bad-packet', `unexpected line: '${line}'`);
  }
  const prefixes = new PrefixSet(wished.length < mostPrefixes ? wished : []);
  const [symrefs, peels] = [asked.has('symrefs'), asked.has('peel')];
  const writer = new PacketWriter();
  const symref = symrefs ? ` symref-target:${at.head}` : '';
  if (!at.refs.has(at.head) && symrefs && asked.has('unborn') && prefixes.match('HEAD'))
    writer.line(`unborn HEAD${symref}`);
  const peeled = (ref: ListedRef) => {
    const found = peels ? graph.peel(ref.id) : undefined;
    return found !== undefined && found.tags.length > 0 ? ` peeled:${found.id}` : '';
  };
  for (const ref of listedRefs(at)) {
    if (!prefixes.match(ref.name)) continue;
    writer.line(`${ref.id} ${ref.name}${ref.name === 'HEAD' ? symref : ''}${peeled(ref)}`);
  }
  return writer.mark('flush').bytes();
}
