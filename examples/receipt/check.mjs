// Red with exit code 1 and a sentence, or green with exit code 0.
import { receipt } from './receipt.mjs';

const { total } = receipt([
  { name: 'bread', price: 320, count: 1 },
  { name: 'eggs', price: 45, count: 6 },
  { name: 'tea', price: 410, count: 2 },
]);

function red(sentence) {
  console.log(`red: ${sentence}`);
  process.exit(1);
}

if (typeof total !== 'number') red(`the total is the text ${JSON.stringify(total)}, not a number`);
// 320 + 6 × 45 + 2 × 410
if (total !== 1410) red(`the total is ${total}, not 1410`);
console.log(`green: the total is ${total}`);
