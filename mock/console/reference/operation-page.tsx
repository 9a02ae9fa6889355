import { useEffect, useRef } from 'preact/hooks';
import type { Certainty } from '../../../spec/certainty.ts';
import type { OpenapiDocument, ParameterObject } from '../../../spec/openapi/document.ts';
import { getAnswerSchemas, type ListedOperation } from '../../../spec/openapi/list-operations.ts';
import { schemaWords } from '../../../spec/openapi/schema-words.ts';
import { Badge, Code, Panel, type Tone } from '../parts/basics.tsx';
import { InlineText } from './inline-text.tsx';
import { SchemaTree } from './schema-tree.tsx';
import { type Credentials, TryIt } from './try-it.tsx';

export interface OperationPageProps {
  readonly document: OpenapiDocument;
  readonly listed: ListedOperation;
  readonly credentials: Credentials;
}

/** All about one operation, with a form that sends it to this server. */
export function OperationPage({ document, listed, credentials }: OperationPageProps) {
  const { id, method, paths, operation } = listed;
  return (
    <article class="page operation">
      <header class="operation-head">
        <p class="muted">{id}</p>
        <PageTitle text={operation.summary} />
        {paths.map((path) => (
          <p key={path} class="route">
            <Method method={method} /> <code>{path}</code>
          </p>
        ))}
        <p class="muted">
          <InlineText>{operation.description}</InlineText>
        </p>
        <p class="muted">Who: {whoMay(listed)}</p>
      </header>
      <div class="operation-columns">
        <div class="operation-about">
          <Parameters document={document} parameters={listed.parameters} />
          <Body document={document} listed={listed} />
          <Answer document={document} listed={listed} />
          <Failures document={document} listed={listed} />
        </div>
        <div class="operation-try">
          <TryIt key={id} listed={listed} credentials={credentials} />
          <Example listed={listed} />
        </div>
      </div>
    </article>
  );
}

/** The heading of a page; it gets the focus when the page follows another one. */
export function PageTitle({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) heading.current?.focus({ preventScroll: true });
  }, [text]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      <InlineText>{text}</InlineText>
    </h1>
  );
}

export function Method({ method }: { readonly method: string }) {
  return <span class={`method ${method.toLowerCase()}`}>{method}</span>;
}

const tones: Readonly<Record<Certainty, Tone>> = {
  seed: 'good',
  documented: 'good',
  observed: 'accent',
  inferred: 'refused',
  schema: 'refused',
};

function CertaintyBadge({ certainty }: { readonly certainty: Certainty }) {
  return <Badge tone={tones[certainty]}>{certainty}</Badge>;
}

function whoMay({ operation }: ListedOperation): string {
  const permissions = operation['x-permissions'];
  if (!permissions) return 'this machine, or the admin token';
  return permissions.length === 0 ? 'any valid credential' : `a token with ${permissions.join(' or ')}`;
}

const places = { path: 'Path', query: 'Query', header: 'Headers' } as const;

function Parameters({
  document,
  parameters,
}: {
  readonly document: OpenapiDocument;
  readonly parameters: readonly ParameterObject[];
}) {
  if (parameters.length === 0) return null;
  return (
    <Panel title="Parameters">
      {Object.entries(places).map(([place, title]) => {
        const own = parameters.filter((one) => one.in === place);
        return own.length === 0 ? null : (
          <section key={place}>
            <h3>{title}</h3>
            <ul class="members">
              {own.map(({ name, required, schema, description }) => (
                <li key={name}>
                  <code class="member">{name}</code> {required && <span class="mark required">required</span>}{' '}
                  <span class="muted">
                    <InlineText>{schemaWords(schema, { document })}</InlineText>
                  </span>
                  {description !== undefined && <span class="about"> {description}</span>}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </Panel>
  );
}

function Body({ document, listed }: Pick<OperationPageProps, 'document' | 'listed'>) {
  const content = listed.operation.requestBody?.content;
  if (!content) return null;
  const json = content['application/json'];
  const others = Object.keys(content).filter((type) => type !== 'application/json');
  return (
    <Panel title={json ? 'Body: JSON' : 'Body'}>
      {json && <SchemaTree document={document} schema={json.schema} io="input" />}
      {others.map((type) => (
        <p key={type}>
          {json && 'Or '}
          {type === '*/*' ? 'bytes' : <code>{type}</code>}
        </p>
      ))}
    </Panel>
  );
}

function Answer({ document, listed }: Pick<OperationPageProps, 'document' | 'listed'>) {
  const [status, { description, content = {} }] = listed.success;
  const { result, meta, events } = getAnswerSchemas(listed, document);
  return (
    <Panel title={`Answer: ${status}`}>
      <p>
        <InlineText>{description}</InlineText>
      </p>
      {listed.success[1]['x-answer'] === 'bytes' && (
        <p>
          {Object.keys(content).map((type) => (
            <code key={type}>{type} </code>
          ))}
        </p>
      )}
      {result && <SchemaTree document={document} schema={result} io="output" />}
      {meta && (
        <>
          <h3>meta</h3>
          <SchemaTree document={document} schema={meta} io="output" />
        </>
      )}
      {events && (
        <>
          <h3>Events of a stream</h3>
          <SchemaTree document={document} schema={events} io="output" />
        </>
      )}
    </Panel>
  );
}

function Failures({ document, listed }: Pick<OperationPageProps, 'document' | 'listed'>) {
  const names = listed.refusals.flatMap(([, response]) => response['x-failures'] ?? []);
  if (names.length === 0) return null;
  return (
    <Panel title="Errors">
      <FailureTable document={document} names={names} />
      <p class="muted">
        <a href="#/">Errors of all operations</a> are on the first page.
      </p>
    </Panel>
  );
}

/** Failures with their statuses, codes and messages. */
export function FailureTable({
  document,
  names,
}: {
  readonly document: OpenapiDocument;
  readonly names: OpenapiDocument['x-general-failures'];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard.
    <section class="scroll" tabIndex={0} aria-label="Errors">
      <table>
        <thead>
          <tr>
            <th class="number">Status</th>
            <th class="number">Code</th>
            <th>Message</th>
            <th>Certainty</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const { status, code, message, certainty } = document['x-failures'][name];
            return (
              <tr key={name}>
                <td class="number">{status}</td>
                <td class="number">{code}</td>
                <td>
                  <InlineText>{message}</InlineText>
                  <br />
                  <code class="muted">{name}</code>
                </td>
                <td>
                  <CertaintyBadge certainty={certainty} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Example({ listed }: { readonly listed: ListedOperation }) {
  const [status, { content = {} }] = listed.success;
  const [type, media] = Object.entries(content).find(([, one]) => one.example !== undefined) ?? [];
  if (type === undefined || media === undefined) return null;
  const { example } = media;
  return (
    <Panel title={`Example answer: ${status}`} aside={<span class="muted">{type}</span>}>
      <Code label="Example answer" text={typeof example === 'string' ? example : JSON.stringify(example)} />
    </Panel>
  );
}
