// The gallery: timeline and graph over hand-made recordings, with the real store and no host.
// `?fixture=navigator|nested|sixty|wide`, `&theme=light`, `&seq=n`.
import { createRoot } from 'react-dom/client';
import './gallery.css';
import { createStore, type Store } from '../../../renderer/store/store.ts';
import { Graph } from '../../../renderer/views/graph/Graph.tsx';
import { Timeline } from '../../../renderer/views/timeline/Timeline.tsx';
import { fixtureApi, summaryOf } from './fixtureApi.ts';
import { FIXTURES } from './fixtures.ts';

declare global {
  interface Window {
    gallery: Store;
  }
}

const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get('theme') ?? 'dark';
const name = (query.get('fixture') ?? 'navigator') as keyof typeof FIXTURES;
const fixture = FIXTURES[name]();
const store = createStore(fixtureApi(fixture));
window.gallery = store;
store.dispatch({ type: 'tape.opened', summary: summaryOf(fixture), started: undefined });
store.dispatch({ type: 'moment.scrubbed', seq: Number(query.get('seq') ?? fixture.start) });

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <main className="grid h-full grid-rows-[1fr_212px] bg-bg">
      <div className="mr-[386px] ml-[238px] min-h-0 border-x border-line">
        <Graph store={store} />
      </div>
      <div className="border-t border-line">
        <Timeline store={store} />
      </div>
    </main>,
  );
}
