import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { OpenapiDocument } from '../../../spec/openapi/document.ts';
import { getReferenceName, resolve } from '../../../spec/openapi/references.ts';
import {
  getChoices,
  getMembers,
  hasMembers,
  isSchema,
  type JsonSchema,
  schemaWords,
} from '../../../spec/openapi/schema-words.ts';
import { InlineText } from './inline-text.tsx';

interface Shown {
  readonly document: OpenapiDocument;
  readonly schema: JsonSchema;
  /** For a request, required members are marked; for an answer, those that may be missing. */
  readonly io: 'input' | 'output';
}

/** A schema in words, with its members below it. */
export function SchemaTree(shown: Shown) {
  const { schema, document } = shown;
  const name = getReferenceName(schema);
  return (
    <div class="schema">
      <p>
        {name !== undefined && <strong class="schema-name">{name}: </strong>}
        <InlineText>{schemaWords(schema, { document })}</InlineText>
      </p>
      <Members {...shown} />
    </div>
  );
}

/** The members of a schema, of its items, or of each of its forms. */
function Members({ document, schema, io }: Shown) {
  const whole = resolve<JsonSchema>(document, schema);
  const setting = { document };
  const forms = getChoices(whole, setting).filter((one) => hasMembers(one, setting));
  if (forms.length > 0) {
    return (
      <ul class="members">
        {forms.map((form, at) => (
          <li key={at}>
            <Opening
              title={getReferenceName(form) ?? (forms.length === 1 ? 'as an object' : `form ${at + 1}`)}
              words={kindOf(form, document)}
            >
              <Members document={document} schema={form} io={io} />
            </Opening>
          </li>
        ))}
      </ul>
    );
  }
  if (whole['type'] === 'array')
    return isSchema(whole['items']) ? <Members document={document} schema={whole['items']} io={io} /> : null;
  const required = Array.isArray(whole['required']) ? whole['required'] : [];
  const members = Object.entries(getMembers(whole, setting));
  const rest = whole['additionalProperties'];
  if (isSchema(rest) && Object.keys(rest).length > 0) members.push(['any other name', rest]);
  if (members.length === 0) return null;
  return (
    <ul class="members">
      {members.map(([name, member]) => (
        <li key={name}>
          <Member
            name={name}
            mark={getMark(required.includes(name), io)}
            document={document}
            schema={member}
            io={io}
          />
        </li>
      ))}
    </ul>
  );
}

function getMark(isRequired: boolean, io: Shown['io']): string {
  if (io === 'input') return isRequired ? 'required' : '';
  return isRequired ? '' : 'may be missing';
}

function Member({
  name,
  mark,
  document,
  schema,
  io,
}: Shown & { readonly name: string; readonly mark: string }) {
  const { description } = resolve<JsonSchema>(document, schema);
  const line = (
    <>
      <code class="member">{name}</code> {mark !== '' && <span class={`mark ${mark}`}>{mark}</span>}{' '}
      <span class="muted">
        <InlineText>{schemaWords(schema, { document })}</InlineText>
      </span>
      {typeof description === 'string' && (
        <span class="about">
          {' '}
          <InlineText>{description}</InlineText>
        </span>
      )}
    </>
  );
  if (!hasMembers(schema, { document })) return <div>{line}</div>;
  return (
    <Opening title={line}>
      <Members document={document} schema={schema} io={io} />
    </Opening>
  );
}

/** The fixed text that tells a form from the others, or its type. */
function kindOf(form: JsonSchema, document: OpenapiDocument): string {
  const members = Object.entries(getMembers(form, { document }));
  const fixed = members.find(([, member]) => typeof member['const'] === 'string');
  return fixed ? `\`${fixed[0]}\` is \`${fixed[1]['const']}\`` : schemaWords(form, { document });
}

/** A line that opens what is below it. Closed ones render nothing, since a schema may refer to itself. */
function Opening({
  title,
  words,
  children,
}: {
  readonly title: ComponentChildren;
  readonly words?: string;
  readonly children: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title}
        {words !== undefined && (
          <span class="muted">
            {' '}
            <InlineText>{words}</InlineText>
          </span>
        )}
      </summary>
      {isOpen && children}
    </details>
  );
}
