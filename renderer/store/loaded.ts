// Steps of something that is fetched: asked for, answered. What was there before stays while the new one is on its way.
import type { Result } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { Loaded } from './state.ts';

export function asked<T>(before: Loaded<T>): Loaded<T> {
  return before.loading ? before : { ...before, loading: true };
}

/** A failure keeps the old value on screen and says beside it what went wrong. */
export function answered<T>(before: Loaded<T>, answer: Result<T, Failure>): Loaded<T> {
  return answer.ok
    ? { value: answer.value, loading: false, failure: undefined }
    : { value: before.value, loading: false, failure: answer.failure };
}
