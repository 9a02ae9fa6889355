import { isObject } from '../../../../spec/value-kinds.ts';
import type { Tool } from '../backend.ts';
import { findExpression } from './directives.ts';
import { toWords } from './words.ts';

/**
 * Whether a tool runs Python: its only parameter is a text, `code`, and it mentions Python.
 *
 * @example
 * isPythonTool({ name: 'execute_python', parameters: { properties: { code: { type: 'string' } } } }); // true
 */
export function isPythonTool({ name, description = '', parameters }: Tool): boolean {
  const properties = isObject(parameters) ? parameters['properties'] : undefined;
  if (!isObject(properties) || Object.keys(properties).join() !== 'code') return false;
  const { code } = properties;
  if (!isObject(code) || code['type'] !== 'string') return false;
  return [...toWords(name), ...toWords(`${description} ${code['description'] ?? ''}`)].includes('python');
}

/**
 * The program for a prompt: its fenced block unchanged, the nth Fibonacci number, or a calculation.
 *
 * @example
 * planPython('What is 6 times 7?'); // 'print(6 * 7)'
 */
export function planPython(prompt: string): string | undefined {
  return fencedPython(prompt) ?? fibonacci(prompt) ?? calculation(prompt);
}

const fence = /^([ \t]*)(`{3,}|~{3,})[ \t]*(\w*)[^\n]*\n([\s\S]*?)(?:^[ \t]*\2[ \t]*$|$(?![\s\S]))/gm;

/** A fenced block of Python in a prompt, or one without a language if the prompt mentions code. */
function fencedPython(prompt: string): string | undefined {
  for (const [, indent = '', , language = '', code = ''] of prompt.replaceAll('\r\n', '\n').matchAll(fence)) {
    const isPython =
      /^(?:python\d*|py)$/i.test(language) ||
      (language === '' && /\b(?:python|code|program|run)\b/i.test(prompt));
    if (!isPython || code.trim() === '') continue;
    // An indented fence, as in a list, has indented lines too: CommonMark, section 4.5.
    const margin = new RegExp(`^[ \\t]{0,${Math.min(indent.length, 1000)}}`, 'gm');
    return code.replace(margin, '').replace(/\n$/, '');
  }
  return undefined;
}

/** The nth Fibonacci number, where F(1) and F(2) are 1. */
function fibonacci(prompt: string): string | undefined {
  if (!/\bfibonacci\b/i.test(prompt)) return undefined;
  const n = /\b(\d{1,6})(?:st|nd|rd|th)\b/i.exec(prompt)?.[1] ?? /\b(\d{1,6})\b/.exec(prompt)?.[1];
  if (n === undefined) return undefined;
  return [
    // By default, Python prints no longer numbers.
    ...(n.length > 4 ? ['import sys', 'sys.set_int_max_str_digits(0)'] : []),
    'a, b = 0, 1',
    `for _ in range(${n}):`,
    '    a, b = b, a + b',
    'print(a)',
  ].join('\n');
}

function calculation(prompt: string): string | undefined {
  const expression = findExpression(prompt.slice(0, 4000));
  return expression === undefined ? undefined : `print(${expression.replaceAll('^', '**')})`;
}
