// Builds the page: api, store, views; in this order.
import { createRoot } from 'react-dom/client';
import { present } from '../shared/base/assert.ts';
import { App } from './App.tsx';
import { createPageApi } from './api/api.ts';
import { createStore } from './store/store.ts';
import './styles/page.css';
import { applyTheme } from './components/theme.ts';

const api = createPageApi(window);
const store = createStore(api);
applyTheme(document.documentElement, store.getState().settings.theme)(); // once: App follows the system from here on
api.onConnection((connection) => store.dispatch({ type: 'connection.changed', connection }));
api.onPush((push) => store.dispatch({ type: 'push.received', push }));
createRoot(present(document.getElementById('root'), 'the page has a root element')).render(<App store={store} />);
