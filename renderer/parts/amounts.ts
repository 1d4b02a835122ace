// Amounts in words for people: counts, sizes, durations, times. English, as the program is.

const COUNT = new Intl.NumberFormat('en');

export function countText(count: number): string {
  return COUNT.format(count);
}

/** `1 event`, `2,861 events`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** Binary steps, as file managers show them: `96 KB`, `1.4 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size < 10 ? size.toFixed(1).replace(/\.0$/, '') : Math.round(size)} ${units[unit]}`;
}

export function durationText(durationMs: number): string {
  if (durationMs < 1) return durationMs === 0 ? '0 ms' : `${durationMs.toFixed(2)} ms`;
  if (durationMs < 1000) return `${durationMs < 10 ? Number(durationMs.toFixed(1)) : Math.round(durationMs)} ms`;
  const seconds = durationMs / 1000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.floor(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `just now`, `4 minutes ago`, `yesterday`, else the day. */
export function agoText(atMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - atMs) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${countOf(minutes, 'minute')} ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${countOf(hours, 'hour')} ago`;
  const days = Math.floor(hours / 24);
  if (days === 1) return 'yesterday';
  if (days < 7) return `${days} days ago`;
  return new Date(atMs).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric' });
}
