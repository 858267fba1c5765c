import { bridgeFrom, createDrawbridge } from './create-drawbridge.ts'
import type { Drawbridge } from './drawbridge.ts'

declare global {
  interface Window {
    /** The script-tag build: `create` for pages that configure in code, `bridge` when the tag carried a project id. */
    Drawbridge?: { readonly create: typeof createDrawbridge; readonly bridge?: Drawbridge }
  }
}

/** A tag that names none is a wallet of each: nobody writes a line of code to say so. */
const allPlatforms = ['ethereum', 'solana', 'polkadot']

const list = (text: string | undefined) => text?.split(/[\s,]+/).filter((part) => part !== '')

/**
 * Reads `<script src="drawbridge.js" data-project-id data-widget-url data-name data-platforms data-networks
 * data-theme-mode data-locale data-announce="false">`, makes elements marked `data-drawbridge-open` open the modal, and defines
 * `<drawbridge-button>`. The widget parses the values.
 */
function start(): void {
  const create = createDrawbridge
  const script = document.currentScript
  const data = script instanceof HTMLScriptElement ? script.dataset : {}
  const {
    projectId,
    widgetUrl,
    name = document.title,
    platforms,
    networks,
    themeMode,
    locale,
    announce,
  } = data
  if (projectId === undefined) {
    window.Drawbridge = { create }
    return
  }
  const bridge = bridgeFrom({
    projectId,
    widgetUrl,
    metadata: { name },
    platforms: list(platforms) ?? allPlatforms,
    networks: list(networks),
    themeMode,
    locale,
    announce: announce !== 'false',
  })
  window.Drawbridge = { create, bridge }
  document.addEventListener('click', ({ target }) => {
    // A page that runs the tag again has another listener for the newest instance.
    if (window.Drawbridge?.bridge !== bridge) return
    if (target instanceof Element && target.closest('[data-drawbridge-open]')) {
      bridge.openModal().catch(reportError)
    }
  })
  import('./announce/button.ts').then(({ defineButton }) => defineButton(bridge, locale), reportError)
}

start()
