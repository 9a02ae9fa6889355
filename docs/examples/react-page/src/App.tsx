import { type FormEvent, useEffect, useState } from 'react';
import { type Configuration, createConfiguration, listConfigurations } from './platform.ts';

/** Lists the token configurations of a zone, with a form to add one. */
export function App() {
  const [configurations, setConfigurations] = useState<readonly Configuration[]>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    listConfigurations().then(setConfigurations, (error: Error) => setProblem(error.message));
  }, []);

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const title = String(new FormData(form).get('title'));
    try {
      const made = await createConfiguration(title);
      setConfigurations((before = []) => [...before, made]);
      setProblem(undefined);
      form.reset();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  if (!configurations) return <p>{problem ?? 'Loading …'}</p>;
  return (
    <main>
      <h1>Who may sign in</h1>
      {configurations.length === 0 && <p>Nobody yet.</p>}
      <ul>
        {configurations.map(({ id, title, credentials }) => (
          <li key={id}>
            {title} ({credentials.keys.map(({ alg }) => alg).join(', ')})
          </li>
        ))}
      </ul>
      <form onSubmit={add}>
        <input name="title" aria-label="Title" required />
        <button type="submit">Add</button>
      </form>
      {problem && <p role="alert">{problem}</p>}
    </main>
  );
}
