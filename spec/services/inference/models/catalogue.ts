import { chatModels } from './chat.ts';
import { classicTextModels } from './classic-text.ts';
import { embeddingModels } from './embeddings.ts';
import type { ModelEntry, ModelFormat } from './entry.ts';
import { newerChatModels } from './newer-chat.ts';
import { pictureModels } from './pictures.ts';
import { seeingModels } from './seeing.ts';
import { soundModels } from './sound.ts';
import { textGenerationModels } from './text-generation.ts';
import { textTaskModels } from './text-tasks.ts';
import { thirdPartyModels } from './third-party.ts';
import { visionChatModels } from './vision-chat.ts';

/** Every model that can be asked. */
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

/** Whether a model can be asked in a format. */
export function speaks(model: ModelEntry, format: ModelFormat): boolean {
  return model.formats.includes(format);
}
