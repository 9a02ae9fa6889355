import { useState } from 'preact/hooks';
import type { ParameterObject } from '../../../spec/openapi/document.ts';
import type { ListedOperation } from '../../../spec/openapi/list-operations.ts';
import { Action, CopyButton, Field, Panel } from '../parts/basics.tsx';
import { writeCurl } from '../parts/curl.ts';
import { toPrettyText } from '../parts/text.ts';
import { type Received, ReceivedAnswer, sendPlanned } from './received.tsx';
import { planRequest } from './request.ts';

/** What requests are sent with. */
export interface Credentials {
  /** API token; empty for none. */
  readonly token: string;
  /** Token of the admin interface; empty on the server's own machine. */
  readonly adminToken: string;
  /** Known path variables: the account and the zone of the server. */
  readonly known: Readonly<Record<string, string>>;
}

interface TryItProps {
  readonly listed: ListedOperation;
  readonly credentials: Credentials;
}

/** A form that sends the operation to this server and shows the answer. */
export function TryIt({ listed, credentials }: TryItProps) {
  const { method, parameters, operation } = listed;
  const content = operation.requestBody?.content ?? {};
  const types = Object.keys(content);
  const [values, setValues] = useState(() => startValues(listed, credentials));
  const [type, setType] = useState(types[0]);
  const [texts, setTexts] = useState(() => startTexts(listed));
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({});
  const [received, setReceived] = useState<Received>();
  const isAdmin = operation['x-permissions'] === undefined;
  const body = type === undefined ? undefined : (texts[type] ?? '');
  const fields = type === 'multipart/form-data' ? parseFields(body ?? '') : {};
  const planned = planRequest(listed, {
    values,
    body,
    type,
    fields,
    token: isAdmin ? credentials.adminToken : credentials.token,
  });
  const missing = parameters
    .filter(({ name, required }) => required && !values[name])
    .map(({ name }) => name);
  const [wanted, optional] = [parameters.filter(isWanted), parameters.filter((one) => !isWanted(one))];
  const toField = ({ name, required, in: place }: ParameterObject) => (
    <Field
      key={name}
      label={required ? `${name} (required)` : name}
      {...(place === 'header' && { hint: 'a header' })}
    >
      <input
        class="mono"
        value={values[name] ?? ''}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
      />
    </Field>
  );
  const send = async () => setReceived(await sendPlanned(planned, files));
  return (
    <Panel
      title="Try it"
      aside={
        <CopyButton text={writeCurl({ ...planned, url: `${location.origin}${planned.path}` })}>
          Copy as curl
        </CopyButton>
      }
    >
      {wanted.map(toField)}
      {optional.length > 0 && (
        <details>
          <summary>Optional parameters ({optional.length})</summary>
          <div class="optional">{optional.map(toField)}</div>
        </details>
      )}
      {types.length > 1 && (
        <Field label="Type of the body">
          <select value={type} onChange={(event) => setType(event.currentTarget.value)}>
            {types.map((one) => (
              <option key={one} value={one}>
                {one === '*/*' ? 'bytes' : one}
              </option>
            ))}
          </select>
        </Field>
      )}
      {type === 'multipart/form-data' ? (
        <FormFields
          fields={fields}
          onText={(changed) => setTexts({ ...texts, [type]: JSON.stringify(changed) })}
          onFile={(name, file) => setFiles({ ...files, [name]: file })}
        />
      ) : (
        type !== undefined && (
          <Field
            label="Body"
            {...(isBroken(type, body) && { hint: 'This is not valid JSON. It is sent as it is.' })}
          >
            <textarea
              rows={Math.min(18, Math.max(5, (body ?? '').split('\n').length))}
              spellcheck={false}
              value={body}
              onInput={(event) => setTexts({ ...texts, [type]: event.currentTarget.value })}
            />
          </Field>
        )
      )}
      <div class="bar">
        <Action action={send} tone={method === 'DELETE' ? 'danger' : 'primary'} disabled={missing.length > 0}>
          Send {method}
        </Action>
        {missing.length > 0 && <span class="muted">Fill in {missing.join(', ')} first.</span>}
      </div>
      <div aria-live="polite">{received && <ReceivedAnswer received={received} />}</div>
    </Panel>
  );
}

/** Whether a parameter is shown at once: it must be sent, or the example sends it. */
const isWanted = ({ required, example }: ParameterObject) => required || example !== undefined;

/** The fields of a form; those whose example begins with `@` are files. */
function FormFields({
  fields,
  onText,
  onFile,
}: {
  readonly fields: Readonly<Record<string, string>>;
  readonly onText: (fields: Readonly<Record<string, string>>) => void;
  readonly onFile: (name: string, file: File) => void;
}) {
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <Field key={name} label={name}>
          {value.startsWith('@') ? (
            <input
              type="file"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file) onFile(name, file);
              }}
            />
          ) : (
            <input
              value={value}
              onInput={(event) => onText({ ...fields, [name]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </>
  );
}

/** The account and zone of the server, and examples of other parameters. */
function startValues(
  { parameters }: ListedOperation,
  { known }: Credentials,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parameters.flatMap(({ name, example, in: place }) => {
      const value = place === 'path' ? (known[name] ?? example) : example;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A body for each media type: the example. */
function startTexts({ operation }: ListedOperation): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(operation.requestBody?.content ?? {}).map(([type, { example }]) => [
      type,
      typeof example === 'string'
        ? example
        : example === undefined
          ? ''
          : toPrettyText(JSON.stringify(example)),
    ]),
  );
}

function parseFields(text: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    return { file: '@' };
  }
}

function isBroken(type: string, body = ''): boolean {
  if (type !== 'application/json') return false;
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
}
