/**
 * The script of the page: filters, keys, content of details, a slider over pictures, and copying. The page embeds its
 * source as it is, so it uses nothing from outside.
 */
export function pageScript(): void {
  const all = <T extends Element>(selector: string, root: ParentNode = document) => [
    ...root.querySelectorAll<T>(selector),
  ];
  const form = document.querySelector<HTMLFormElement>('#filter');
  const shown = document.querySelector('#shown');
  if (!form || !shown) return;
  const items = all<HTMLElement>('.tests > li').map((element) => ({
    element,
    status: element.dataset['status'] ?? '',
    levels: (element.dataset['levels'] ?? '').split(' '),
    services: (element.dataset['services'] ?? '').split(' '),
    text: '',
  }));

  /** Adds sliders to pictures, and buttons to what is worth copying. */
  const addTools = (root: ParentNode) => {
    for (const frame of all<HTMLElement>('.pictures', root)) {
      const expected = frame.querySelector<HTMLImageElement>('.expected img');
      const actual = frame.querySelector<HTMLImageElement>('.actual img');
      if (!expected || !actual) continue;
      const figure = document.createElement('figure');
      figure.className = 'compare';
      const stack = document.createElement('div');
      stack.className = 'stack';
      const under = new Image();
      under.src = expected.src;
      const over = new Image();
      over.src = actual.src;
      over.className = 'over';
      under.alt = '';
      over.alt = '';
      stack.append(under, over);
      const label = document.createElement('label');
      const range = document.createElement('input');
      range.type = 'range';
      range.min = '0';
      range.max = '100';
      range.value = '50';
      const move = () => {
        stack.style.setProperty('--split', `${range.value}%`);
        range.setAttribute('aria-valuetext', `${range.value} percent expected, the rest received`);
      };
      range.addEventListener('input', move);
      move();
      const [left, right] = ['expected', 'received'].map((word) => {
        const span = document.createElement('span');
        span.textContent = word;
        return span;
      });
      const name = document.createElement('span');
      name.className = 'sr';
      name.textContent = 'Boundary between expected and received';
      label.append(name, left ?? '', range, right ?? '');
      figure.append(stack, label);
      frame.prepend(figure);
    }

    for (const pre of all<HTMLElement>('pre[data-copy]', root)) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy';
      button.textContent = 'Copy';
      button.addEventListener('click', async () => {
        try {
          await navigator.clipboard.writeText(pre.textContent ?? '');
          button.textContent = 'Copied';
        } catch {
          getSelection()?.selectAllChildren(pre);
          button.textContent = 'Selected';
        }
      });
      pre.before(button);
    }
  };

  let contents: readonly string[] | undefined;
  /** Adds the content of details, which are closed at first. The report escaped every text in it. */
  const fill = (details: Element) => {
    const place = details.querySelector<HTMLElement>(':scope > [data-later]');
    if (!place) return;
    contents ??= JSON.parse(document.querySelector('#later')?.textContent ?? '[]') as string[]; // what the page holds
    const template = document.createElement('template');
    template.innerHTML = contents[Number(place.dataset['later'])] ?? '';
    addTools(template.content);
    place.replaceWith(template.content);
  };
  // The event does not bubble.
  document.addEventListener(
    'toggle',
    ({ target }) => target instanceof HTMLDetailsElement && fill(target),
    true,
  );

  // Leaves out exchanges: searching all of them would take seconds per key.
  const getText = (element: HTMLElement) =>
    `${(element.querySelector('summary') ?? element).textContent} ${element.dataset['messages'] ?? ''}`.toLowerCase();

  const filter = () => {
    const data = new FormData(form);
    const statuses = data.getAll('status');
    const service = String(data.get('service') ?? '');
    const level = String(data.get('level') ?? '');
    const words = String(data.get('text') ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean);
    let count = 0;
    for (const item of items) {
      if (words.length > 0 && item.text === '') item.text = getText(item.element);
      const fits =
        statuses.includes(item.status) &&
        (service === '' || item.services.includes(service)) &&
        (level === '' || item.levels.includes(level)) &&
        words.every((word) => item.text.includes(word));
      if (item.element.hidden === fits) item.element.hidden = !fits;
      if (fits) count++;
    }
    shown.textContent = `${count} of ${items.length} tests`;
  };
  form.hidden = false;
  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(filter));

  const control = (name: string) => form.elements.namedItem(name);
  for (const cell of all<HTMLElement>('.cell')) {
    cell.addEventListener('click', () => {
      for (const box of all<HTMLInputElement>('[name=status]', form)) box.checked = true;
      for (const name of ['service', 'level']) {
        const select = control(name);
        if (select instanceof HTMLSelectElement) select.value = cell.dataset[name] ?? '';
      }
      filter();
      document.querySelector('#tests')?.scrollIntoView();
      document
        .querySelector<HTMLElement>('.tests > li:not([hidden]) summary')
        ?.focus({ preventScroll: true });
    });
  }

  const text = control('text');
  document.addEventListener('keydown', (event) => {
    // The browser searches in closed details too.
    if ((event.ctrlKey || event.metaKey) && event.key === 'f') {
      for (const details of all('details')) if (!details.closest('.tests > [hidden]')) fill(details);
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    const typing = target instanceof HTMLInputElement && target.type === 'search';
    if (event.key === 'Escape' && target instanceof Node && form.contains(target)) form.reset();
    if (typing || target instanceof HTMLSelectElement) return;
    if (event.key === '/' && text instanceof HTMLElement) {
      event.preventDefault();
      text.focus();
    }
    if (event.key !== 'j' && event.key !== 'k') return;
    const stops = all<HTMLElement>('.tests > li:not([hidden]) > details > summary');
    const at = stops.indexOf(document.activeElement as HTMLElement); // an element that is no stop is at -1
    const next = event.key === 'j' ? at + 1 : Math.max(at - 1, 0);
    stops[Math.min(next, stops.length - 1)]?.focus();
  });

  const openTarget = () => {
    const named = document.getElementById(location.hash.slice(1));
    const details = named?.querySelector('details');
    if (!named || !details) return;
    named.hidden = false;
    fill(details);
    details.open = true;
    named.scrollIntoView();
  };
  window.addEventListener('hashchange', openTarget);

  addTools(document);
  filter();
  openTarget();
}
