import { createCipheriv } from 'node:crypto';

/** A repository that comes out the same wherever it is made: a stream that `git fast-import` reads. */
export interface Recipe {
  /** What its folder is called. */
  readonly name: string;
  stream(): Generator<string | Uint8Array, void>;
}

const directories = 40;
const filesEach = 10;
const linesEach = 40;

/**
 * A history on one branch, in which each commit changes one line of one file: of objects a commit, two trees and a
 * blob each time.
 *
 * @param commits how many
 */
export function historyRecipe(commits: number): Recipe {
  return {
    name: `history-${commits}`,
    *stream() {
      const files = new Map<string, string[]>();
      for (let n = 0; n < commits; n++) {
        const file = (n * 7919) % (directories * filesEach);
        const path = `part-${file % directories}/file-${Math.floor(file / directories)}.txt`;
        const lines = files.get(path) ?? Array.from({ length: linesEach }, (_, at) => line(path, at, 0));
        lines[n % linesEach] = line(path, n % linesEach, n + 1);
        files.set(path, lines);
        yield commit(n, `Change ${path}\n`);
        const text = lines.join('');
        yield `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
      }
    },
  };
}

/** One commit of files that nothing makes smaller. */
function blobsRecipe(count: number, bytes: number): Recipe {
  return {
    name: `blobs-${count}-${bytes}`,
    *stream() {
      yield commit(0, 'Add files\n');
      for (let n = 0; n < count; n++) {
        yield `M 100644 inline file-${n}.bin\ndata ${bytes}\n`;
        yield noise(n, bytes);
        yield '\n';
      }
    },
  };
}

/** 52 MB. */
export const largeFiles = blobsRecipe(10, 5 * 1024 * 1024);

/** As many branches on few commits. */
export function refsRecipe(count: number): Recipe {
  return {
    name: `refs-${count}`,
    *stream() {
      yield* historyRecipe(10).stream();
      for (let n = 0; n < count; n++) {
        yield `reset refs/heads/topic/${String(n).padStart(6, '0')}\nfrom refs/heads/main\n\n`;
      }
    },
  };
}

function commit(n: number, message: string): string {
  const person = `A Writer <writer@example.com> ${1_700_000_000 + n * 60} +0000`;
  return `commit refs/heads/main\ncommitter ${person}\ndata ${message.length}\n${message}\n`;
}

/** A line that says something of its own: what does not compress has to be sent. */
function line(path: string, at: number, version: number): string {
  let state = (version * 2_654_435_761 + at * 40_503 + path.length) >>> 0;
  let words = '';
  for (let word = 0; word < 6; word++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words += ` ${state.toString(36)}`;
  }
  return `${path}:${at}${words}\n`;
}

/** Bytes that look random and are always the same. */
function noise(seed: number, length: number): Uint8Array {
  const key = Buffer.alloc(16, seed + 1);
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}
