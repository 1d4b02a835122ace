// The cases that this build does not run, each with the reason; the list only shrinks. Fork and diff clauses of a case that
// is run are not judged until forks and comparison are there.
export const LEFT_OUT: Readonly<Record<string, string>> = {};
