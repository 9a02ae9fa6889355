import type { keptResponseEndpoints } from '../../../../spec/services/inference/endpoints/kept-responses.ts';
import type { InputItem } from '../../../../spec/services/inference/formats/responses/request.ts';
import { parseModelId } from '../../../../spec/services/inference/model-id.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { Service } from '../../../api/call.ts';
import type { RunParts } from './run-parts.ts';

/** The operations on stored responses, and on models, for clients of the responses format. */
export function createKeptResponseHandlers({
  kept,
  catalogue,
}: Pick<RunParts, 'kept' | 'catalogue'>): Service<typeof keptResponseEndpoints> {
  return {
    'inference.response.get': ({ params: { account_id, response_id } }) => ({
      result: kept.get(account_id, response_id).response,
    }),

    'inference.response.delete': ({ params: { account_id, response_id: id } }) => {
      kept.remove(account_id, id);
      return { result: { id, object: 'response', deleted: true } };
    },

    'inference.response.input-items': ({ params: { account_id, response_id }, query }) => {
      const { input } = kept.get(account_id, response_id);
      const items = input.map((item, index) => listedItem(item, `${response_id}_${index}`));
      if (query.order === 'desc') items.reverse();
      const start = items.findIndex(({ id }) => id === query.after) + 1;
      const data = items.slice(start, start + query.limit);
      const has_more = start + query.limit < items.length;
      return {
        result: {
          object: 'list',
          data,
          first_id: data[0]?.id ?? null,
          last_id: data.at(-1)?.id ?? null,
          has_more,
        },
      };
    },

    'inference.openai-models.list': () => ({
      result: { object: 'list', data: catalogue.list().filter(hasFormat).map(openaiModel) },
    }),

    'inference.openai-models.get': ({ params: { model: id } }) => {
      const model = catalogue.find(id);
      if (!model) throw catalogue.unknown(id);
      return { result: openaiModel(model) };
    },
  };
}

/** An item of a list: with an id of its own, and the content of a message as parts. */
function listedItem(item: InputItem, number: string) {
  const id = item.id ?? `msg_${number.replace(/^resp_/, '')}`;
  if (item.type !== 'message' || typeof item.content !== 'string') return { ...item, id };
  const type = item.role === 'assistant' ? 'output_text' : 'input_text';
  return { ...item, id, content: [{ type, text: item.content }] };
}

/** Whether a model supports any format of another API. */
const hasFormat = ({ formats }: ModelEntry): boolean => formats.some((format) => format !== 'run');

/** The platform doesn't say when a model was created. */
const created = Date.UTC(2026, 0, 1) / 1000;

const openaiModel = ({ id }: ModelEntry) => ({
  id,
  object: 'model' as const,
  created,
  owned_by: parseModelId(id)?.author ?? id,
});
