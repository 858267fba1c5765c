import type { ScreenProperties } from './frame-position.ts'

/** Phones are narrower, in px of the screen; tablets are not, and some have one physical pixel per px. */
const phoneBelowPx = 500

function barWidth(page: Document): number {
  const probe = page.createElement('div')
  probe.setAttribute('aria-hidden', 'true')
  Object.assign(probe.style, {
    position: 'fixed',
    visibility: 'hidden',
    inlineSize: '100px',
    blockSize: '100px',
    overflow: 'scroll',
    scrollbarWidth: 'auto',
  })
  page.documentElement.append(probe)
  const width = probe.offsetWidth - probe.clientWidth
  probe.remove()
  return width
}

type Read = { readonly at: number; readonly properties: ScreenProperties }
const lastRead = new WeakMap<Document, Read>()

/** Properties of the screen that no style of the page changes; read again when `devicePixelRatio` has changed. */
export function readScreenProperties(page: Document, view: Window): ScreenProperties {
  const cached = lastRead.get(page)
  if (cached?.at === view.devicePixelRatio) return cached.properties
  const isTouched = view.matchMedia?.('(pointer: coarse) and (hover: none)').matches === true
  const isPhone = isTouched && Math.min(view.screen.width, view.screen.height) < phoneBelowPx
  const properties = { barPx: barWidth(page), isPhone }
  lastRead.set(page, { at: view.devicePixelRatio, properties })
  return properties
}
