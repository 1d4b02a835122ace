// What a state container must look like, so that a write into it means something.
import { SIGNALS, STATE_TYPES } from '../../../shared/model/container.ts';
import { isRecord, typeName, type Value, type ValueRecord } from '../../../shared/model/value.ts';
import { filePath } from '../filePath.ts';
import { isStateType, lifetimeOf } from '../pivot/containers.ts';
import { names } from '../pivot/operatorPorts.ts';
import { didYouMean, listed } from '../wording.ts';
import type { Finding, Rule } from './rule.ts';

const LIFETIME_NAMES = ['step', 'episode', 'run', 'custom', 'forever'];

export const containerShape: Rule = {
  code: 'container-shape',
  source: 'semantics §1, State containers',
  sentence:
    'A container has an id of its own and states of type accumulator, lastWrite or counter, with a lifetime of step, episode, run, custom (then with reset_on) or forever; reset_on names signals, max_size belongs to accumulators, and initial_value fits the type.',
  example: '`"states": {"hint": {"type": "last_write", "lifetime": "custom"}}`',
  find: ({ flat }) => {
    const taken = new Set<string>();
    return flat.containers.flatMap(({ id, source, path }): Finding[] => {
      if (id === '' || taken.has(id)) {
        const message = id === '' ? `${path} has no id.` : `${path} has the id "${id}", which another container has.`;
        return [{ message, where: { path: `${path}.id` }, hint: 'Give it an id of its own.' }];
      }
      taken.add(id);
      const { states } = source;
      if (states === undefined || states === null) return [];
      if (!isRecord(states)) {
        const says = `has states that are of type ${typeName(states)}, not an object`;
        const hint = 'Write an object {name: {type, lifetime?, reset_on?, config?}}.';
        return [{ message: `The container ${id} ${says}.`, where: { path: `${path}.states` }, hint }];
      }
      return Object.entries(states).flatMap(([name, state]) => {
        const part = filePath([name]);
        const place = `${path}.states${part.startsWith('[') ? part : `.${part}`}`;
        return stateFaults(state).map(
          ({ key, says, hint }): Finding => ({
            message: `The state "${name}" of the container ${id} ${says}.`,
            where: { path: key === '' ? place : `${place}.${key}` },
            hint,
          }),
        );
      });
    });
  },
};

interface StateFault {
  readonly key: string;
  readonly says: string;
  readonly hint: string;
}

function stateFaults(state: Value): StateFault[] {
  if (!isRecord(state)) {
    return [{ key: '', says: `is of type ${typeName(state)}, not an object`, hint: 'Write {"type": "lastWrite"}.' }];
  }
  const faults: StateFault[] = [];
  const { type, lifetime, config } = state;
  if (!isStateType(type)) {
    const near = typeof type === 'string' ? didYouMean(type.replace(/[^a-zA-Z]/g, ''), STATE_TYPES) : '';
    const says = type === undefined ? 'has no type' : `has the type ${JSON.stringify(type)}, which there is not`;
    faults.push({ key: 'type', says, hint: `Use one of ${listed(STATE_TYPES)}.${near}` });
  }
  if (lifetime !== undefined && lifetime !== null && !LIFETIME_NAMES.includes(String(lifetime))) {
    const says = `has the lifetime ${JSON.stringify(lifetime)}, which there is not`;
    const near = typeof lifetime === 'string' ? didYouMean(lifetime, LIFETIME_NAMES) : '';
    faults.push({ key: 'lifetime', says, hint: `Use one of ${listed(LIFETIME_NAMES)}.${near}` });
  }
  faults.push(...resetFaults(state));
  if (config !== undefined && config !== null && !isRecord(config)) {
    const hint = 'Write {"initial_value": …}, or leave it out.';
    faults.push({ key: 'config', says: `has a config that is of type ${typeName(config)}, not an object`, hint });
  }
  if (isRecord(config)) faults.push(...configFaults(type, config));
  return faults;
}

function resetFaults({ lifetime, reset_on: resetOn }: ValueRecord): StateFault[] {
  if (lifetime === 'custom' && (resetOn === undefined || resetOn === null || names(resetOn).length === 0)) {
    const says = 'has the lifetime custom, but no reset_on';
    return [{ key: 'reset_on', says, hint: `List the signals that reset it, of ${listed(SIGNALS)}.` }];
  }
  if (resetOn === undefined || resetOn === null) return [];
  if (!Array.isArray(resetOn)) {
    const says = `has a reset_on that is of type ${typeName(resetOn)}, not a list of signals`;
    return [{ key: 'reset_on', says, hint: `Write a list, such as ["step_end"].` }];
  }
  const faults = resetOn.flatMap((signal: Value, index): StateFault[] => {
    if (SIGNALS.some((known) => known === signal)) return [];
    const says = `is reset on ${JSON.stringify(signal)}, a signal that nothing emits`;
    const near = typeof signal === 'string' ? didYouMean(signal, SIGNALS) : '';
    return [{ key: `reset_on[${index}]`, says, hint: `Use signals of ${listed(SIGNALS)}.${near}` }];
  });
  const effective = lifetimeOf(lifetime, resetOn);
  if (resetOn.length > 0 && effective !== 'custom') {
    const says = `has the lifetime ${effective} and a reset_on, which counts only with custom`;
    faults.push({ key: 'reset_on', says, hint: 'Remove one of the two.' });
  }
  return faults;
}

function configFaults(type: Value | undefined, config: ValueRecord): StateFault[] {
  const faults: StateFault[] = [];
  const { max_size: maxSize, initial_value: initial } = config;
  if (maxSize !== undefined && maxSize !== null) {
    if (typeof maxSize !== 'number' || !Number.isSafeInteger(maxSize) || maxSize < 1) {
      const hint = 'Write a whole number of at least 1, or leave it out.';
      faults.push({ key: 'config.max_size', says: 'has a max_size that is no whole number of at least 1', hint });
    } else if (type !== 'accumulator' && isStateType(type)) {
      const says = `has a max_size, but a ${type} keeps one value`;
      faults.push({ key: 'config.max_size', says, hint: 'Remove it, or make the state an accumulator.' });
    }
  }
  if (initial === undefined) return faults;
  if (type === 'accumulator' && !Array.isArray(initial)) {
    const says = `has an initial_value of type ${typeName(initial)}, but an accumulator holds a list`;
    faults.push({ key: 'config.initial_value', says, hint: 'Write a list.' });
  }
  if (type === 'counter' && typeof initial !== 'number') {
    const says = `has an initial_value of type ${typeName(initial)}, but a counter holds a number`;
    faults.push({ key: 'config.initial_value', says, hint: 'Write a number.' });
  }
  return faults;
}
