import type { PageLayout } from './page-layouts.ts'

/** Runs in the page: makes it a row of the table; the widget stays where it is. */
export async function becomeLayout({
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
  // Contents with `content-visibility` have a size only once a frame was drawn, and the page its scrollbars then.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  return null
}

/** Runs in the page: where everything of it is, in the window, and how far it is scrolled. */
export function layoutPlaces(): { readonly places: string[]; readonly scrolled: string[] } {
  const places = [...document.querySelectorAll('main, #bar, #wide, #chat, p, #connect')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return [element.id || element.localName, x, y, width, height].join(' ')
  })
  const scrolled = [document.documentElement, document.body, document.querySelector('main')].map((element) =>
    [element?.scrollLeft, element?.scrollTop].join(' '),
  )
  return { places, scrolled }
}

/** Runs in the page: what the widget must not leave on its root and body. */
export const inlineStyles = (): string[] => [
  document.documentElement.style.cssText,
  document.body.style.cssText,
]
