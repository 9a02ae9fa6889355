// The parts of the model engine that services need; its backends are wired once, where a mock is created.
export type { ModelReply as ReplyData } from '../../../spec/model-reply.ts';
export type * from './backend.ts';
export { type Task, tasks } from './backend.ts';
export { ModelError, type ModelErrorReason } from './model-error.ts';
export { createRecordingBackend } from './record/create-recording-backend.ts';
export { createReplayingBackend } from './record/create-replaying-backend.ts';
export type { RecordEntry } from './record/entry.ts';
export { MemoryStore, type RecordStore } from './record/store.ts';
export { createRepliesBackend, type Replies, type RepliesBackend } from './replies/create-replies-backend.ts';
export { type Reply, type ReplyContent, replySchema } from './replies/reply.ts';
export type { ReplyRecord, Unmatched, UnmatchedRequest } from './replies/reply-book.ts';
export { countInput, countTokens, createScriptedBackend } from './scripted/index.ts';
export { sleepRealTime } from './sleep.ts';
export { createUpstreamBackend } from './upstream/create-upstream-backend.ts';
export type { UpstreamOptions } from './upstream/options.ts';
