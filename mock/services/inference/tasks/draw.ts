import type {
  FluxForm,
  FluxInput,
  PictureInput,
  PromptedPictureInput,
} from '../../../../spec/services/inference/input/media.ts';
import { inferenceLimits } from '../../../../spec/services/inference/limits.ts';
import type { Picture } from '../../../engines/models/backend.ts';
import { toBase64 } from '../../../engines/models/base64.ts';
import { aspectSize } from './picture-size.ts';
import { seedOfSources } from './source-pictures.ts';
import { engineModel, getInput, type TaskAnswer, type TaskCall } from './task.ts';

type PictureType = Picture['mediaType'];

/** Models whose pictures are PNG; those of the others are JPEG (inferred from the platform's examples). */
const pngModels: ReadonlySet<string> = new Set(['@cf/stabilityai/stable-diffusion-xl-base-1.0']);

/** A picture as the body of the answer. */
export async function drawAsBytes(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { bytes, mediaType } = await draw(call, getSize(getInput<PictureInput>(call)), signal);
  return { kind: 'bytes', bytes, mediaType };
}

/** A picture as Base64. */
export async function drawAsBase64(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { bytes } = await draw(call, getSize(getInput<PictureInput | FluxInput | FluxForm>(call)), signal);
  return { kind: 'json', result: { image: toBase64(bytes) } };
}

/** A picture by its URL, in the requested shape: seed, /ai/run request body. */
export async function drawAsLink(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { aspect_ratio, output_format = 'png' } = getInput<PromptedPictureInput>(call);
  const mediaType = output_format === 'png' ? 'image/png' : 'image/jpeg';
  const drawn = await draw(call, { ...aspectSize(aspect_ratio), mediaType }, signal);
  return { kind: 'json', result: { image: call.publish(drawn) } };
}

interface Form {
  readonly width: number;
  readonly height: number;
  readonly mediaType?: PictureType;
}

function getSize(input: PictureInput | FluxInput | FluxForm): Form {
  const { default: side } = inferenceLimits.pictureSide;
  const { width, height } = input as Partial<Form>; // FLUX.1 has neither: its schema refuses them.
  return { width: width ?? side, height: height ?? side };
}

/** The common members of drawing inputs; the others steer a sampler that the mock doesn't have. */
interface Drawn {
  readonly prompt: string;
  readonly negative_prompt?: string;
  readonly seed?: number;
}

async function draw(call: TaskCall, { width, height, ...form }: Form, signal: AbortSignal) {
  const { model, backend } = call;
  const { prompt, negative_prompt, seed: asked } = getInput<Drawn>(call);
  const mediaType = form.mediaType ?? (pngModels.has(model.id) ? 'image/png' : 'image/jpeg');
  const seed = await seedOfSources(call.input, asked);
  const request: Picture = {
    prompt,
    width,
    height,
    mediaType,
    ...(negative_prompt !== undefined && { negativePrompt: negative_prompt }),
    ...(seed !== undefined && { seed }),
  };
  const bytes = await backend.draw(engineModel(model), request, signal);
  return { bytes: new Uint8Array(bytes), mediaType };
}
