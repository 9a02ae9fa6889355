import { useState } from 'preact/hooks';
import { Action, Code, ErrorNote, Field, Panel, Text } from '../../parts/basics.tsx';
import { useData, useRefresh } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';
import {
  emptySimple,
  exampleReply,
  type ReplyRecord,
  readSimple,
  type SimpleReply,
  toReadyReply,
  toReply,
  type UnmatchedRequest,
} from './reply.ts';

/** Scripted replies: what models answer instead of generated text. */
export function RepliesTab() {
  const { admin } = useSession();
  const replies = useData(() => admin<readonly ReplyRecord[]>('model-replies'), []);
  useRefresh(replies.reload);
  const [text, setText] = useState(JSON.stringify(exampleReply, null, 2));
  const simple = readSimple(text);
  const setSimple = (change: Partial<SimpleReply>) =>
    setText(JSON.stringify(toReply({ ...(simple ?? emptySimple), ...change }), null, 2));
  const add = async () => {
    await admin('model-replies', { body: readJson(text) });
    replies.reload();
  };
  const remove = async (id: string) => {
    await admin(`model-replies/${id}`, { method: 'DELETE' });
    replies.reload();
  };
  return (
    <div class="columns">
      <Panel title="Replies, in order of precedence">
        {replies.error && <ErrorNote error={replies.error} />}
        {replies.data?.length === 0 && (
          <p class="muted">No reply is scripted: models generate their answers.</p>
        )}
        {replies.data?.map(({ id, used, left, reply }) => (
          <div key={id} class="reply">
            <div class="bar">
              <span class="grow">
                {reply?.name === undefined ? id : <Text>{reply.name}</Text>}{' '}
                <span class="muted">
                  answered {used}
                  {left === null ? '' : `, ${left} left`}
                </span>
              </span>
              <Action action={() => remove(id)}>Remove</Action>
            </div>
            {reply ? (
              <Code label={`Reply ${id}`} text={JSON.stringify({ match: reply.match, reply: reply.reply })} />
            ) : (
              <p class="muted">It is made in code.</p>
            )}
          </div>
        ))}
      </Panel>
      <Panel title="Add a reply">
        <Field label="When the prompt contains" hint="Nothing: it answers everything.">
          <input
            value={simple?.contains ?? ''}
            disabled={!simple}
            onInput={(event) => setSimple({ contains: event.currentTarget.value })}
          />
        </Field>
        <Field label="Answer with">
          <input
            value={simple?.answer ?? ''}
            disabled={!simple}
            onInput={(event) => setSimple({ answer: event.currentTarget.value })}
          />
        </Field>
        <Field
          label="Reply as JSON"
          hint="It can do more: errors, tool calls, pauses. The newest reply takes precedence."
        >
          <textarea
            class="tall"
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <Action tone="primary" action={add}>
          Add the reply
        </Action>
      </Panel>
      <UnmatchedPanel onUse={(reply) => setText(JSON.stringify(reply, null, 2))} />
    </div>
  );
}

/** Requests that no reply matched, each ready to become one. */
function UnmatchedPanel({ onUse }: { readonly onUse: (reply: object) => void }) {
  const { admin } = useSession();
  const { data, error, reload } = useData(
    () =>
      admin<{ readonly count: number; readonly newest: readonly UnmatchedRequest[] }>(
        'model-replies/unmatched',
      ),
    [],
  );
  useRefresh(reload);
  return (
    <Panel title="Requests without a reply">
      {error && <ErrorNote error={error} />}
      {data?.count === 0 && <p class="muted">There are none.</p>}
      <ul class="rows">
        {data?.newest.map((request, at) => (
          <li key={`${data.count - at}`}>
            <span class="grow">
              <Text class="clamp">{request.text || '(no text)'}</Text>{' '}
              <span class="muted">{request.model}</span>
            </span>
            <button type="button" class="button" onClick={() => onUse(toReadyReply(request))}>
              Use as a reply
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** @throws Error in words a user understands */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The reply is not JSON: ${(error as Error).message}`);
  }
}
