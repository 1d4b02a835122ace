// What went wrong, said where it is seen, until it is dismissed.
import { IconButton } from '../../components/IconButton.tsx';
import { useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import type { Store } from '../../store/store.ts';

export function Notices({ store }: { readonly store: Store }) {
  const notices = useStore(store, (state) => state.notices);
  return (
    <section
      aria-label="Notices"
      aria-live="polite"
      className="pointer-events-none fixed top-14 left-1/2 z-30 flex w-[min(480px,calc(100vw-24px))] -translate-x-1/2 flex-col gap-2"
    >
      {notices.map((notice) => (
        <div
          key={notice.id}
          role={notice.tone === 'error' ? 'alert' : 'status'}
          className={`pointer-events-auto flex items-start gap-2 rounded-lg border bg-raise py-2 pr-1.5 pl-3 shadow-float ${
            notice.tone === 'error' ? 'border-hazard' : 'border-line-strong'
          }`}
        >
          <span aria-hidden="true" className={`leading-5 ${notice.tone === 'error' ? 'text-hazard' : 'text-dim'}`}>
            {notice.tone === 'error' ? '■' : '○'}
          </span>
          <p className="min-w-0 flex-1 break-words py-px">
            <PlainText text={notice.message} />
            {notice.code !== undefined && <code className="ml-2 text-faint text-tiny">{notice.code}</code>}
          </p>
          <IconButton
            icon="close"
            label="Dismiss"
            onPress={() => store.dispatch({ type: 'notice.dismissed', id: notice.id })}
          />
        </div>
      ))}
    </section>
  );
}
