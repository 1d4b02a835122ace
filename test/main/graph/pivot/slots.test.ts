import { describe, expect, it } from 'vitest';
import { carriesOf, synthesiseSlots } from '../../../../main/graph/pivot/slots.ts';

// The persist matrix of seed 001 §4, and its two defaults.
describe('the slots of an iterIn', () => {
  it('are init_ for its own ports and iterout_ for those of the paired iterOut', () => {
    const iterIn = {
      initPorts: [
        { name: 'goal', persist: true },
        { name: 'obs', persist: false },
      ],
    };
    const iterOut = {
      ports: [
        { name: 'obs', persist: true },
        { name: 'note', persist: false },
      ],
    };
    expect(synthesiseSlots(iterIn, iterOut, [])).toEqual([
      { name: 'init_goal', writer: 'init', port: 'goal', persist: true },
      { name: 'init_obs', writer: 'init', port: 'obs', persist: false },
      { name: 'iterout_obs', writer: 'iterout', port: 'obs', persist: true },
      { name: 'iterout_note', writer: 'iterout', port: 'note', persist: false },
    ]);
  });

  it('are one-shot for init and persist for iterOut where the author says nothing', () => {
    const slots = synthesiseSlots({ initPorts: [{ name: 'x' }] }, { ports: [{ name: 'x' }] }, []);
    expect(slots.map((slot) => [slot.name, slot.persist])).toEqual([
      ['init_x', false],
      ['iterout_x', true],
    ]);
  });

  it('take an undeclared handle verbatim, once, as a one-shot surrogate', () => {
    const wired = ['init_x', 'landmarks', 'iterout_x', 'landmarks', 'init_y'];
    const slots = synthesiseSlots({ initPorts: [{ name: 'x' }] }, { ports: [{ name: 'x' }] }, wired);
    expect(slots.slice(2)).toEqual([
      { name: 'landmarks', writer: 'surrogate', port: 'landmarks', persist: false },
      { name: 'init_y', writer: 'surrogate', port: 'init_y', persist: false },
    ]);
  });

  it('never come from a hand-written list of an iterIn', () => {
    expect(synthesiseSlots({ ports: [{ name: 'init_x' }], init_ports: [{ name: 'y' }] }, {}, [])).toEqual([]);
  });
});

describe('the carries of an iterOut', () => {
  it('are required only where the author says so', () => {
    expect(
      carriesOf({ ports: [{ name: 'a', required: true }, { name: 'b' }, { name: 'c', required: false }] }),
    ).toEqual([
      { port: 'a', required: true },
      { port: 'b', required: false },
      { port: 'c', required: false },
    ]);
  });
});
