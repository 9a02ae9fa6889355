import { useState } from 'preact/hooks';
import { journalHeader } from '../../../../spec/services/touchstone/limits.ts';
import { Action, Field, Panel } from '../../parts/basics.tsx';
import { useSession } from '../../session.ts';
import { RenderedFile } from './rendered-file.tsx';
import { actions, firstForm, type RenderingAction, type RenderingForm, toBody } from './rendering-form.ts';

/** A form that renders a page, and the result. */
export function TryPanel({ onDone }: { readonly onDone: () => void }) {
  const { fetchV4, account } = useSession();
  const [form, setForm] = useState(firstForm);
  const [result, setResult] = useState<{ readonly blob: Blob; readonly turn: number }>();
  const render = async () => {
    setResult(undefined);
    try {
      const path = `accounts/${account.id}/browser-rendering/${form.action}?cacheTTL=0`;
      // The reader asked for it: it belongs into the journal, and into the list below.
      const answer = await fetchV4(path, { body: toBody(form), headers: { [journalHeader]: 'on' } });
      setResult({ blob: await answer.blob(), turn: Date.now() });
    } finally {
      onDone();
    }
  };
  return (
    <Panel title="Render a page">
      <Source form={form} onChange={setForm} />
      <Options form={form} onChange={setForm} />
      <div>
        <Action action={render} tone="primary" disabled={form[form.source] === ''}>
          Render
        </Action>
      </div>
      {result && <RenderedFile key={result.turn} blob={result.blob} name="the rendered page" />}
    </Panel>
  );
}

interface FormProps {
  readonly form: RenderingForm;
  readonly onChange: (form: RenderingForm) => void;
}

function Source({ form, onChange }: FormProps) {
  const radio = (source: RenderingForm['source'], label: string) => (
    <label class="check">
      <input
        type="radio"
        name="source"
        checked={form.source === source}
        onChange={() => onChange({ ...form, source })}
      />
      {label}
    </label>
  );
  return (
    <>
      <fieldset class="bar choices">
        <legend class="field-label">Page</legend>
        {radio('html', 'HTML')}
        {radio('url', 'Address')}
      </fieldset>
      {form.source === 'url' ? (
        <Field label="Address" hint="A server of this machine works too, such as http://localhost:3000/.">
          <input
            type="url"
            value={form.url}
            onInput={(event) => onChange({ ...form, url: event.currentTarget.value })}
          />
        </Field>
      ) : (
        <Field label="HTML">
          <textarea
            spellcheck={false}
            value={form.html}
            onInput={(event) => onChange({ ...form, html: event.currentTarget.value })}
          />
        </Field>
      )}
    </>
  );
}

const detailLabels: Readonly<Partial<Record<RenderingAction, string>>> = {
  scrape: 'Selector of the elements',
  json: 'What the model should find',
};

const loadEvents = ['load', 'domcontentloaded', 'networkidle0', 'networkidle2'];

function Options({ form, onChange }: FormProps) {
  const detail = detailLabels[form.action];
  const text = (name: 'width' | 'height' | 'waitForSelector' | 'detail', label: string) => (
    <Field label={label}>
      <input
        type="text"
        value={form[name]}
        onInput={(event) => onChange({ ...form, [name]: event.currentTarget.value })}
      />
    </Field>
  );
  return (
    <div class="options">
      <Field label="Result">
        <select
          value={form.action}
          onChange={(event) => onChange({ ...form, action: event.currentTarget.value as RenderingAction })}
        >
          {Object.entries(actions).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </Field>
      {detail !== undefined && text('detail', detail)}
      {text('width', 'Width')}
      {text('height', 'Height')}
      <Field label="Wait for">
        <select
          value={form.waitUntil}
          onChange={(event) => onChange({ ...form, waitUntil: event.currentTarget.value })}
        >
          {loadEvents.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      {text('waitForSelector', 'And for an element')}
    </div>
  );
}
