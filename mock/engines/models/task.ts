import { modelTasks } from '../../../spec/model-reply.ts';
import type { ModelBackend } from './backend.ts';

/** What a backend can be asked for, by the name of the call. */
export const tasks = modelTasks satisfies readonly (keyof ModelBackend)[];

export type Task = keyof ModelBackend;

/** The calls that give one answer, and not events. */
export type AnswerTask = Exclude<Task, 'generate'>;

/** What is handed to the call of a task, such as an `Embedding` for `embed`. */
export type RequestOf<T extends Task> = Parameters<ModelBackend[T]>[1];

/** What the call of a task gives in the end, such as `Vectors` for `embed`. */
export type AnswerOf<T extends AnswerTask> = Awaited<ReturnType<ModelBackend[T]>>;
