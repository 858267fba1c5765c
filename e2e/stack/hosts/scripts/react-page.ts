/**
 * Hydrates the React shop that the server rendered. `secondProject` in the query is the second bridge's project id. With
 * `hydrate=late` React starts only when an account is connected, as on a page whose scripts are slow.
 */
import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createDrawbridge } from '/sdk/bundle.js'
import * as entry from '/sdk/react.js'
import { readPageConfig } from '../../wallets/page-config.ts'
import { byId } from './page-elements.ts'
import { pageOptions } from './page-options.ts'
import { ReactShop } from './react-shop.ts'

const query = new URLSearchParams(location.search)
const options = pageOptions(readPageConfig(), query)
const first = createDrawbridge(options)
const second = createDrawbridge({ ...options, projectId: query.get('secondProject') ?? options.projectId })
Object.defineProperty(globalThis, 'bridge', { value: first })

function start(): void {
  // A hydration mismatch is a recoverable error. Report it, so that tests fail on it as on errors of the page.
  const root = byId('root', HTMLElement)
  hydrateRoot(root, createElement(ReactShop, { entry, first, second }), { onRecoverableError: reportError })
  root.dataset.hydrated = ''
}

if (query.get('hydrate') === 'late') {
  const stop = first.subscribe('state', ({ accounts }) => {
    if (accounts.length === 0) return
    queueMicrotask(() => stop())
    start()
  })
} else start()
