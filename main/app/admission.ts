// Which paths a caller may name. The desktop and the command line may name all that the user may read; the page of the web
// host only what the user named to this program before (interfaces §5).
import { resolve, sep } from 'node:path';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';

export interface Admission {
  /** Makes a file, or all that lies in a folder, openable. */
  admit(path: string, origin: 'named' | 'upload'): void;
  /** The path, or `path-refused`. */
  check(path: string): Result<string, Failure>;
  /** Whether it came through the page, as a copy without what lay beside it. */
  isUpload(path: string): boolean;
}

/** @param isKnown whether a path is on the recent list, an example, or the like: whatever else is openable now */
export function createAdmission(paths: 'any' | 'known', isKnown: (path: string) => boolean): Admission {
  const named = new Set<string>();
  const uploads = new Set<string>();
  const isNamed = (path: string): boolean => {
    if (named.has(path)) return true;
    for (const folder of named) if (path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return true;
    return false;
  };
  return {
    admit(path, origin) {
      (origin === 'upload' ? uploads : named).add(resolve(path));
    },
    check(given) {
      const path = resolve(given);
      if (paths === 'any' || isNamed(path) || uploads.has(path) || isKnown(path)) return succeeded(path);
      return failed(
        failure(
          'path-refused',
          `${path} was not opened from here before. Drop the file into the page, or name it on the command line: looptape open FILE.`,
        ),
      );
    },
    isUpload: (path) => uploads.has(resolve(path)),
  };
}
