import { describe, expect, it } from 'vitest';
import { assistant, run, user } from '../testing/run-generation.ts';

const text = async (prompt: string): Promise<string> => (await run(prompt)).text;

describe('an echo', () => {
  it.each([
    ['Say exactly: Hello, world!', 'Hello, world!'],
    ['say exactly the quick brown fox', 'the quick brown fox'],
    ['Please repeat after me: foo bar', 'foo bar'],
    ['Repeat the following text:\n\nline one\nline two', 'line one\nline two'],
    ['Reply with only the word "pong".', 'pong'],
    ['Respond with exactly OK', 'OK'],
    ['Reply with just the text `a b` and nothing else.', 'a b'],
    ['say hi', 'hi'],
    ['Say this is a test', 'this is a test'],
    ['Repeat these words: one two', 'one two'],
    ['Reply with OK only.', 'OK'],
    ['Output the number 42 and nothing else', '42'],
    ['Echo: 日本語 👩‍👩‍👧', '日本語 👩‍👩‍👧'],
    ['What is the capital of France? Answer with only the word "Paris".', 'Paris'],
  ])('of %j is %j', async (prompt, expected) => {
    expect(await text(prompt)).toBe(expected);
  });

  it.each([
    'Say something nice',
    'Reply with a short poem',
    'Answer the question: what is love?',
    'Repeat the experiment?',
    'Respond in French',
    'Output Python code and nothing else',
    'Reply only with valid JSON',
    'Respond with only SQL',
    'Answer with only the letter of the correct option: A) tea B) rain',
  ])('is not made of %j', async (prompt) => {
    expect(await text(prompt)).toContain(prompt);
  });

  it.each([
    ['Always answer with exactly "OK".', 'OK'],
    ['Reply only with the word PINEAPPLE.', 'PINEAPPLE'],
  ])('follows the instruction of the system %j', async (instruction, expected) => {
    const messages = [
      { role: 'system', parts: [{ type: 'text', text: instruction }] } as const,
      user('How are you?'),
    ];
    expect((await run({ messages })).text).toBe(expected);
  });

  it('repeats what was said before', async () => {
    const messages = [user('The sea is blue.'), assistant('Yes.'), user('What did I just say?')];
    expect((await run({ messages })).text).toBe('The sea is blue.');
  });

  it.each([
    ['Reply with just "yes" or "no"', ['yes', 'no']],
    ['Is water wet? Answer yes or no.', ['yes', 'no']],
    ['Reply with one of "a", "b" or "c"', ['a', 'b', 'c']],
  ])('of %j is one of its choices', async (prompt, choices) => {
    expect(choices).toContain(await text(prompt));
  });
});

describe('arithmetic', () => {
  it.each([
    ['What is 2 + 2?', '2 + 2 = 4'],
    ['what is 17 times 3', '17 × 3 = 51'],
    ['Calculate 1,200.5 - 0.5', '1200.5 - 0.5 = 1200'],
    ['12/8', '12 ÷ 8 = 1.5'],
    ['What is 0.1 + 0.2?', '0.1 + 0.2 = 0.3'],
    ['What is two plus two?', '2 + 2 = 4'],
    ['What is the sum of 3 and 4?', '3 + 4 = 7'],
    ['Subtract 3 from 10', '10 - 3 = 7'],
    ['How much is 5 divided by 0?', '5 ÷ 0 = undefined'],
    ['What is 2 ^ 100?', '2 ^ 100 = 1267650600228229401496703205376'],
    ['What is 9007199254740991 * 3?', '9007199254740991 × 3 = 27021597764222973'],
  ])('answers %j with %j', async (prompt, expected) => {
    expect((await text(prompt)).split('\n')[0]).toBe(expected);
  });

  it('is a number alone when only that is wanted', async () => {
    expect(await text('What is 6 x 7? Reply with only the number.')).toBe('42');
  });

  it('is not seen in a date', async () => {
    expect(await text('We meet on 2024-10-01, bring tea')).toContain('“We meet on 2024-10-01, bring tea”');
  });
});

describe('counting', () => {
  it.each([
    ['Count from 1 to 5', '1, 2, 3, 4, 5'],
    ['Please count down from 3 to 1!', '3, 2, 1'],
    ['Count to four', '1, 2, 3, 4'],
    ['Zähle von 1 bis 3', '1, 2, 3'],
    ['Count from 1 to 3, one number per line', '1\n2\n3'],
  ])('answers %j with %j', async (prompt, expected) => {
    expect(await text(prompt)).toBe(expected);
  });
});

describe('a list', () => {
  it.each([
    ['List 3 colors', 3],
    ['Give me five ideas for a birthday party', 5],
    ['Name 12 animals.', 12],
    ['Suggest 150 names', 150],
  ])('of %j has %i different items', async (prompt, count) => {
    const lines = (await text(prompt)).split('\n').filter((line) => /^\d+\. /.test(line));
    expect(lines.map((line) => Number.parseInt(line, 10))).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
    expect(new Set(lines.map((line) => line.replace(/^\d+\. /, ''))).size).toBe(count);
  });

  it('stands in one line when commas are wanted', async () => {
    expect((await text('List 4 fruits, comma-separated')).split(', ')).toHaveLength(4);
  });
});

describe('as many words as asked for', () => {
  it.each([
    ['Say hello in exactly 3 words.', 3],
    ['Describe the sea in 10 words', 10],
    ['Reply with one word', 1],
  ])('answer %j', async (prompt, count) => {
    expect((await text(prompt)).split(' ')).toHaveLength(count);
  });

  it('begin with the word that was to be said', async () => {
    expect(await text('Say hello in exactly 3 words.')).toMatch(/^Hello \w+ \w+\.$/);
  });
});

describe('memory', () => {
  it.each([
    ['Hi, my name is Ada Lovelace and I like tea.', 'What is my name?', 'Your name is Ada Lovelace.'],
    ['Call me Ishmael.', 'Do you remember my name?', 'Your name is Ishmael.'],
    ['Ich heiße Anna.', 'Wie heiße ich?', 'Sie heißen Anna.'],
    ["Je m'appelle Luc.", "Comment je m'appelle ?", 'Vous vous appelez Luc.'],
    ['I am 42 years old.', 'How old am I?', 'Your age is 42.'],
    ['I live in Oslo!', 'Where do I live?', 'You live in Oslo.'],
    ['My favourite colour is dark red.', 'What is my favourite colour?', 'The favourite colour is dark red.'],
    ['The secret word is banana.', 'What was the secret word?', 'The secret word is banana.'],
  ])('of %j answers %j', async (said, asked, expected) => {
    const { text: answer } = await run({ messages: [user(said), assistant('Noted.'), user(asked)] });
    expect(answer).toContain(expected);
  });

  it('takes the last of what was said', async () => {
    const messages = [
      user('My name is Ada.'),
      assistant('Hi'),
      user('No, my name is Eve.'),
      assistant('Hi'),
      user("What's my name?"),
    ];
    expect((await run({ messages })).text).toContain('Your name is Eve.');
  });

  it('makes nothing up', async () => {
    expect(await text('What is my name?')).not.toContain('Your name is');
  });
});

describe('the language of an answer', () => {
  it.each([
    ['Wie ist das Wetter in Berlin?', 'vorbereitete Antwort'],
    ['Quelle est la capitale de la France ?', 'réponse préparée'],
    ['¿Cuál es la capital de España?', 'respuesta preparada'],
    ['Qual è la capitale della Francia e che cosa si mangia?', 'risposta preparata'],
    ['Qual é a capital do Brasil e como é o tempo?', 'resposta preparada'],
    ['Wat is de hoofdstad van het land?', 'voorbereid antwoord'],
    ['Какая столица России?', 'заготовленный ответ'],
    ['日本の首都は？', '用意された答え'],
    ['法国的首都是什么？', '预备好的'],
    ['Tell me about tea, answer in German', 'vorbereitete Antwort'],
    ['What is the capital of France?', 'scripted answer'],
  ])('to %j is its own', async (prompt, closing) => {
    expect(await text(prompt)).toContain(closing);
  });
});

it('writes as many sentences and paragraphs as asked for', async () => {
  const sentences = (await text('Write 7 sentences about the sea')).split('\n\n').slice(1, -1).join(' ');
  expect(sentences.match(/\./g)).toHaveLength(7);
  expect((await text('Write 4 paragraphs about the sea')).split('\n\n')).toHaveLength(6);
});
