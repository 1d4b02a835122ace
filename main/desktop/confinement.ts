// What no page of the program may do, whatever is in it: go elsewhere, open windows, embed others, use the network or the
// machine's devices. The content security policy says the same; this holds where a policy would not.
import { app, session } from 'electron';

/** What copying text needs; every other permission is denied. */
const ALLOWED_PERMISSIONS: readonly string[] = ['clipboard-sanitized-write'];
const LOCAL_SCHEMES: readonly string[] = ['app:', 'devtools:', 'blob:', 'data:'];

/** Before any window is made. @param developmentUrl the one other origin that a development build loads from */
export function confine(developmentUrl: string | undefined): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, grant) =>
    grant(ALLOWED_PERMISSIONS.includes(permission)),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission) => ALLOWED_PERMISSIONS.includes(permission));
  defaultSession.webRequest.onBeforeRequest((details, decide) =>
    decide({ cancel: !isLocal(details.url, developmentUrl) }),
  );
}

export function isLocal(url: string, developmentUrl: string | undefined): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  return LOCAL_SCHEMES.includes(protocol) || (developmentUrl !== undefined && host === new URL(developmentUrl).host);
}
