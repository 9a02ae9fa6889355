import { useState } from 'preact/hooks';
import type { ExplainedEntry } from '../../../../spec/services/touchstone/journal.ts';
import {
  Action,
  Code,
  CopyButton,
  ErrorNote,
  Facts,
  Field,
  Panel,
  Status,
  Text,
} from '../../parts/basics.tsx';
import { useData } from '../../parts/use-data.ts';
import { hashTo } from '../../route.ts';
import { useSession } from '../../session.ts';
import { toCommand } from './command.ts';
import { guardZone } from './guard-zone.ts';
import { StepsList } from './steps-list.tsx';
import { TokenMaker } from './token-maker.tsx';
import type { ZoneProps } from './zone-props.ts';
import { readSource, readTokens, type Source, toHeaders, type ZoneTokens } from './zone-types.ts';

/** The answer to a request for a zone. */
interface ZoneAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly is_cut: boolean;
  readonly entry: ExplainedEntry;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Sends requests with tokens to a zone, and shows step by step what it did. */
export function PlaygroundTab({ zone }: ZoneProps) {
  const session = useSession();
  const { data, error, reload } = useData(() => readTokens(session, zone.id), [zone.id]);
  const [answer, setAnswer] = useState<ZoneAnswer>();
  const guard = async () => {
    await guardZone(session, zone, data?.operations ?? []);
    reload();
  };
  if (!data) return error ? <ErrorNote error={error} /> : <p class="muted">Loading</p>;
  return (
    <>
      {data.configs.length === 0 && (
        <p class="note accent bar">
          <span class="grow">
            This zone has no token configuration. One click makes one with a key of this browser, an
            operation, and a rule that blocks requests without a valid token.
          </span>
          <Action tone="primary" action={guard}>
            Guard this zone
          </Action>
        </p>
      )}
      <div class="columns">
        <RequestForm key={data.configs.length} zone={zone} tokens={data} onAnswer={setAnswer} />
        {answer && <AnswerPanel answer={answer} />}
      </div>
    </>
  );
}

interface RequestFormProps extends ZoneProps {
  readonly tokens: ZoneTokens;
  readonly onAnswer: (answer: ZoneAnswer) => void;
}

/** The request to send, with its token. */
function RequestForm({ zone, tokens, onAnswer }: RequestFormProps) {
  const { admin, info } = useSession();
  const operation = tokens.operations[0];
  const sources = getSources(tokens);
  const [request, setRequest] = useState({
    method: String(operation?.method ?? 'GET'),
    host: operation?.host.replace(/\{[^}]*\}/g, 'a') ?? zone.name,
    path: operation?.endpoint.replace(/\{[^}]*\}/g, '1') ?? '/',
    source: 0,
    token: '',
    body: '',
  });
  const set = (change: Partial<typeof request>) => setRequest((before) => ({ ...before, ...change }));
  const source = sources[request.source] ?? sources[0] ?? authorization;
  const hasBody = !['GET', 'HEAD'].includes(request.method) && request.body !== '';
  const headers = toHeaders(source, request.token.trim());
  const url = `http://${request.host}${request.path.startsWith('/') ? '' : '/'}${request.path}`;
  const sent = { method: request.method, url, headers, ...(hasBody && { body: request.body }) };
  const send = async (token: string) => {
    const body = { ...sent, headers: toHeaders(source, token) };
    onAnswer(await admin<ZoneAnswer>(`zones/${zone.id}/requests`, { body }));
  };
  return (
    <Panel title="Request" aside={<CopyButton text={toCommand(sent, info.edge)}>Copy as curl</CopyButton>}>
      <div class="request-line">
        <Field label="Method">
          <select value={request.method} onChange={(event) => set({ method: event.currentTarget.value })}>
            {methods.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </select>
        </Field>
        <Field label="Host">
          <input value={request.host} onInput={(event) => set({ host: event.currentTarget.value })} />
        </Field>
        <Field label="Path and query">
          <input value={request.path} onInput={(event) => set({ path: event.currentTarget.value })} />
        </Field>
        <Field label="Token in">
          <select
            value={String(request.source)}
            onChange={(event) => set({ source: Number(event.currentTarget.value) })}
          >
            {sources.map(({ kind, name }, at) => (
              <option key={`${kind} ${name}`} value={String(at)}>
                {kind} {name}
              </option>
            ))}
          </select>
        </Field>
      </div>
      {!['GET', 'HEAD'].includes(request.method) && (
        <Field label="Body">
          <textarea value={request.body} onInput={(event) => set({ body: event.currentTarget.value })} />
        </Field>
      )}
      <TokenMaker
        configs={tokens.configs}
        token={request.token}
        onToken={(token) => set({ token })}
        onSend={send}
      />
    </Panel>
  );
}

const authorization: Source = { kind: 'header', name: 'authorization' };

/** The places where configurations look for a token. */
function getSources({ configs }: ZoneTokens): readonly Source[] {
  const all = configs.flatMap(({ token_sources }) => token_sources.map(readSource));
  const byName = new Map(all.flatMap((one) => (one ? [[`${one.kind} ${one.name}`, one] as const] : [])));
  return byName.size === 0 ? [authorization] : [...byName.values()];
}

function AnswerPanel({ answer }: { readonly answer: ZoneAnswer }) {
  const { status, headers, body, is_cut, entry } = answer;
  return (
    <Panel
      title="What the zone did"
      aside={
        <a class="button" href={hashTo(['requests', String(entry.id)])}>
          Request {entry.id}
        </a>
      }
    >
      <p class="verdict" role="status">
        <Status status={status} /> <strong>{getVerdict(entry)}</strong>
      </p>
      <StepsList steps={entry.steps} />
      <details class="maker">
        <summary>Answer: headers and body</summary>
        <Facts
          rows={Object.entries(headers).map(([name, value]) => [name, <Text key={name}>{value}</Text>])}
        />
        {body === null || body === '' ? (
          <p class="muted">No text.</p>
        ) : (
          <Code label="Body of the answer" text={`${body}${is_cut ? '…' : ''}`} />
        )}
      </details>
    </Panel>
  );
}

/** The first check that failed, or where the request went. */
function getVerdict({ steps }: ExplainedEntry): string {
  const end = steps.at(-1);
  if (end?.outcome === 'passed') return 'The request reached the origin.';
  const failure = steps.find(
    ({ title, outcome }) => outcome === 'failed' && /^(?:Custom|Token) rule/.test(title),
  );
  const cause = steps
    .filter(({ outcome }) => outcome === 'failed')
    .flatMap(({ lines }) => lines)
    .find(({ outcome }) => outcome === 'failed');
  return `${failure?.title ?? 'The zone'} stopped it${cause ? `: ${cause.text}` : ''}`;
}
