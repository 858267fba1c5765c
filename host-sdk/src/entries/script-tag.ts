import { createBridge, createDrawbridge } from '../create-drawbridge.ts'
import type { Drawbridge } from '../drawbridge.ts'
import { isInsideOpener } from '../frame/preload.ts'
import { moduleTag } from '../module-tag.ts'

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
  const script = document.currentScript ?? document.querySelector(moduleTag)
  if (!script) console.warn('Drawbridge: no script tag. In a module, import bundle.js.')
  const { projectId, ...data }: DOMStringMap = script instanceof HTMLScriptElement ? script.dataset : {}
  // Templates write attributes that are empty.
  const { widgetUrl, name, platforms, networks, themeMode, locale, announce }: DOMStringMap =
    Object.fromEntries(Object.entries(data).filter(([, text]) => text))
  if (projectId === undefined) {
    window.Drawbridge = { create }
    return
  }
  const bridge = createBridge({
    projectId,
    widgetUrl,
    // A tag may stand before the title, and a title may be longer than the widget takes.
    metadata: { name: (name ?? document.title).slice(0, 256) || location.host },
    platforms: list(platforms) ?? allPlatforms,
    networks: list(networks),
    themeMode,
    locale,
    announce: announce !== 'false',
  })
  window.Drawbridge = { create, bridge }
  const onClick = (event: Event) => {
    // A page that runs the tag again, as routers do with one in the body, has another listener for the newest instance.
    if (window.Drawbridge?.bridge !== bridge) return document.removeEventListener('click', onClick)
    if (!isInsideOpener(event)) return
    // A link would move the page behind the modal, and a button in a form submit it.
    event.preventDefault()
    bridge.openModal().catch(reportError)
  }
  document.addEventListener('click', onClick)
  import('../announce/button.ts').then(({ defineButton }) => defineButton(bridge, locale), reportError)
}

start()
