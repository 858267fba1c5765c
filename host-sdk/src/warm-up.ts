import * as z from 'zod/mini'

const connection = z.object({ saveData: z.boolean() })

/** The person asked the browser to save data: nothing is loaded before a click. */
const savesData = () => {
  const parsed = connection.safeParse(Reflect.get(navigator, 'connection'))
  return parsed.success && parsed.data.saveData
}

const openerMark = '[data-drawbridge-open]'

/**
 * Calls `warm` once: when the page has loaded and is idle, or at once when a pointer, the focus or a touch reaches an
 * opener. Under Save-Data never: then the first click pays. Returns the undo.
 */
export function warmWhenWelcome(openers: readonly Element[], warm: () => void): () => void {
  if (savesData()) return () => {}
  const stops: (() => void)[] = []
  const stop = () => {
    for (const undo of stops.splice(0)) undo()
  }
  const go = () => {
    stop()
    warm()
  }

  const onIntent = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    if (target.closest(openerMark) || openers.some((opener) => opener.contains(target))) go()
  }
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, onIntent, { capture: true, passive: true })
    stops.push(() => document.removeEventListener(type, onIntent, { capture: true }))
  }

  const whenIdle = () => {
    if ('requestIdleCallback' in window) {
      const idle = requestIdleCallback(go, { timeout: 4_000 })
      stops.push(() => cancelIdleCallback(idle))
    } else {
      const timer = setTimeout(go, 200)
      stops.push(() => clearTimeout(timer))
    }
  }
  if (document.readyState === 'complete') whenIdle()
  else {
    addEventListener('load', whenIdle, { once: true })
    stops.push(() => removeEventListener('load', whenIdle))
  }
  return stop
}

/** Opens the connection to the widget's origin early: four serial fetches wait for it on a cold first visit. */
export function preconnect(origin: string): void {
  if (typeof document === 'undefined' || savesData()) return
  if (document.head.querySelector(`link[rel=preconnect][href="${origin}"]`)) return
  const link = document.createElement('link')
  link.rel = 'preconnect'
  link.href = origin
  document.head.append(link)
}
