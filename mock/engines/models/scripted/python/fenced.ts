const opening = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w.+-]*)/;
const isPython = /^(?:python[\d.]*|py|ipython)$/i;
const aboutCode = /\b(?:python|code|script|program|run|execute|output|prints?)\b/i;

/** A fenced block of Python in a prompt, which is run as it is; one of no language where code is spoken of. */
export function fencedPython(prompt: string): string | undefined {
  let fence = '';
  let wanted = false;
  let code: string[] = [];
  for (const line of prompt.split(/\r?\n/)) {
    if (fence === '') {
      const [, marks = '', language = ''] = opening.exec(line) ?? [];
      fence = marks;
      wanted = isPython.test(language) || (language === '' && aboutCode.test(prompt.slice(0, 20_000)));
      code = [];
    } else if (line.trim().startsWith(fence) && /^(.)\1*$/.test(line.trim())) {
      if (wanted && code.some((each) => each.trim() !== '')) return code.join('\n');
      fence = '';
    } else code.push(line);
  }
  // A block that nobody closes goes to the end.
  return fence !== '' && wanted && code.some((each) => each.trim() !== '') ? code.join('\n') : undefined;
}
