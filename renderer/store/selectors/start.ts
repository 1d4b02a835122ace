// What the start page says of a recent file.
import type { LibraryItem } from '../../../shared/contract/library.ts';

export interface ItemState {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'plain';
}

export function itemState(item: LibraryItem): ItemState {
  if (item.missing) return { text: 'file is gone', tone: 'bad' };
  if (item.kind === 'graph') return { text: 'graph', tone: 'plain' };
  const { status, reason } = item;
  if (status === undefined) return { text: 'tape', tone: 'plain' };
  const text = reason ? (status === 'ended' ? reason : status === reason ? status : `${status}, ${reason}`) : status;
  if (reason === 'budget' || status === 'failed' || status === 'stalled' || status === 'interrupted') {
    return { text, tone: 'bad' };
  }
  return { text, tone: status === 'ended' ? 'good' : 'plain' };
}
