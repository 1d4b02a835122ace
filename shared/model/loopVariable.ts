/** The variable by which what runs within a fire can tell that it does: a bounded loop is refused there (semantics §3, Guardrails). */
export const LOOP_VARIABLE = 'LOOPTAPE_LOOP';
