import { describe, expect, it } from 'vitest';
import { answerLanguage } from './language.ts';

describe('the language of an answer', () => {
  it.each([
    ['How is the weather in Berlin?', 'en'],
    ['Wie ist das Wetter in Berlin?', 'de'],
    ['Quel temps fait-il à Paris ?', 'fr'],
    ['¿Cuál es la capital de España?', 'es'],
    ['Qual é o nome da cidade?', 'pt'],
    ['Объясни квантовую механику', 'ru'],
    ['これは何ですか', 'ja'],
    ['介绍一下 GitHub 的历史', 'zh'],
    ['Answer in German: what is tea?', 'de'],
    ['Classify as spam or ham: WIN MONEY NOW', 'en'],
    ['Tell me about Норвегия and 日本 please', 'en'],
    ['What does привет mean?', 'en'],
    ['', 'en'],
  ])('to %j is %s', (text, language) => {
    expect(answerLanguage(text)).toBe(language);
  });
});
