import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListedOperation } from '../../../spec/openapi/list-operations.ts';
import { useChosenInView } from '../parts/basics.tsx';
import { hashTo } from '../route.ts';
import { InlineText } from './inline-text.tsx';
import { Method } from './operation-page.tsx';
import { countOperations, findOperations } from './search.ts';
import type { Loaded } from './use-reference.ts';

/** The services with their operations, or what a search finds. Only the chosen service shows its operations. */
export function Navigation({
  loaded: { document, operations },
  chosen,
  service,
}: {
  readonly loaded: Loaded;
  readonly chosen: ListedOperation | undefined;
  readonly service: string | undefined;
}) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const list = useChosenInView<HTMLDivElement>(`${chosen?.id} ${service} ${isOpen}`);
  const search = useRef<HTMLInputElement>(null);
  useSlash(search);
  // On a phone, a chosen page covers the list.
  useEffect(() => setOpen(false), [chosen, service]);
  const found = text.trim() === '' ? undefined : findOperations(operations, text);
  return (
    <nav class={`side ${isOpen ? 'open' : ''}`} aria-label="Operations">
      <div class="side-head">
        <input
          ref={search}
          type="search"
          placeholder="Search, or an error code (/)"
          aria-label="Search operations"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setOpen(true);
          }}
        />
        <button
          type="button"
          class="button side-toggle"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Operations
        </button>
      </div>
      <div ref={list} class="side-list">
        {found ? (
          <>
            <p class="muted found" aria-live="polite">
              {countOperations(found)}
            </p>
            <Links operations={found} chosen={chosen} />
          </>
        ) : (
          document.tags.map(({ name }) => (
            <div key={name}>
              <a class="side-service" href={hashTo([name])} {...(name === service && !chosen && current)}>
                {name}
              </a>
              {name === service && (
                <Links operations={operations.filter((one) => one.service === name)} chosen={chosen} />
              )}
            </div>
          ))
        )}
      </div>
    </nav>
  );
}

const current = { 'aria-current': 'page' } as const;

function Links({
  operations,
  chosen,
}: {
  readonly operations: readonly ListedOperation[];
  readonly chosen: ListedOperation | undefined;
}) {
  return (
    <ul class="side-links">
      {operations.map(({ id, method, operation }) => (
        <li key={id}>
          <a href={hashTo([id])} title={id} {...(id === chosen?.id && current)}>
            <span>
              <InlineText>{operation.summary}</InlineText>
            </span>{' '}
            <Method method={method} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The key `/` moves the focus to the search. */
function useSlash(search: { readonly current: HTMLInputElement | null }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      search.current?.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [search]);
}
