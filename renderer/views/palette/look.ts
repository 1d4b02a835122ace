// How the palette's lists look, in one place.

export const INPUT =
  'w-full shrink-0 border-line border-b bg-transparent px-4 py-3 text-[14px] outline-none placeholder:text-faint';
export const LIST = 'min-h-0 overflow-auto p-1.5';
export const GROUP =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-tiny [&_[cmdk-group-heading]]:text-faint';
export const ITEM =
  'flex h-8 cursor-default items-center gap-3 rounded-md px-2.5 aria-disabled:opacity-45 aria-selected:bg-sel';
