import { startBridge } from '../git/http-backend-bridge.ts';

/** Serves the bare repositories of a folder through `git http-backend`: `bun git-bridge-server.ts FOLDER PORT`. */
const [root = '', port = ''] = process.argv.slice(2);
await startBridge({ root, port: Number(port) });
