import type { RecordStore, ReplyData, UpstreamOptions } from '../../mock/engines/models/index.ts';
import type { ModelOptions } from '../../mock/services/inference/model-backend.ts';
import { ServeOptionError, type ServeOptions } from './options.ts';
import { readJsonFile } from './read-json.ts';

/** The options of `serve` that choose the model backend. */
export type ServeModelOptions = Pick<
  ServeOptions,
  'upstream' | 'upstreamKey' | 'upstreamModel' | 'record' | 'replay' | 'replaySpeed' | 'replies'
>;

/**
 * Turns the options of `serve` into those of the model backend.
 *
 * @throws ServeOptionError, RecordFolderError in one line
 */
export async function readModelOptions(options: ServeModelOptions): Promise<ModelOptions> {
  const { record, replay, replaySpeed: speed, replies } = options;
  if (speed !== undefined && replay === undefined) throw missing('--replay-speed', '--replay');
  return {
    upstream: toUpstream(options),
    ...(record !== undefined && { record: await openStore(record, { create: true }) }),
    ...(replay !== undefined && { replay: { store: await openStore(replay), speed } }),
    ...(replies !== undefined && { replies: await readReplies(replies) }),
  };
}

/** Loads the record store only when it is needed. */
async function openStore(folder: string, options?: { readonly create: boolean }): Promise<RecordStore> {
  const { openRecordFolder } = await import('../../mock/serve/record-folder.ts');
  return openRecordFolder(folder, options);
}

/** Describes the model backend in the start-up table. */
export function modelsRow({ upstream, record, replay }: ServeModelOptions): string {
  const real = upstream ?? 'generated from a seed (change it with --upstream)';
  const kept = record === undefined ? real : `${real}, recorded to ${record}`;
  if (replay === undefined) return kept;
  return upstream === undefined && record === undefined
    ? `replayed from ${replay}`
    : `replayed from ${replay}, otherwise ${kept}`;
}

function toUpstream({
  upstream: baseUrl,
  upstreamKey: apiKey,
  upstreamModel,
}: ServeModelOptions): UpstreamOptions | undefined {
  if (baseUrl !== undefined) {
    return {
      baseUrl,
      ...(apiKey !== undefined && { apiKey }),
      ...(upstreamModel !== undefined && { modelMap: Object.fromEntries(upstreamModel.map(renamed)) }),
    };
  }
  if (apiKey !== undefined) throw missing('--upstream-key', '--upstream');
  if (upstreamModel !== undefined) throw missing('--upstream-model', '--upstream');
  return undefined;
}

/** Splits `@cf/*=llama3.2` into a pair; the options schema has checked the form. */
function renamed(text: string): [from: string, to: string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

function missing(option: string, needed: string): ServeOptionError {
  return new ServeOptionError('serve-option', `${option}: has no effect without ${needed}`);
}

/**
 * Reads one reply or a list of replies from a JSON file.
 *
 * @throws ServeOptionError in one line with file, line and column
 */
export async function readReplies(file: string): Promise<ReplyData[]> {
  const [{ z }, { replySchema }, { value, fault }] = await Promise.all([
    import('zod'),
    import('../../mock/engines/models/replies/reply.ts'),
    readJsonFile(file),
  ]);
  const isList = Array.isArray(value);
  const outcome = z.array(replySchema).safeParse(isList ? value : [value]);
  if (outcome.success) return outcome.data;
  const [{ path = [], message = '' } = {}] = outcome.error.issues;
  throw fault(isList ? path : path.slice(1), `${path.join('.')}: ${message}`);
}
