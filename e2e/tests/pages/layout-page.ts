import type { PageLayout } from './page-layouts.ts'

/** Runs in the page: applies a layout of the table, and keeps the widget. */
export async function applyLayout({
  css,
  root = {},
  lines = 60,
  scroller,
  scroll = {},
}: PageLayout): Promise<null> {
  const { documentElement, body } = document
  for (const { name } of [...documentElement.attributes]) documentElement.removeAttribute(name)
  for (const [name, value] of Object.entries(root)) documentElement.setAttribute(name, value)
  document.querySelector('#layout')?.remove()
  document.querySelector('main')?.remove()
  const style = Object.assign(document.createElement('style'), { id: 'layout', textContent: css })
  document.head.append(style)
  const main = document.createElement('main')
  main.innerHTML =
    '<div id="bar">Shop</div><div id="wide">Offers</div><div id="chat">Chat</div>' +
    Array.from({ length: lines }, (_, at) => `<p>Line ${at}</p>`).join('')
  body.prepend(main)
  const target = scroller === undefined ? window : document.querySelector(scroller)
  target?.scrollTo({ left: scroll.x ?? 0, top: scroll.y ?? 0, behavior: 'instant' })
  // Content with `content-visibility` has a size only after a rendered frame, and so do the page's scrollbars.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return null
}

/** Runs in the page: returns the viewport positions of its elements, and its scroll offsets. */
export function measureLayout(): { readonly places: string[]; readonly scrolled: string[] } {
  const places = [...document.querySelectorAll('main, #bar, #wide, #chat, p, #connect')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return [element.id || element.localName, x, y, width, height].join(' ')
  })
  const scrolled = [document.documentElement, document.body, document.querySelector('main')].map((element) =>
    [element?.scrollLeft, element?.scrollTop].join(' '),
  )
  return { places, scrolled }
}

/** Runs in the page: returns the inline styles of root and body, where the widget must leave none. */
export const inlineStyles = (): string[] => [
  document.documentElement.style.cssText,
  document.body.style.cssText,
]
