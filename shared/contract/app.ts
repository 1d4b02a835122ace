// The program itself: what it is, what it was asked to open, and what the user set.
import { z } from 'zod';
import { AskedPush } from './pushes.ts';

export const Theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof Theme>;

export const Settings = z.object({
  theme: Theme,
  /** Sizes of the panes, as the renderer left them. */
  layout: z.record(z.string(), z.unknown()),
});
export type Settings = z.infer<typeof Settings>;

export const appCalls = {
  'app.info': {
    request: z.object({}),
    answer: z.object({
      version: z.string(),
      host: z.enum(['desktop', 'web']),
      platform: z.string(),
      /** Paths that the command line asked to open, tapes and graphs. */
      opening: z.array(z.string()),
      settings: Settings,
      /** What live runs are asking a person by now, for a page that was not there when they began to. */
      questions: z.array(AskedPush.omit({ kind: true })),
    }),
  },
  'settings.set': { request: Settings.partial(), answer: Settings },
};
