// Text that is too long for its place, cut in its middle.

/** The label cut in its middle, as names that begin alike differ at their ends. */
export function middleCut(label: string, room: number): string {
  if (label.length <= room) return label;
  const tail = Math.floor((room - 1) / 2);
  return `${label.slice(0, room - 1 - tail)}…${label.slice(label.length - tail)}`;
}
