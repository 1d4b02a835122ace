// What each tab is called. What must hold: no two tapes are called alike; a run of a graph that has several open says when it
// began, as far as it takes to tell them apart.
import type { Tab, TapeTab } from '../state.ts';

export interface TabLabel {
  readonly name: string;
  /** `21:15`, with seconds or the day where it takes them, with a number where even those are equal; "" where the name does. */
  readonly mark: string;
}

/** What the program adds to the name of a graph to name the tape of its run; the tab says it in fewer words. */
const STAMP = /-\d{8}T\d{6}(\.\d+)?Z$/;

export function tabLabels(tabs: readonly Tab[]): Readonly<Record<string, TabLabel>> {
  const tapes = tabs.filter((tab) => tab.kind === 'tape');
  const labels: Record<string, TabLabel> = {};
  for (const tab of tabs) labels[tab.id] = { name: nameOf(tab), mark: '' };
  const alike = Map.groupBy(tapes, nameOf);
  for (const [name, group] of alike) {
    if (group.length > 1) for (const [id, mark] of marksOf(group)) labels[id] = { name, mark };
  }
  return labels;
}

function nameOf(tab: Tab): string {
  return tab.kind === 'tape' ? tab.summary.name.replace(STAMP, '') || tab.summary.name : tab.name;
}

/** The shortest of the marks that tells all of the group apart. */
function marksOf(group: readonly TapeTab[]): readonly (readonly [string, string])[] {
  const ways = [minute, second, (at: Date) => `${day(at)} ${minute(at)}`, (at: Date) => `${day(at)} ${second(at)}`];
  const starts = group.map((tab) => new Date(tab.summary.startedAtMs));
  const way = ways.find((one) => new Set(starts.map(one)).size === group.length);
  return group.map((tab, i) => {
    const at = starts[i] as Date;
    return [tab.id, way ? way(at) : `${second(at)} (${i + 1})`] as const;
  });
}

const two = (n: number): string => String(n).padStart(2, '0');
const minute = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`;
const second = (at: Date): string => `${minute(at)}:${two(at.getSeconds())}`;
const day = (at: Date): string => at.toLocaleDateString('en', { day: 'numeric', month: 'short' });
