import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { getFileProblem } from '../../spec/file-problem.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { ModelError, type RecordStore } from '../engines/models/index.ts';

/** Thrown when a folder can't hold recordings, or does not exist. */
export class RecordFolderError extends TouchstoneError {}

/** Characters of a model's id in a file name. */
const MAX_MODEL = 80;

/**
 * Keeps recorded model answers in a folder, one file of indented JSON per request, named after its task, its model and
 * its key: `generate-openai-gpt-5-5d41….json`. Only the key counts: a file may be edited, removed, or renamed with the
 * same ending, even during a replay.
 *
 * @param options `create`: create the folder if it does not exist
 * @throws RecordFolderError in one line
 * @example
 * createMock({ models: { replay: { store: await openRecordFolder('recordings') } } });
 */
export async function openRecordFolder(
  folder: string,
  { create = false }: { readonly create?: boolean } = {},
): Promise<RecordStore> {
  const root = resolve(folder);
  try {
    if (create) await mkdir(root, { recursive: true });
    if (!(await stat(root)).isDirectory())
      throw new RecordFolderError('record-folder', `${folder} is not a folder.`);
  } catch (cause) {
    if (cause instanceof RecordFolderError) throw cause;
    throw new RecordFolderError(
      'record-folder',
      `${folder} can't be used for recordings: it ${getFileProblem(cause)}.`,
      {
        cause,
      },
    );
  }
  /** File names by key, as last found. */
  let names = new Map<string, string>();
  const look = async () => {
    names = new Map((await readdir(root)).flatMap((name) => keyed(name)));
  };

  return {
    async get(key) {
      try {
        const known = await getText(root, names.get(key));
        if (known !== undefined) return parsed(known, key);
        await look();
        const found = await getText(root, names.get(key));
        return found === undefined ? undefined : parsed(found, key);
      } catch (cause) {
        if (cause instanceof ModelError) throw cause;
        // The system's message contains the path of the folder, which must not leak to clients.
        throw new ModelError('unavailable', `The recording can't be read: ${getCode(cause)}.`, {
          cause,
        });
      }
    },

    async put(key, entry) {
      const { task, model } = entry;
      const slug = model
        .replace(/[^A-Za-z0-9._]+/g, '-')
        .replace(/^-+/, '')
        .slice(0, MAX_MODEL);
      const temporary = join(root, `.${randomUUID()}.tmp`);
      try {
        await look();
        const name = names.get(key) ?? `${task}-${slug}-${key}.json`;
        await writeFile(temporary, `${JSON.stringify(entry, null, 2)}\n`);
        await rename(temporary, join(root, name));
        names.set(key, name);
      } catch (cause) {
        await rm(temporary, { force: true }).catch(() => {});
        throw new RecordFolderError('record-folder', getCode(cause), { cause });
      }
    },
  };
}

/** The key at the end of a file name, with the name. */
function keyed(name: string): [string, string][] {
  const key = /(?:^|-)([0-9a-f]{64})\.json$/.exec(name)?.[1];
  return key === undefined ? [] : [[key, name]];
}

/** Undefined if the file does not exist (any more). */
async function getText(root: string, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined;
  try {
    return await readFile(join(root, name), 'utf8');
  } catch (error) {
    if (getCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parsed(text: string, key: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ModelError('malformed', `The recording for ${key} is damaged: it is not JSON.`, { cause });
  }
}

/** The system's code of an error, the same on every runtime. */
function getCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
