import { describe, expect, it } from 'vitest';
import { otherPrompts, pythonTasks } from '../testing/python-tasks.ts';
import { planPython } from './plan-python.ts';

/** Wordings of one task each, and the program of all of them. */
const wordings: readonly (readonly [program: string, prompts: readonly string[]])[] = [
  [
    'print(17 * 23)',
    [
      'What is 17 * 23?',
      'what is 17 times 23',
      'Calculate 17 x 23.',
      'Multiply 17 by 23 please',
      'How much is 17×23?',
      '17*23',
      '17 * 23 =',
      'Compute seventeen times twenty-three',
      'Please evaluate 17 multiplied by 23 using Python.',
      'I want to know what 17 · 23 is',
      'Use Python to work out 17*23',
      'Tell me 17 times 23, nothing else',
      "What's the result of 17 * 23?",
      'Could you run 17 * 23 for me?',
      'was ist 17 mal 23',
    ],
  ],
  [
    'a, b = 0, 1\nfor _ in range(10):\n    a, b = b, a + b\nprint(a)',
    [
      'What is the 10th Fibonacci number?',
      'Calculate the tenth Fibonacci number',
      'fib(10)',
      'Fibonacci of 10',
      'Fibonacci number 10',
      'Give me the 10th number in the Fibonacci sequence.',
      'What is F(10) in the Fibonacci sequence?',
      'Compute the nth Fibonacci number for n=10',
      'find fibonacci(10) with python',
      'Which number is the 10th of the Fibonacci series?',
      'the 10th term of the Fibonacci sequence please',
      'I need Fibonacci number ten',
      "What's the tenth term in Fibonacci's sequence?",
      'Work out the 10th Fibonacci.',
      'Can you tell me the Fibonacci number at position 10?',
    ],
  ],
  [
    'import math\nprint(math.factorial(20))',
    [
      'What is the factorial of 20?',
      '20!',
      'What is 20!?',
      'Compute 20 factorial',
      'factorial(20)',
      'Calculate the factorial of the number 20.',
      'twenty factorial',
    ],
  ],
  [
    'import statistics\ndata = [3, 7, 8, 5, 12]\nprint(statistics.mean(data))',
    [
      'What is the mean of 3, 7, 8, 5, 12?',
      'average of 3 7 8 5 12',
      'Find the average of [3,7,8,5,12]',
      'Compute the arithmetic mean of 3, 7, 8, 5, and 12.',
      'I have the values 3, 7, 8, 5 and 12. What is their average?',
      'What is the mean value of these numbers: 3; 7; 8; 5; 12',
      'avg(3, 7, 8, 5, 12)',
      'Given 3, 7, 8, 5 and 12, calculate the mean',
      'mean of three, seven, eight, five and twelve',
      'average the numbers 3, 7, 8, 5, 12',
      'Numbers: 3, 7, 8, 5, 12. Mean?',
      "What's the average of (3, 7, 8, 5, 12)?",
      'Please use Python for the mean of 3, 7, 8, 5, 12',
      'How high is the average of 3, 7, 8, 5 and 12',
      'Mittelwert von 3, 7, 8, 5, 12',
    ],
  ],
  [
    'items = [5, 3, 9, 1]\nprint(sorted(items))',
    [
      'Sort 5, 3, 9, 1',
      'Sort the list [5, 3, 9, 1]',
      'sort [5,3,9,1] in ascending order',
      'Arrange 5, 3, 9 and 1 from smallest to largest.',
      'Put the numbers 5, 3, 9, 1 in order',
      'Order these numbers: 5 3 9 1',
      'Please sort these: 5; 3; 9; 1',
      'What is 5, 3, 9, 1 sorted?',
      'Can you arrange 5, 3, 9, 1 in increasing order?',
      'Numbers 5, 3, 9, 1: sort them low to high',
      'Sort five, three, nine and one',
      'Sorted list of 5, 3, 9 and 1, please',
      'Use Python to sort 5, 3, 9, 1',
      'rearrange 5 3 9 1 in ascending order',
      'I want 5, 3, 9 and 1 sorted',
    ],
  ],
  [
    'text = "hello"\nprint(text[::-1])',
    [
      'Reverse "hello"',
      'Reverse the string "hello"',
      "Reverse the word 'hello'.",
      'reverse hello',
      'What is hello spelled backwards?',
      'Spell hello backwards',
      'What is the reverse of “hello”?',
      'Write "hello" backwards',
      'hello in reverse',
      'Can you reverse the text `hello`?',
      'Please print "hello" reversed',
      'How is the word hello written backwards?',
      'Give me hello backwards',
      'Reverse this text: hello',
      'Turn "hello" backwards',
    ],
  ],
  [
    'text = "strawberry"\nprint(text.lower().count("r"))',
    [
      'How many r in strawberry?',
      "How many r's are in strawberry?",
      'How many times does the letter r appear in strawberry?',
      'How many times does "r" occur in "strawberry"?',
      'Count the letter r in strawberry',
      'count the number of r in the word strawberry',
      'How often does r occur in the word "strawberry"?',
      "Count the r's in 'strawberry'",
      'How many letters r are in strawberry?',
      'How many Rs are there in strawberry?',
      'What is the number of r in strawberry?',
      'How many R’s does strawberry have?',
      'How many "r" are in "strawberry"?',
      'Count occurrences of "r" in "strawberry".',
      "How many times is the letter 'r' in 'strawberry'?",
    ],
  ],
  [
    'import datetime\nprint(datetime.date(2024, 2, 29).strftime("%A"))',
    [
      'What day of the week is 2024-02-29?',
      'Which weekday was February 29, 2024?',
      'What day was 29 February 2024?',
      'On which day of the week did the 29th of February 2024 fall?',
      'weekday of 2024-02-29',
      'Tell me the weekday of Feb 29, 2024',
      'What day is 29.02.2024?',
      'What day of the week was 2/29/2024?',
      'day of week for 2024/02/29',
      'Was 2024-02-29 a Thursday?',
      'Find out what weekday February 29th 2024 is',
      'On what day does 29 Feb. 2024 fall?',
      '2024-02-29 was which day of the week?',
      'Which day of the week will it be on 29 February 2024?',
      'Determine the day of the week for February 29th, 2024',
    ],
  ],
];

describe('a program for a task', () => {
  for (const [program, prompts] of wordings)
    it.each(prompts)('is the same in other words: %s', (prompt) => {
      expect(planPython(prompt)).toBe(program);
    });

  for (const [family, tasks] of Object.entries(pythonTasks)) {
    it(`of ${family} is written for what is asked for in many ways`, () => {
      expect(tasks.filter(([prompt]) => planPython(prompt) === undefined)).toEqual([]);
    });

    it(`of ${family} prints something, and is the same each time`, () => {
      for (const [prompt] of tasks) {
        expect(planPython(prompt)).toMatch(/\bprint\(/);
        expect(planPython(prompt)).toBe(planPython(prompt));
      }
    });
  }

  it.each(otherPrompts)('is not written for anything else: %s', (prompt) => {
    expect(planPython(prompt)).toBeUndefined();
  });

  it.each([
    ['with its language', 'Run this:\n```python\nx = 1\nprint(x)\n```\nThanks', 'x = 1\nprint(x)'],
    ['without one, where code is spoken of', 'Run this code:\n```\nprint(1)\n```', 'print(1)'],
    ['of tildes', '~~~py\nprint(1)\n~~~', 'print(1)'],
    ['with blocks of other languages before it', '```js\nlet a;\n```\n```python\nprint(2)\n```', 'print(2)'],
    ['that nobody closes', 'Try:\n```python\nprint(3)\n', 'print(3)\n'],
    [
      'longer than what is read of a prompt',
      `\`\`\`python\n${'a = 1\n'.repeat(3000)}print(a)\n\`\`\``,
      `${'a = 1\n'.repeat(3000)}print(a)`,
    ],
  ])('is a fenced block as it is, %s', (_, prompt, program) => {
    expect(planPython(prompt)).toBe(program);
  });

  it('holds any text as Python writes it', () => {
    expect(planPython('Reverse "a\\b ü 😀"')).toBe('text = "a\\\\b ü 😀"\nprint(text[::-1])');
  });

  it('is found fast in prompts that are made to be slow', () => {
    const bad = [
      'from '.repeat(30_000),
      '1 '.repeat(60_000),
      '('.repeat(100_000),
      'how many letters a '.repeat(8_000),
      '```\n'.repeat(30_000),
      '"'.repeat(100_000),
      'largest before '.repeat(8_000),
      '1+'.repeat(50_000),
      'one hundred and '.repeat(8_000),
    ];
    const began = performance.now();
    for (const prompt of bad) planPython(prompt);
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
