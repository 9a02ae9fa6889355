import { ApiError } from '../../../spec/errors.ts';
import { journalLimits } from '../../../spec/services/touchstone/events.ts';
import type { ZoneRequestInput } from '../../../spec/services/touchstone/journal.ts';
import { journalHeader } from '../../../spec/services/touchstone/limits.ts';
import { zoneByHost } from '../../edge/zone-by-host.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import type { SendToPlane } from './replay.ts';

/** Sends a request to a zone. @throws ApiError `body-invalid`, `connection-ended` */
export async function sendZoneRequest(
  world: World,
  zone: ZoneTenant,
  input: ZoneRequestInput,
  send: SendToPlane,
) {
  const response = await send('edge', createRequest(world, zone, input));
  const entry = world.journal.get(Number(response.headers.get(journalHeader)));
  if (!entry) throw new ApiError('connection-ended');
  const { text, isCut } = await readText(response);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text,
    is_cut: isCut,
    entry,
  };
}

function createRequest(
  world: World,
  zone: ZoneTenant,
  { method, url: sent, headers, body }: ZoneRequestInput,
): Request {
  const { name } = zone.zone;
  const url = URL.parse(sent, `http://${name}`);
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid('url', 'must be an HTTP URL or a path');
  if (zoneByHost(world, url.hostname)?.id !== zone.id) {
    throw invalid('url', `has the host ${url.hostname}, which is not one of the zone ${name}`);
  }
  if (body !== undefined && /^(?:GET|HEAD)$/i.test(method))
    throw invalid('body', `can't be sent with ${method}`);
  try {
    return new Request(url, { method, ...(headers && { headers }), ...(body !== undefined && { body }) });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw invalid('headers', `can't be sent: ${error.message}`);
  }
}

const invalid = (field: string, problem: string) =>
  new ApiError('body-invalid', { field, problem }, `/${field}`);

/** Also an answer that does not say what it is. */
const isText = /^(?:$|text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|x-www-form-urlencoded))/i;

/** Reads the beginning of an answer, and leaves the rest. */
async function readText({ headers, body }: Response): Promise<{ text: string | null; isCut: boolean }> {
  if (body === null) return { text: '', isCut: false };
  if (!isText.test(headers.get('content-type') ?? '')) {
    await body.cancel();
    return { text: null, isCut: false };
  }
  const { shownAnswerCharacters, shownAnswerMs } = journalLimits;
  const reader = body.getReader();
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, shownAnswerMs);
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < shownAnswerCharacters) {
      const read = await Promise.race([reader.read(), late.promise]);
      if (read?.done) return { text: text + decoder.decode(), isCut: false };
      if (!read) break;
      text += decoder.decode(read.value, { stream: true });
    }
  } finally {
    clearTimeout(timer);
  }
  await reader.cancel();
  return { text: text.slice(0, shownAnswerCharacters), isCut: true };
}
