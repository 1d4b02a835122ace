// What can be opened: recent files and the examples that come with the program.
import { z } from 'zod';

export const LibraryItem = z.object({
  path: z.string(),
  name: z.string(),
  kind: z.enum(['tape', 'graph']),
  /** Milliseconds since the epoch; when it was last opened or made. */
  openedAtMs: z.number(),
  sizeBytes: z.number(),
  /** The file is not there any more. */
  missing: z.boolean(),
  /** Of a tape: `ended · budget`, `running`, `interrupted` … and its events. */
  status: z.string().optional(),
  reason: z.string().nullable().optional(),
  events: z.number().optional(),
});
export type LibraryItem = z.infer<typeof LibraryItem>;

export const Example = z.object({
  path: z.string(),
  name: z.string(),
  /** One line that says what it shows. */
  sentence: z.string(),
});
export type Example = z.infer<typeof Example>;

export const libraryCalls = {
  'library.list': {
    request: z.object({}),
    answer: z.object({ recent: z.array(LibraryItem), examples: z.array(Example) }),
  },
  /** Shows the system's file dialog and gives what was picked; the web host refuses with `desktop-only`. */
  'library.pick': { request: z.object({}), answer: z.object({ paths: z.array(z.string()) }) },
  'library.rename': {
    request: z.object({ path: z.string(), name: z.string().min(1) }),
    answer: z.object({ path: z.string() }),
  },
  /** Shows the file in the system's file manager; the web host refuses with `desktop-only`. */
  'library.reveal': { request: z.object({ path: z.string() }), answer: z.object({}) },
  'library.delete': { request: z.object({ path: z.string() }), answer: z.object({}) },
  /** Takes it off the list; the file stays. */
  'library.forget': { request: z.object({ path: z.string() }), answer: z.object({}) },
};
