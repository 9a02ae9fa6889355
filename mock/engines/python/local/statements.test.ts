import { describe, expect, it } from 'vitest';
import { statementsOf } from './statements.ts';

describe('statements of a block', () => {
  it.each([
    ['declarations', ['var a=1;', 'var b;', 'const c={a:1};', 'a.b="c";']],
    ['functions', ['function a(){return{b:{}}}', 'async function c(){}', 'function*d(){}', 'class E{f(){}}']],
    ['functions that are values', ['var a=()=>{b;c};', 'd=function(){e;f};', '(()=>{g;h})();']],
    ['what is done on a condition', ['if(a){b;c}', 'else{d}', 'for(;;){e;f}', 'try{g}', 'catch{h}', '{i;j}']],
    ['texts', ['a="};\\"{";', "b='}\\'{;';", `c=\`};\\\`{\${d({e:\`}\${f};\`})};{\`;`, 'g();']],
    ['regular expressions', ['a=/[/;}]\\/{/g;', 'b(/};/);', 'return/;/.test(c);', 'd=e/f/g;', '(h)/i/j;']],
    ['comments', ['a/*;}*/;', 'b//;}\n;', 'c;']],
  ])('are told apart: %s', (_, statements) => {
    const text = statements.join('');
    expect(statementsOf(`{${text}}rest`, 1)).toEqual({ statements, end: text.length + 1 });
  });

  it('end with the text where nothing closes the block', () => {
    expect(statementsOf('a;b', 0)).toEqual({ statements: ['a;', 'b'], end: 3 });
  });
});
