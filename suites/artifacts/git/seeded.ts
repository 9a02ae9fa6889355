import type { TestContext } from '../../harness/context.ts';
import { ConformanceFailure } from '../../harness/errors.ts';
import type { TestRepository } from '../../harness/repositories.ts';
import { blob, commit, type GitObject, someone, someTime, tree } from './objects/git-object.ts';
import { type ReadPack, reach, readPack } from './objects/read-pack.ts';
import { type BuiltRecipe, buildRecipe, type RecipeName, readRecipe } from './objects/recipe.ts';
import { createPack } from './objects/write-pack.ts';
import type { FetchAnswer } from './wire/fetch.ts';
import { accepted } from './wire/push.ts';

/** A repository and its contents. */
export interface Seeded extends BuiltRecipe {
  readonly repository: TestRepository;
}

/** Creates a repository from a recipe. */
export async function seeded(t: TestContext, name: RecipeName): Promise<Seeded> {
  const built = buildRecipe(readRecipe(name));
  return { ...built, repository: await filled(t, built) };
}

/** Creates a repository with these objects and refs. */
export async function filled(
  t: TestContext,
  {
    objects,
    refs,
    head = 'main',
  }: { objects: ReadonlyMap<string, GitObject>; refs: Readonly<Record<string, string>>; head?: string },
): Promise<TestRepository> {
  const repository = await t.repository({ branch: head });
  const commands = Object.entries(refs).map(([name, to]) => ({ name, to }));
  await t.step('preparing the repository', () =>
    accepted(t, repository, { commands, pack: createPack(objects.values()) }),
  );
  return repository;
}

/** A line of commits that each add one file. */
export interface Chain {
  readonly objects: ReadonlyMap<string, GitObject>;
  /** Oldest first. */
  readonly commits: readonly string[];
  readonly tip: string;
  /** The objects that a commit adds to those before it. */
  added(place: number): readonly GitObject[];
}

/**
 * Builds a line of commits.
 *
 * @param label distinguishes its objects from those of other lines
 * @param onto parents of the first commit
 */
export function chain(size: number, label = 'chain', onto: readonly string[] = [], since = someTime): Chain {
  const commits: string[] = [];
  const added: GitObject[][] = [];
  for (let place = 0; place < size; place++) {
    const file = blob(`${label} ${place}\n`);
    const root = tree([{ name: `${label}.txt`, mode: '100644', id: file.id }]);
    const before = commits.at(-1);
    const made = commit({
      tree: root.id,
      parents: before === undefined ? onto : [before],
      message: `${label} ${place}\n`,
      author: someone(since + place * 3_600),
    });
    commits.push(made.id);
    added.push([file, root, made]);
  }
  const objects = new Map(added.flat().map((object) => [object.id, object]));
  return { objects, commits, tip: commits.at(-1) ?? '', added: (place) => added[place] ?? [] };
}

/** A repository with a line of commits as its only branch. */
export async function filledWithLine(
  t: TestContext,
  size = 8,
): Promise<{ readonly made: Chain; readonly repository: TestRepository }> {
  const made = chain(size);
  const refs = { 'refs/heads/main': made.tip };
  return { made, repository: await filled(t, { objects: made.objects, refs }) };
}

/** The objects of a line up to one of its commits. */
export const upTo = (made: Chain, place: number): ReadonlyMap<string, GitObject> =>
  new Map(
    Array.from({ length: place + 1 }, (_, at) => made.added(at))
      .flat()
      .map((object) => [object.id, object] as const),
  );

/** All objects of several lines. */
export const together = (...chains: readonly { objects: ReadonlyMap<string, GitObject> }[]) =>
  new Map(chains.flatMap(({ objects }) => [...objects]));

/** The expected contents of a pack. */
export interface Expected {
  /** Objects that must be complete: the client has everything they reach, or the pack contains it. */
  readonly wants: readonly string[];
  /** Objects that the client has. */
  readonly known?: ReadonlyMap<string, GitObject>;
  /** Commits whose parents may be missing. */
  readonly shallow?: readonly string[];
}

/**
 * The pack of an answer, which must contain everything expected.
 *
 * @throws ConformanceFailure if there is no pack, if it is invalid, or if something is missing
 */
export function packIn(answer: FetchAnswer, { wants, known = new Map(), shallow = [] }: Expected): ReadPack {
  if (answer.error !== undefined) throw new ConformanceFailure(`A fetch was refused: ${answer.error}`);
  if (answer.pack === undefined) {
    throw new ConformanceFailure(
      `A fetch got no pack, but ${answer.acknowledgments.join(', ') || 'nothing'}`,
    );
  }
  const pack = readPack(answer.pack, known);
  const all = new Map([...known, ...pack.objects]);
  const { missing } = reach(all, wants, new Set(shallow));
  const [first] = missing;
  if (first !== undefined) {
    throw new ConformanceFailure(`A fetch lacks ${missing.size} required objects, one of them ${first}`);
  }
  return pack;
}

/** Ids of a pack's objects of one type. */
export const idsOfType = ({ objects }: ReadPack, type: GitObject['type']): string[] =>
  [...objects.values()].flatMap((object) => (object.type === type ? [object.id] : [])).sort();

/** An id without an object. */
export const nowhere = 'd'.repeat(40);
