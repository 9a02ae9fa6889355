/** Small parts that every page uses. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { toClockTime, toPrettyText, visible } from './text.ts';

/** Text of a request or of a user: hidden characters are shown, and its direction stays its own. */
export function Text({ children, class: name }: { readonly children: string; readonly class?: string }) {
  return <bdi {...(name && { class: name })}>{visible(children)}</bdi>;
}

/** Text in one line, cut in its middle where room is short: two requests often differ only in their ends. */
export function BothEnds({ children }: { readonly children: string }) {
  const shown = [...visible(children)];
  const start = Math.max(0, shown.length - endCharacters);
  return (
    <bdi class="both-ends">
      <span>{shown.slice(0, start).join('')}</span>
      <span>{shown.slice(start).join('')}</span>
    </bdi>
  );
}

const endCharacters = 18;

/** The status of an answer, coloured by its class; 0 is a connection that ended without an answer. */
export function Status({ status }: { readonly status: number }) {
  const kind = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'refused' : 'good';
  return <span class={`status ${kind}`}>{status === 0 ? 'dropped' : status}</span>;
}

export type Tone = 'plain' | 'good' | 'refused' | 'bad' | 'accent';

/** A short word in a frame. */
export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** The time of day, with the whole time as its title. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at}>
      {toClockTime(at)}
    </time>
  );
}

/** Preformatted text. JSON is indented; a long text scrolls in its own box. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard.
    <section class="code" dir="ltr" tabIndex={0} aria-label={label}>
      <pre>{visible(toPrettyText(text))}</pre>
    </section>
  );
}

/** A button that copies a text, and says so. */
export function CopyButton({
  text,
  children = 'Copy',
}: {
  readonly text: string;
  readonly children?: string;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <button type="button" class="button" onClick={copy} aria-live="polite">
      {isCopied ? 'Copied' : children}
    </button>
  );
}

export interface ActionProps {
  /** Runs once at a time; its error is shown beside the button. */
  readonly action: () => Promise<unknown>;
  readonly tone?: 'plain' | 'primary' | 'danger';
  readonly disabled?: boolean;
  /** A question that must be confirmed first. */
  readonly confirm?: string;
  readonly children: ComponentChildren;
}

/** A button for something that takes time or can fail. */
export function Action({ action, tone = 'plain', disabled = false, confirm, children }: ActionProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const run = async () => {
    if (confirm !== undefined && !window.confirm(confirm)) return;
    setBusy(true);
    setError(undefined);
    await action().catch(setError);
    setBusy(false);
  };
  return (
    <span class="action">
      <button type="button" class={`button ${tone}`} disabled={disabled || isBusy} onClick={run}>
        {children}
      </button>
      {error && <ErrorNote error={error} />}
    </span>
  );
}

/** What went wrong, in words. */
export function ErrorNote({ error }: { readonly error: Error }) {
  return (
    <p class="note bad" role="alert">
      <Text>{error.message}</Text>
    </p>
  );
}

/** A place without content, with what to do about it. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** A titled box. */
export function Panel({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="panel">
      <header class="panel-head">
        <h2>{title}</h2>
        {aside}
      </header>
      <div class="panel-body">{children}</div>
    </section>
  );
}

/** A labelled control of a form. */
export function Field({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child.
    <label class="field">
      <span class="field-label">{label}</span>
      {children}
      {hint !== undefined && <span class="field-hint">{hint}</span>}
    </label>
  );
}

/** Names and values. */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ComponentChildren])[];
}) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface Choice<Name extends string> {
  readonly name: Name;
  readonly title: string;
}

/** Scrolls a bar so that it shows its chosen link or tab. @param chosen what a change of the choice changes */
export function useChosenInView<Bar extends HTMLElement>(chosen: unknown) {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    const choice = bar.current?.querySelector('[aria-current="page"], [aria-selected="true"]');
    choice?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [chosen]);
  return bar;
}

/** Tabs: the arrow keys choose, and only the chosen tab is in the tab order. */
export function Tabs<Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly tabs: readonly Choice<Name>[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}) {
  const bar = useChosenInView<HTMLDivElement>(chosen);
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (step === 0 || !next) return;
    event.preventDefault();
    onChoose(next.name);
    const { children } = event.currentTarget as HTMLElement;
    (children[tabs.indexOf(next)] as HTMLElement).focus();
  };
  return (
    <div ref={bar} class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === chosen}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
