// The pictures, drawn on 18 by 18 in the colour of the text around them. They never carry meaning alone.

const PATHS = {
  first: 'M5 4v10M14 4L7 9l7 5z',
  backFar: 'M9 4L3 9l6 5zM16 4l-6 5 6 5z',
  back: 'M12 4L5 9l7 5z',
  play: 'M6 4l8 5-8 5z',
  pause: 'M6 4h1.5v10H6zM11 4h1.5v10H11z',
  forward: 'M6 4l7 5-7 5z',
  forwardFar: 'M9 4l6 5-6 5zM2 4l6 5-6 5z',
  last: 'M13 4v10M4 4l7 5-7 5z',
  stop: 'M5 5h8v8H5z',
  step: 'M4 4l6 5-6 5zM13 4v10',
} as const;
const LINES = {
  close: 'M5 5l8 8M13 5l-8 8',
  plus: 'M9 4v10M4 9h10',
  chevron: 'M7 5l4 4-4 4',
  copy: 'M6.5 6.5h7v7h-7zM4.5 11.5v-7h7',
  check: 'M4 9.5l3.2 3.2L14 5.5',
  folder: 'M3 5.5h4l1.5 2H15v6.5H3z',
  tape: 'M3 5h12v8H3zM6.5 9h.01M11.5 9h.01M6.5 11h5',
  graph: 'M3.5 4.5h4v3h-4zM10.5 10.5h4v3h-4zM7.5 6h3.5v4.5',
  search: 'M8 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM11.5 11.5L15 15',
  sun: 'M9 12a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM9 2v1.5M9 14.5V16M2 9h1.5M14.5 9H16M4 4l1 1M13 13l1 1M4 14l1-1M13 5l1-1',
  moon: 'M14 10.5A5.8 5.8 0 0 1 7.5 4 5.8 5.8 0 1 0 14 10.5z',
  screen: 'M3 4h12v8H3zM7 15h4',
  more: 'M4.5 9h.01M9 9h.01M13.5 9h.01',
  pencil: 'M4 14l.7-3L11.5 4.2l2.3 2.3L7 13.3z',
  trash: 'M4 5.5h10M7 5.5V4h4v1.5M5.5 5.5l.6 8.5h5.8l.6-8.5',
  lock: 'M4.5 8.5h9v6h-9zM6.5 8.5V6a2.5 2.5 0 0 1 5 0v2.5',
  reset: 'M5 6a5 5 0 1 1-1 3M5 3v3h3',
} as const;

export type IconName = keyof typeof PATHS | keyof typeof LINES;

export function Icon({ name, sizePx = 18 }: { readonly name: IconName; readonly sizePx?: number }) {
  const solid = name in PATHS;
  return (
    <svg
      width={sizePx}
      height={sizePx}
      viewBox="0 0 18 18"
      fill={solid ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.4 : solid ? 1.2 : 1.4}
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={solid ? PATHS[name as keyof typeof PATHS] : LINES[name as keyof typeof LINES]} />
    </svg>
  );
}
