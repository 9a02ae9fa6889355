import { chatModels, newerChatModels, textGenerationModels, visionChatModels } from './chat.ts';
import { classicTextModels } from './classic-text.ts';
import type { ModelEntry, ModelFormat } from './entry.ts';
import { pictureModels, seeingModels, soundModels } from './media.ts';
import { embeddingModels, textTaskModels } from './text-tasks.ts';
import { thirdPartyModels } from './third-party.ts';

/** The listed models. A user's own models and others of known authors can run as well. */
export const models: readonly ModelEntry[] = [
  ...textGenerationModels,
  ...classicTextModels,
  ...chatModels,
  ...newerChatModels,
  ...visionChatModels,
  ...embeddingModels,
  ...textTaskModels,
  ...seeingModels,
  ...pictureModels,
  ...soundModels,
  ...thirdPartyModels,
];

const byId: ReadonlyMap<string, ModelEntry> = new Map(models.map((model) => [model.id, model]));

/**
 * The model with this id, or undefined.
 *
 * @example
 * findModel('openai/gpt-5')?.task // 'Text Generation'
 */
export function findModel(id: string): ModelEntry | undefined {
  return byId.get(id);
}

/** Whether a model supports a format. */
export function speaks(model: ModelEntry, format: ModelFormat): boolean {
  return model.formats.includes(format);
}
