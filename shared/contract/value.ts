// How values cross the contract: a chip for lists and canvases, the whole public form where it is small.
import { z } from 'zod';
import type { PublicValue } from '../model/publicValue.ts';
import { TapeRef } from './tape.ts';

export const Chip = z.object({
  /** Equal values have equal identities, on every tape. */
  identity: z.string(),
  /** text, number, boolean, null, list, object, bytes, redacted, unrecorded … */
  type: z.string(),
  /** One line, at most 120 characters, cut with an ellipsis. */
  text: z.string(),
  /** Length of the public form in UTF-16 units. */
  size: z.number(),
});
export type Chip = z.infer<typeof Chip>;

/** Where the whole of a value stands: a field of an event, such as ["outputs", "obs"] or ["value"]. */
export const ValuePlace = z.object({
  seq: z.number().int(),
  field: z.array(z.string()),
  /**
   * Where no event holds it whole, as of a state of sockets that was written in parts: the slot, as an address, whose value it
   * is after the event. `field` is then empty.
   */
  slot: z.string().optional(),
});
export type ValuePlace = z.infer<typeof ValuePlace>;

export const NamedValue = z.object({
  name: z.string(),
  chip: Chip,
  place: ValuePlace,
  /** The whole public form, where its size is at most 4,096; larger ones are fetched with value.get. */
  value: z.unknown().optional(),
});
export type NamedValue = z.infer<typeof NamedValue>;

export const valueCalls = {
  'value.get': {
    request: TapeRef.extend({ place: ValuePlace }),
    answer: z.object({ value: z.custom<PublicValue>(() => true), chip: Chip }),
  },
};
