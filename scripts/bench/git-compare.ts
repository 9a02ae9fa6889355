import { pushTime, type Remote } from './git-client.ts';
import type { GitHost, NativeHost } from './git-hosts.ts';
import { interleave, ratio } from './measure.ts';
import { figure, type Result } from './result.ts';

/** The two that are compared. */
export interface Hosts {
  readonly ours: GitHost;
  readonly native: NativeHost;
}

/** The same on both sides: a new repository in which all of a bare one is. Ours is pushed to, as it always is. */
export async function pushed(
  { ours, native }: Hosts,
  source: string,
): Promise<{ readonly ours: Remote; readonly native: Remote }> {
  const remote = await ours.create();
  await pushTime(source, remote);
  return { ours: remote, native: await native.mirror(source) };
}

/** What something takes with either of two, in turn. */
export async function compare<Side>(
  { ours, native }: { readonly ours: Side; readonly native: Side },
  rounds: number,
  take: (side: Side) => Promise<number>,
): Promise<Omit<Result, 'name'>> {
  const taken = await interleave({ ours: () => take(ours), native: () => take(native) }, rounds);
  return {
    ours: `${figure(taken.ours.median)} ms`,
    peer: `git http-backend: ${figure(taken.native.median)} ms`,
    ratio: ratio(taken.ours, taken.native),
  };
}
