import type { Suite } from '../harness/suite.ts';
import {
  markdownAnswersSuite,
  markdownConstructsSuite,
  markdownPagesSuite,
  markdownSwitchingSuite,
} from './switching.suite.ts';

/** Pages of a zone as Markdown. */
export const markdownSuites: readonly Suite[] = [
  markdownAnswersSuite,
  markdownConstructsSuite,
  markdownPagesSuite,
  markdownSwitchingSuite,
];
