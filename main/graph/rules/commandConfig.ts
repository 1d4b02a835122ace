// The config of a command operator.
import { isRecord, typeName, type Value } from '../../../shared/model/value.ts';
import { pivotUses } from '../pivot/operatorUses.ts';
import type { SocketDraft } from '../socket/draft.ts';
import { socketUses } from '../socket/operatorUses.ts';
import {
  type ConfigFault,
  configFindings,
  inputFaults,
  type OperatorUse,
  outputFaults,
  outputLimitFault,
  timeoutFault,
} from './operatorConfig.ts';
import type { Rule } from './rule.ts';

const REST =
  'shell is a boolean, cwd a folder, env an object of texts, timeoutMs and outputLimit are numbers above 0, where they are there.';

export const commandConfig: Rule = {
  code: 'command-config',
  source: 'semantics §4',
  sentence: `A command node has argv, the list of the words of its command line, inputs and outputs; ${REST}`,
  example: '`{"type": "command", "config": {"argv": "npm test", "inputs": [], "outputs": ["passed"]}}`',
  find: (draft) => configFindings(pivotUses(draft), 'command', faultsOf),
};

export const socketCommandConfig: Rule<SocketDraft> = {
  code: 'command-config',
  source: 'semantics §4',
  sentence: `A command materia has argv, the list of the words of its command line; ${REST}`,
  example: '`{"operator": "command", "argv": "npm test"}`',
  find: (draft) => configFindings(socketUses(draft), 'command', faultsOf),
};

export const boundedCommandConfig: Rule<readonly OperatorUse[]> = {
  code: 'command-config',
  source: 'semantics §4',
  sentence: `A command has argv, the list of the words of its command line; ${REST}`,
  example: '`"attempt": {"operator": "command", "argv": "npm test"}`',
  find: (uses) => configFindings(uses, 'command', faultsOf),
};

function faultsOf(use: OperatorUse): ConfigFault[] {
  const { argv, shell, cwd, env, timeoutMs, outputLimit } = use.config;
  const faults = [...inputFaults(use), ...outputFaults(use), ...argvFaults(argv)];
  if (shell !== undefined && typeof shell !== 'boolean') {
    const hint = 'With true the words of argv, joined by blanks, are the text of a shell; without it no shell is used.';
    faults.push({ key: 'shell', says: `must be true or false, but is of type ${typeName(shell)}`, hint });
  }
  if (cwd !== undefined && !isWord(cwd)) {
    faults.push({
      key: 'cwd',
      says: 'must be a folder',
      hint: "Name it relative to the graph's folder, or remove it.",
    });
  }
  return [...faults, ...envFaults(env), ...timeoutFault(timeoutMs), ...outputLimitFault(outputLimit)];
}

function argvFaults(argv: Value | undefined): ConfigFault[] {
  const hint =
    'Write a list of words, such as ["npm", "test"]; with "shell": true one whole line, such as ["npm test | tail"].';
  if (argv === undefined) return [{ key: 'argv', says: 'is missing', hint }];
  if (!Array.isArray(argv)) {
    return [{ key: 'argv', says: `must be a list of words, but is of type ${typeName(argv)}`, hint }];
  }
  const words: readonly Value[] = argv;
  if (words.length === 0 || words[0] === '') return [{ key: 'argv', says: 'names no program', hint }];
  return words.flatMap((word, index): ConfigFault[] => {
    const key = `argv[${index}]`;
    if (typeof word !== 'string') return [{ key, says: `must be a text, but is of type ${typeName(word)}`, hint }];
    // The end of a word to the system; the rest would be lost.
    return word.includes('\0') ? [{ key, says: 'holds a NUL character', hint: 'Remove it.' }] : [];
  });
}

function envFaults(env: Value | undefined): ConfigFault[] {
  const hint = 'Write an object of texts by name, such as {"CI": "1"}.';
  if (env === undefined) return [];
  if (!isRecord(env))
    return [{ key: 'env', says: `must be an object of texts, but is of type ${typeName(env)}`, hint }];
  return Object.entries(env).flatMap(([name, value]): ConfigFault[] => {
    if (name === '' || /[=\0]/.test(name)) {
      return [{ key: 'env', says: `names the variable ${JSON.stringify(name)}, which no system can have`, hint }];
    }
    if (typeof value === 'string' && !value.includes('\0')) return [];
    const says = `must hold a text for "${name}", but it is ${typeof value === 'string' ? 'one with a NUL character' : `of type ${typeName(value)}`}`;
    return [{ key: 'env', says, hint }];
  });
}

function isWord(value: Value): boolean {
  return typeof value === 'string' && value !== '' && !value.includes('\0');
}
