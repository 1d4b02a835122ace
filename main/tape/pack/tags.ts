// The first byte of a packed value: what follows. docs/format.md shows the same list. It only ever grows.

export const TAG = {
  null: 0,
  false: 1,
  true: 2,
  /** The value that it is held against, as it is. */
  same: 3,
  /** A whole number, signed. */
  whole: 4,
  /** The distance to the whole number that it is held against, signed. */
  wholeStep: 5,
  /** Thousandths, signed. */
  thousandths: 6,
  /** A text of this pack's table, by its place there. */
  knownText: 8,
  text: 9,
  /** Lengths of what is the same at both ends of the text it is held against, and the packed text in between. */
  textChange: 10,
  /** The text that it is held against, its one number changed by a signed step. */
  textCount: 11,
  /** A text as JSON, for what UTF-8 lacks. */
  textJson: 12,
  /** A count and the items. */
  list: 13,
  /** How many items fall away at the front of the list it is held against, how many stay, how many follow, and those. */
  listChange: 14,
  /** The place of its keys in the pack's table, or a new entry, and what they hold. */
  record: 15,
  /** Over the keys of the record it is held against: how many hold the same, then one that does not, and so on. */
  recordChange: 16,
  /** JSON in the public form. */
  json: 17,
  /** The id of a row of `blobs`. */
  blob: 18,
  /** A value of this chunk, by how many newer ones there are. Only in the place of a value. */
  earlier: 19,
  /** A double, of whose bits as many bytes follow as the tag says beyond this: 0 to 8. */
  double: 24,
} as const;

/** Texts up to this many units have a place in the table of a pack. */
export const TABLE_TEXT_MOST = 64;
/** What would take more bytes than this is a row of `blobs`; what is said of blobs within it does not count. */
export const INLINE_MOST = 1024;
/** Within a list or record: what is long in itself is a blob of its own, so that what is around it stays short. */
export const NESTED_MOST = 256;
/** What changed of a list or record may take more: all of it would take more still. */
export const CHANGE_MOST = 16 * 1024;
/** How far into a list is looked for the first item that stays. */
export const DROPPED_MOST = 64;
