/** The code of a fire that asked a person where none was there: its run waits, and asks again when it is continued (semantics §3). */
export const NO_ONE_TO_ASK = 'no-one-to-ask';
