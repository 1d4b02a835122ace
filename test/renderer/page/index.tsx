// The whole page over an api that answers from a sketch. `?show=library|graph|tape`, `&theme=light`, `&seq=n`.
import { createRoot } from 'react-dom/client';
import { App } from '../../../renderer/App.tsx';
import { createStore, type Store } from '../../../renderer/store/store.ts';
import { pageApi } from './pageApi.ts';
import './page.css';

declare global {
  interface Window {
    store: Store;
  }
}

const query = new URLSearchParams(location.search);
const api = pageApi();
const store = createStore(api);
window.store = store;
api.onConnection((connection) => store.dispatch({ type: 'connection.changed', connection }));
const show = query.get('show') ?? 'tape';
if (show === 'tape') store.dispatch({ type: 'open.requested', paths: ['/tapes/navigator-frozen.looptape'] });
if (show === 'graph') store.dispatch({ type: 'open.requested', paths: ['/examples/navigator-frozen.json'] });
const root = document.getElementById('root');
if (root) createRoot(root).render(<App store={store} />);
