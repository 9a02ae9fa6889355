import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

// In development a service worker answers the requests of this page.
if (import.meta.env.DEV) {
  const { startPlatform } = await import('./mock.ts');
  await startPlatform();
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
