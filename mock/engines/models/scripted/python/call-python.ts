import type { Generation } from '../../backend.ts';
import type { Conversation } from '../conversation.ts';
import { subjectOf } from '../subject.ts';
import { unwanted } from '../tools/match-tools.ts';
import { windowOf } from '../window.ts';
import { planPython } from './plan-python.ts';
import { isPythonTool } from './python-tool.ts';
import { pythonText } from './source.ts';

/** Whether a prompt is one that a program is written for. */
export function callsPython(prompt: string): boolean {
  return !unwanted.test(windowOf(prompt)) && planPython(prompt) !== undefined;
}

/** The program of a call that is made in any case: one that repeats the question, where there is no other. */
export function pythonFor(prompt: string): string {
  return planPython(prompt) ?? `print(${pythonText(subjectOf(prompt).quote)})`;
}

/** Whether a tool was there to run Python, and nothing was asked for that a program is written for. */
export function declinesPython({ results }: Conversation, { tools = [], toolChoice }: Generation): boolean {
  const free = toolChoice === undefined || toolChoice.type === 'auto';
  return free && results.length === 0 && tools.some(isPythonTool);
}
