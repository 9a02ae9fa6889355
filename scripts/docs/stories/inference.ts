import type { Step, Story } from '../story.ts';

const gateway = { 'cf-aig-gateway-id': 'default' };

const page = '<h1>Lamps</h1><p>All of <strong>brass</strong>.</p>';
const adapter = JSON.stringify({ model_type: 'llama', r: 8 });

/** A form with one file of a fine-tune. */
function assetForm(): FormData {
  const form = new FormData();
  form.set('file', new File([adapter], 'adapter_config.json', { type: 'application/json' }));
  form.set('file_name', 'adapter_config.json');
  return form;
}

function documentForm(): FormData {
  const form = new FormData();
  form.append('files', new File([page], 'lamps.html', { type: 'text/html' }));
  return form;
}

const finetunes: readonly Step[] = [
  { operation: 'inference.finetunes.create', keep: { finetune_id: 'result.id' } },
  { operation: 'inference.finetunes.list' },
  { operation: 'inference.finetunes.public' },
  { operation: 'inference.finetunes.asset.create', form: assetForm },
  { operation: 'inference.finetunes.asset.get', params: { file_name: 'adapter_config.json' } },
  { operation: 'touchstone.finetune-asset.get', params: { file_name: 'adapter_config.json' } },
  { operation: 'inference.finetunes.delete' },
];

/** Runs in all formats, the catalogue, conversion of files, and fine-tunes. */
export const inferenceStory: Story = [
  { operation: 'inference.run' },
  {
    operation: 'inference.run-model',
    params: { model: '@cf/meta/llama-3.1-8b-instruct' },
    headers: gateway,
  },
  {
    operation: 'inference.run',
    silent: true,
    body: {
      model: 'openai/gpt-5',
      input: { messages: [{ role: 'user', content: 'Hello' }] },
      options: { background: true },
    },
    status: 202,
    keep: { run_id: 'result.id' },
  },
  { operation: 'inference.background-run.get' },
  { operation: 'inference.chat-completions' },
  { operation: 'inference.responses', keep: { response_id: 'id' } },
  { operation: 'inference.response.get' },
  { operation: 'inference.response.input-items' },
  { operation: 'inference.response.delete' },
  { operation: 'inference.messages' },
  { operation: 'inference.messages-sdk' },
  { operation: 'inference.embeddings', headers: gateway },
  { operation: 'inference.openai-models.list' },
  { operation: 'inference.openai-models.get', params: { model: 'openai/gpt-5' } },
  { operation: 'inference.models.search', query: { search: 'llama-3.1-8b', per_page: '1' } },
  { operation: 'inference.models.schema', query: { model: '@cf/baai/bge-base-en-v1.5' } },
  { operation: 'inference.tasks.search' },
  { operation: 'inference.authors.search' },
  { operation: 'inference.to-markdown', form: documentForm },
  { operation: 'inference.to-markdown.supported' },
  ...finetunes,
];
