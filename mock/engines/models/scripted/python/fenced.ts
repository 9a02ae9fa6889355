const opening = /^([ \t]*)(`{3,}|~{3,})[ \t]*([\w.+-]*)/;
const isPython = /^(?:python[\d.]*|py|ipython)$/i;
const aboutCode = /\b(?:python|code|script|program|run|execute|output|prints?)\b/i;

/** A fenced block of Python in a prompt, which is run as it is; one of no language where code is spoken of. */
export function fencedPython(prompt: string): string | undefined {
  let fence = '';
  let margin = /^/;
  let wanted = false;
  let code: string[] = [];
  let spoken: boolean | undefined;
  const speaksOfCode = () => {
    spoken ??= aboutCode.test(prompt);
    return spoken;
  };
  const holdsCode = () => wanted && code.some((line) => line.trim() !== '');
  for (const line of prompt.split(/\r?\n/)) {
    if (fence === '') {
      const [, indent = '', marks = '', language = ''] = opening.exec(line) ?? [];
      fence = marks;
      // A fence that stands further in, as in a list, has its lines there too: CommonMark, section 4.5.
      margin = new RegExp(`^[ \\t]{0,${Math.min(indent.length, 1000)}}`);
      wanted = isPython.test(language) || (language === '' && speaksOfCode());
      code = [];
    } else if (line.trim().startsWith(fence) && /^(.)\1*$/.test(line.trim())) {
      if (holdsCode()) return code.join('\n');
      fence = '';
    } else code.push(line.replace(margin, ''));
  }
  // A block that nobody closes goes to the end.
  return fence !== '' && holdsCode() ? code.join('\n') : undefined;
}
