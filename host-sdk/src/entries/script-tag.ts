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

/** Default without `data-platforms`: all of them, because such a page configures nothing in code. */
const allPlatforms = ['ethereum', 'solana', 'polkadot']

const list = (text: string | undefined) => text?.split(/[\s,]+/).filter((part) => part !== '')

/**
 * Reads `<script src="drawbridge.js" data-project-id data-widget-url data-name data-platforms data-networks data-theme-mode
 * data-locale data-announce="false">`, makes elements marked `data-drawbridge-open` open the modal, and defines
 * `<drawbridge-button>`. The widget parses the values.
 */
function start(): void {
  const create = createDrawbridge
  const script = document.currentScript ?? document.querySelector(moduleTag)
  if (!script) console.warn('Drawbridge: no script tag. In a module, import bundle.js.')
  const { projectId, ...data }: DOMStringMap = script instanceof HTMLScriptElement ? script.dataset : {}
  // Templates may render empty attributes.
  const { widgetUrl, name, platforms, networks, themeMode, locale, announce }: DOMStringMap =
    Object.fromEntries(Object.entries(data).filter(([, text]) => text))
  if (projectId === undefined) {
    window.Drawbridge = { create }
    return
  }
  const bridge = createBridge({
    projectId,
    widgetUrl,
    // The tag may precede the title, and a title may exceed the widget's limit.
    metadata: { name: (name ?? document.title).slice(0, 256) || location.host },
    platforms: list(platforms) ?? allPlatforms,
    networks: list(networks),
    themeMode,
    locale,
    announce: announce !== 'false',
  })
  window.Drawbridge = { create, bridge }
  const onClick = (event: Event) => {
    // A router may run a tag in the body again; then the newest instance has a listener of its own.
    if (window.Drawbridge?.bridge !== bridge) return document.removeEventListener('click', onClick)
    if (!isInsideOpener(event)) return
    // Otherwise a link would navigate the page behind the modal, and a button in a form would submit it.
    event.preventDefault()
    bridge.openModal().catch(reportError)
  }
  document.addEventListener('click', onClick)
  import('../announce/button.ts').then(({ defineButton }) => defineButton(bridge, locale), reportError)
}

start()
