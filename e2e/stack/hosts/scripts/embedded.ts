/** The widget inside an element of the page. */
import { createDrawbridge } from '/sdk/bundle.js'
import { readPageConfig } from '../../wallets/page-config.ts'
import { byId } from './page-elements.ts'
import { pageOptions } from './page-options.ts'

const options = pageOptions(readPageConfig(), new URLSearchParams(location.search))
const bridge = createDrawbridge({ ...options, embed: byId('stage', HTMLDivElement) })
Object.defineProperty(globalThis, 'bridge', { value: bridge })
