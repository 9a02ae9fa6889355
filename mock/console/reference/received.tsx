import { useEffect, useState } from 'preact/hooks';
import { Code, Facts, Status, Text } from '../parts/basics.tsx';
import { toSize } from '../parts/text.ts';
import type { PlannedRequest } from './request.ts';

/** Most characters of an answer that are shown. */
const mostCharacters = 200_000;

/** Most time for which a stream is read, in milliseconds. */
const streamMs = 5_000;

/** An answer of the server. */
export interface Received {
  readonly status: number;
  readonly ms: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly type: string;
  /** The beginning of a text; undefined for other bytes. */
  readonly text: string | undefined;
  /** Why the text ends early. */
  readonly cut: string | undefined;
  readonly bytes: Blob | undefined;
}

/** Sends a request. @throws Error when the server does not answer */
export async function sendPlanned(
  { method, path, headers, body, fields }: PlannedRequest,
  files: Readonly<Record<string, File>>,
): Promise<Received> {
  const began = performance.now();
  const response = await fetch(path, {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(fields && { body: toForm(fields, files) }),
  }).catch(() => {
    throw new Error('The server does not answer, or dropped the connection.');
  });
  const type = response.headers.get('content-type') ?? '';
  const facts = { status: response.status, headers: [...response.headers], type };
  if (!/^(?:text|application\/(?:.*\+)?json)/.test(type)) {
    const bytes = await response.blob();
    return {
      ...facts,
      ms: performance.now() - began,
      text: bytes.size > 0 ? undefined : '',
      cut: undefined,
      bytes,
    };
  }
  const { text, cut } = await readText(response);
  return { ...facts, ms: performance.now() - began, text, cut, bytes: undefined };
}

function toForm(fields: Readonly<Record<string, string>>, files: Readonly<Record<string, File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, files[name] ?? value);
  return form;
}

/** Reads a text up to a length; a stream up to a time. */
async function readText({ body, headers }: Response): Promise<{ text: string; cut: string | undefined }> {
  if (!body) return { text: '', cut: undefined };
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => isStream && reader.cancel(), streamMs);
  const end = Date.now() + streamMs;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
    if (text.length <= mostCharacters) continue;
    await reader.cancel();
    clearTimeout(timer);
    return {
      text: text.slice(0, mostCharacters),
      cut: `The rest after ${mostCharacters} characters is not shown.`,
    };
  }
  clearTimeout(timer);
  const isCut = isStream && Date.now() >= end;
  return { text, cut: isCut ? `The stream was read for ${streamMs / 1000} seconds.` : undefined };
}

/** An answer: its status and time, its body, and its headers. */
export function ReceivedAnswer({ received }: { readonly received: Received }) {
  const { status, ms, headers, type, text, cut, bytes } = received;
  return (
    <div class="received">
      <p>
        <Status status={status} /> <span class="muted">{ms.toFixed(0)} ms</span>{' '}
        <span class="muted">
          <Text>{type}</Text>
        </span>
      </p>
      {text === '' && <p class="muted">No body.</p>}
      {text !== undefined && text !== '' && <Code label="Answer" text={text} />}
      {cut !== undefined && <p class="muted">{cut}</p>}
      {bytes && bytes.size > 0 && <Bytes bytes={bytes} type={type} />}
      <details>
        <summary>Headers</summary>
        <Facts rows={headers.map(([name, value]) => [name, <Text key={name}>{value}</Text>] as const)} />
      </details>
    </div>
  );
}

/** A picture, or a link that saves the bytes. */
function Bytes({ bytes, type }: { readonly bytes: Blob; readonly type: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(bytes);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  if (address === undefined) return null;
  return (
    <>
      {/^image\/(?:png|jpeg|webp)/.test(type) && <img class="picture" src={address} alt="The answer" />}
      <p>
        <a href={address} download="answer">
          Save {toSize(bytes.size)}
        </a>
      </p>
    </>
  );
}
