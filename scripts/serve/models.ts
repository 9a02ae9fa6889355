import { readFile } from 'node:fs/promises';
import type { RecordStore, ReplyData, UpstreamOptions } from '../../mock/engines/models/index.ts';
import type { ModelOptions } from '../../mock/services/inference/model-backend.ts';
import { ServeOptionError, type ServeOptions } from './options.ts';

/** The options of `serve` that say what answers for models. */
export type ServeModelOptions = Pick<
  ServeOptions,
  'upstream' | 'upstreamKey' | 'upstreamModel' | 'record' | 'replay' | 'replaySpeed' | 'replies'
>;

/**
 * What answers for models, as `serve` is told.
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

/** Loads what keeps answers only where they are kept. */
async function openStore(folder: string, options?: { readonly create: boolean }): Promise<RecordStore> {
  const { openRecordFolder } = await import('../../mock/serve/record-folder.ts');
  return openRecordFolder(folder, options);
}

/** What answers for models, for people. */
export function modelsRow({ upstream, record, replay }: ServeModelOptions): string {
  const real = upstream ?? 'made up from a seed (change it with --upstream)';
  const kept = record === undefined ? real : `${real}, recorded to ${record}`;
  if (replay === undefined) return kept;
  return upstream === undefined && record === undefined
    ? `replayed from ${replay}`
    : `replayed from ${replay}, else ${kept}`;
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

/** `@cf/*=llama3.2` as a pair; the schema of the options has seen to it that it is one. */
function renamed(text: string): [from: string, to: string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

function missing(option: string, needed: string): ServeOptionError {
  return new ServeOptionError('serve-option', `${option}: means nothing without ${needed}`);
}

/** A list of replies, or one, from a file of JSON. */
async function readReplies(file: string): Promise<ReplyData[]> {
  let data: unknown;
  try {
    data = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new ServeOptionError('serve-option', `${file}: ${reason}`, { cause });
  }
  const [{ z }, { replySchema }] = await Promise.all([
    import('zod'),
    import('../../mock/engines/models/replies/reply.ts'),
  ]);
  const outcome = z.array(replySchema).safeParse(Array.isArray(data) ? data : [data]);
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  throw new ServeOptionError('serve-option', `${file}: ${issue?.path.join('.')}: ${issue?.message}`);
}
