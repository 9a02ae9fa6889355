import type { ObjectId, ObjectType } from '../object-id.ts';
import { RefNames, refConflicts } from '../refs/ref-conflicts.ts';
import { isPushableRef } from '../refs/ref-name.ts';
import type { RepositoryRefs } from '../repository/git-repository.ts';
import type { RefChange } from '../repository-storage.ts';
import type { PushCommand } from './push-request.ts';

interface JudgeOptions {
  /** Whether either all commands succeed or none. */
  readonly isAtomic: boolean;
  /** Type of an object, in the pack or among the existing ones. */
  readonly getType: (id: ObjectId) => ObjectType | undefined;
  /** Other reasons to refuse commands. */
  readonly refused: ReadonlyMap<PushCommand, string>;
}

/** The outcome of a push. */
interface Judgement {
  readonly refused: ReadonlyMap<PushCommand, string>;
  /** Changes to make together, in command order. */
  readonly changes: readonly RefChange[];
  readonly messages: readonly string[];
}

/** Git's message for every ref of an atomic push whose refs can't be changed together. */
const transactionFailed = 'atomic transaction failed';

/**
 * Checks the commands of a push against the current refs. As in Git, each command applies to the result of the one
 * before, unless the push is atomic: then no two of them may affect each other.
 */
export function judgeCommands(
  at: RepositoryRefs,
  commands: readonly PushCommand[],
  options: JudgeOptions,
): Judgement {
  const refused = new Map(options.refused);
  const turn = new Turn(at, options);
  if (options.isAtomic) turn.forbidConflicts(commands);
  for (const command of commands) {
    const fault = refused.get(command) ?? turn.take(command);
    if (fault !== undefined) refused.set(command, fault);
  }
  if (!options.isAtomic || refused.size === 0)
    return { refused, changes: turn.changes(), messages: turn.messages };
  const isTransaction = [...refused.values()].every((fault) => fault === transactionFailed);
  const collateral = isTransaction ? transactionFailed : 'atomic push failure';
  for (const command of commands) if (!refused.has(command)) refused.set(command, collateral);
  return { refused, changes: [], messages: turn.messages };
}

class Turn {
  readonly messages: string[] = [];
  readonly #at: RepositoryRefs;
  readonly #isAtomic: boolean;
  readonly #getType: (id: ObjectId) => ObjectType | undefined;
  /** Changed refs, with their current values. */
  readonly #changed = new Map<string, ObjectId | undefined>();
  readonly #conflicts = new Map<string, string>();
  #names: RefNames | undefined;

  constructor(at: RepositoryRefs, { isAtomic, getType }: JudgeOptions) {
    this.#at = at;
    this.#isAtomic = isAtomic;
    this.#getType = getType;
  }

  forbidConflicts(commands: readonly PushCommand[]): void {
    const changes = commands.flatMap(({ name, from, to }) =>
      name === undefined ? [] : [{ name, from, to }],
    );
    for (const [name, why] of refConflicts(this.#existing(), changes)) this.#conflicts.set(name, why);
  }

  /** Runs one command; @returns why it fails */
  take({ name, from, to }: PushCommand): string | undefined {
    if (name === undefined || !isPushableRef(name, to === undefined)) {
      this.#say(
        `error: refusing to ${to === undefined ? 'delete' : 'create'} funny ref '${name ?? ''}' remotely`,
      );
      return 'funny refname';
    }
    const now = this.#changed.has(name) ? this.#changed.get(name) : this.#at.refs.get(name);
    const fault =
      to === undefined ? this.#faultOfDeletion(name, from, now) : this.#faultOfUpdate(name, now, to);
    if (fault !== undefined) return fault;
    const conflict = this.#conflicts.get(name);
    if (conflict !== undefined) return this.#locked(name, conflict, 'failed to update ref');
    if (to === undefined && now === undefined) {
      if (from === undefined || this.#getType(from) === undefined) {
        this.#say('warning: deleting a non-existent ref');
        return undefined;
      }
      return this.#locked(name, `unable to resolve reference '${name}'`, 'stale ref');
    }
    if (from !== now) {
      const words =
        now === undefined
          ? `unable to resolve reference '${name}'`
          : from === undefined
            ? 'reference already exists'
            : `is at ${now} but expected ${from}`;
      return this.#locked(name, words, 'stale ref');
    }
    this.#changed.set(name, to);
    if (to === undefined) this.#names?.delete(name);
    else this.#names?.add(name);
    return undefined;
  }

  changes(): RefChange[] {
    return [...this.#changed].map(([name, to]) => ({ name, from: this.#at.refs.get(name), to }));
  }

  #faultOfDeletion(name: string, from: ObjectId | undefined, now: ObjectId | undefined): string | undefined {
    if (name !== this.#at.head || from === undefined || now === undefined) return undefined;
    this.#say(`error: refusing to delete the current branch: ${name}`);
    return 'deletion of the current branch prohibited';
  }

  #faultOfUpdate(name: string, now: ObjectId | undefined, to: ObjectId): string | undefined {
    if (name.startsWith('refs/heads/') && this.#getType(to) !== 'commit') {
      const why = `trying to write non-commit object ${to} to branch '${name}'`;
      return this.#failed(`cannot update ref '${name}': ${why}`, 'failed to update ref');
    }
    if (now !== undefined) return undefined;
    const obstacle = this.#existing().conflictWith(name);
    if (obstacle === undefined) return undefined;
    return this.#locked(name, `'${obstacle}' exists; cannot create '${name}'`, 'failed to update ref');
  }

  #existing(): RefNames {
    if (this.#names === undefined) {
      this.#names = new RefNames(this.#at.refs.keys());
      for (const [name, to] of this.#changed) {
        if (to === undefined) this.#names.delete(name);
        else this.#names.add(name);
      }
    }
    return this.#names;
  }

  #locked(name: string, why: string, reason: string): string {
    return this.#failed(`cannot lock ref '${name}': ${why}`, reason);
  }

  /** Conflicts among the refs themselves. For an atomic push, Git finds these in the one transaction for all refs. */
  #failed(why: string, reason: string): string {
    this.#say(`error: ${why}`);
    return this.#isAtomic ? transactionFailed : reason;
  }

  #say(line: string): void {
    this.messages.push(line);
  }
}
