import { hostConfigSchema } from '../../shared/config/host-config.ts'
import { createDrawbridge, type Drawbridge } from './create-drawbridge.ts'

declare global {
  interface Window {
    /** The script-tag build: `create` for pages that configure in code, `bridge` when the tag carried a project id. */
    Drawbridge?: { readonly create: typeof createDrawbridge; readonly bridge?: Drawbridge }
  }
}

const list = (text: string | undefined) => text?.split(/[\s,]+/).filter((part) => part !== '')

/**
 * Reads `<script src="drawbridge.js" data-project-id data-widget-url data-name data-platforms data-networks
 * data-theme-mode>` and makes elements marked `data-drawbridge-open` open the modal.
 */
function start(): void {
  const script = document.currentScript
  const data = script instanceof HTMLScriptElement ? script.dataset : {}
  const { projectId, widgetUrl, name = document.title, platforms, networks, themeMode } = data
  if (projectId === undefined) {
    window.Drawbridge = { create: createDrawbridge }
    return
  }
  const config = hostConfigSchema.parse({
    projectId,
    metadata: { name },
    platforms: list(platforms),
    networks: list(networks),
    themeMode,
  })
  const bridge = createDrawbridge({ ...config, widgetUrl })
  window.Drawbridge = { create: createDrawbridge, bridge }
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-drawbridge-open]')) {
      bridge.openModal().catch((error: unknown) => reportError(error))
    }
  })
}

start()
