import type { Step, Story } from '../story.ts';
import { blockedRequest } from './pages-and-events.ts';

const key = 'reports/May & June.txt';
const params = { bucket_name: 'files' };

/** Objects of a bucket. */
const objects: readonly Step[] = [
  {
    operation: 'touchstone.object.put',
    params,
    query: { key },
    headers: { 'content-type': 'text/plain' },
    text: 'Twelve lamps were sold.',
  },
  { operation: 'touchstone.object.list', params, query: { delimiter: '/' } },
  { operation: 'touchstone.object.get', params, query: { key } },
  { operation: 'touchstone.bucket.list' },
  { operation: 'touchstone.object.delete', params, query: { key } },
];

/** The admin interface: inspecting, scripting, time, billing and limits. */
export const touchstoneStory: Story = [
  ...blockedRequest,
  async (mock) => {
    // As `serve` does.
    mock.announce({ api: 'http://localhost:4800/client/v4', edge: 'http://localhost:4801' });
    return {};
  },
  { operation: 'touchstone.info.get' },
  {
    operation: 'inference.run',
    silent: true,
    body: { model: 'google/nano-banana', input: { prompt: 'A lamp', output_format: 'png' } },
    keep: { picture: 'result.result.image' },
  },
  async (_, { picture = '' }) => ({ picture_id: picture.split('/').at(-1) ?? '' }),
  { operation: 'touchstone.picture.get' },
  { operation: 'touchstone.event.list' },
  { operation: 'touchstone.event.stream' },
  {
    operation: 'touchstone.journal.list',
    query: { limit: '1' },
    varies: { '0.duration_ms': 4.2 },
    keep: { entry_id: '0.id' },
  },
  { operation: 'touchstone.journal.get', varies: { duration_ms: 4.2 } },
  { operation: 'touchstone.journal.stream' },
  { operation: 'touchstone.journal.replay', varies: { duration_ms: 4.2 } },
  { operation: 'touchstone.zone-request.send', varies: { 'entry.duration_ms': 4.2 } },
  { operation: 'touchstone.model-reply.add', keep: { reply_id: 'id' } },
  { operation: 'inference.chat-completions', silent: true },
  { operation: 'touchstone.model-reply.list' },
  { operation: 'touchstone.model-reply.unmatched' },
  { operation: 'touchstone.model-reply.remove' },
  { operation: 'touchstone.model-reply.replace' },
  { operation: 'touchstone.model-reply.clear' },
  { operation: 'touchstone.tenant.create', keep: { tenant_id: 'account_id' } },
  { operation: 'touchstone.tenant.list' },
  { operation: 'touchstone.tenant.remove' },
  { operation: 'touchstone.fault.add', keep: { fault_id: 'id' } },
  { operation: 'touchstone.fault.list' },
  { operation: 'touchstone.fault.remove' },
  { operation: 'touchstone.fault.clear' },
  { operation: 'touchstone.snapshot.take', keep: { snapshot_name: 'name' } },
  { operation: 'touchstone.snapshot.list' },
  { operation: 'touchstone.snapshot.restore' },
  { operation: 'touchstone.snapshot.remove' },
  ...objects,
  { operation: 'browser-rendering.markdown.create', silent: true, body: { html: '<h1>Lamps</h1>' } },
  { operation: 'touchstone.rendering.list', varies: { '0.browser_ms': 48 } },
  { operation: 'touchstone.rendering.get', params: { rendering_id: '1' } },
  { operation: 'touchstone.rendering.request', params: { rendering_id: '1' } },
  { operation: 'touchstone.seed.get' },
  { operation: 'touchstone.signals.set' },
  { operation: 'touchstone.signals.get' },
  { operation: 'touchstone.credits.set' },
  { operation: 'touchstone.credits.get' },
  { operation: 'touchstone.guardrails.set' },
  { operation: 'touchstone.guardrails.get' },
  { operation: 'touchstone.limits.set' },
  { operation: 'touchstone.limits.get' },
  { operation: 'touchstone.clock.freeze' },
  { operation: 'touchstone.clock.advance' },
  { operation: 'touchstone.clock.get' },
  { operation: 'touchstone.clock.release', varies: { now: '2026-01-01T00:00:00.000000Z' } },
  { operation: 'touchstone.webhook.list' },
  { operation: 'touchstone.webhook.clear' },
  { operation: 'touchstone.journal.clear' },
  { operation: 'touchstone.world.reset' },
];
