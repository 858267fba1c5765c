import type { Page } from '@playwright/test'

/** What a page does to the widget: a style, an element inside the dialog, or one in the top layer above it. */
export type Redress = {
  readonly css?: string
  readonly html?: string
  readonly top?: 'popover' | 'dialog'
  /** Runs in the page for as long as the row lasts: `flicker` covers the frame every 0.4 s. */
  readonly script?: 'flicker' | 'glide' | 'fullscreen' | 'transition'
}

/**
 * `refused`: the gate closes, and no press is accepted. `accepted`: the facts are readable. `window`: no browser reports
 * it, so that presses in the frame are accepted; what can be asked through the widget alone is decided in the confirm window.
 */
export type Outcome = 'refused' | 'accepted' | 'window'

export type Row = readonly [name: string, outcome: Outcome, redress: Redress]

const dialog = 'dialog[data-drawbridge]'
const frame = `${dialog} iframe`
const onFrame = (style: string): Redress => ({ css: `${frame} { ${style} !important }` })
const onDialog = (style: string): Redress => ({ css: `${dialog} { ${style} !important }` })
const over = (style: string, html = ''): Redress => ({
  html: `<div style="position:fixed;inset:0;${style}">${html}</div>`,
})
const hole = 'polygon(evenodd,0 0,100% 0,100% 100%,0 100%,0 0,35% 20%,65% 20%,65% 60%,35% 60%,35% 20%)'

export const rows: readonly Row[] = [
  // Covers
  ['an opaque element', 'refused', over('background:#fff')],
  ['a transparent element', 'refused', over('background:transparent')],
  ['a cover that lets the pointer through', 'refused', over('background:#fff;pointer-events:none')],
  [
    'a pseudo-element',
    'refused',
    { css: `${dialog}::after { content: ""; position: fixed; inset: 0; background: #fff }` },
  ],
  [
    'a canvas',
    'refused',
    { html: '<canvas style="position:fixed;inset:0;inline-size:100%;block-size:100%"></canvas>' },
  ],
  [
    'a second frame',
    'refused',
    { html: '<iframe style="position:fixed;inset:0;inline-size:100%;block-size:100%"></iframe>' },
  ],
  [
    'a shadow',
    'refused',
    {
      html: '<div style="position:fixed;inset:50% auto auto 50%;inline-size:1px;block-size:1px;box-shadow:0 0 0 400px #fff"></div>',
    },
  ],
  [
    'an outline',
    'refused',
    {
      html: '<div style="position:fixed;inset:50% auto auto 50%;inline-size:1px;block-size:1px;outline:400px solid #fff"></div>',
    },
  ],
  [
    'text that flows over',
    'refused',
    over('font:900 200px/1 sans-serif;overflow-wrap:anywhere', 'W'.repeat(60)),
  ],
  [
    'an element in a corner of the frame',
    'refused',
    {
      html: '<div style="position:fixed;inset:auto 0 0 auto;inline-size:60px;block-size:60px;background:#fff"></div>',
    },
  ],
  ['a later popover', 'refused', { top: 'popover' }],
  ['a later dialog', 'refused', { top: 'dialog' }],
  ['an element in fullscreen', 'refused', { script: 'fullscreen' }],
  ['a view transition that shows an old picture', 'refused', { script: 'transition' }],
  ['a cover that flickers', 'refused', { script: 'flicker' }],
  // Looks
  ['the dialog at 0.99 opacity', 'refused', onDialog('opacity: 0.99')],
  ['the frame at 0.99 opacity', 'refused', onFrame('opacity: 0.99')],
  ['a filter', 'refused', onFrame('filter: blur(1px)')],
  ['a filter around it', 'refused', onDialog('filter: brightness(0.99)')],
  ['a backdrop filter over it', 'refused', over('backdrop-filter:blur(2px)')],
  ['a blend mode', 'refused', onFrame('mix-blend-mode: multiply')],
  ['a blend mode around it', 'refused', onDialog('mix-blend-mode: multiply')],
  ['content-visibility', 'refused', onFrame('content-visibility: hidden')],
  // Transforms and size
  ['a scale of 0.2', 'refused', onFrame('scale: 0.2')],
  ['a scale of 0.2 around it', 'refused', onDialog('scale: 0.2')],
  ['a rotation', 'refused', onFrame('rotate: 1deg')],
  ['a rotation around it', 'refused', onDialog('rotate: 1deg')],
  ['a perspective', 'refused', onFrame('transform: perspective(500px) translateZ(-50px)')],
  ['a skew', 'refused', onFrame('transform: skewX(2deg)')],
  ['R4: zoom 0.2 on the frame', 'refused', onFrame('zoom: 0.2')],
  ['R4: zoom 0.2 on the dialog', 'refused', onDialog('zoom: 0.2')],
  ['R4: zoom 0.2 on the page', 'refused', { css: 'html { zoom: 0.2 }' }],
  ['R4: zoom 0.5 on the frame', 'refused', onFrame('zoom: 0.5')],
  // Cuts
  ['a crop by clip-path', 'refused', onFrame('clip-path: inset(45% 40%)')],
  ['a crop by clip-path around it', 'refused', onDialog('clip-path: inset(45% 40%)')],
  ['a full clip', 'refused', onFrame('clip-path: inset(50%)')],
  [
    'a crop of its box',
    'refused',
    {
      css: `${dialog} { inline-size: 200px !important; block-size: 200px !important; overflow: clip !important }`,
    },
  ],
  ['a place off the screen', 'refused', onFrame('translate: 120vw 0')],
  ['a place partly off the screen', 'refused', onFrame('translate: 0 60vh')],
  ['a frame so low that only the buttons show', 'refused', onFrame('block-size: 190px')],
  [
    'a frame so narrow that facts are cut',
    'refused',
    {
      css: `${dialog} { inline-size: 100px !important; overflow: clip !important } ${frame} { inline-size: 1280px !important }`,
    },
  ],
  ['a frame that glides', 'refused', { script: 'glide' }],
  // Readable
  [
    'the highest element of the page',
    'accepted',
    { css: 'body::before { content: ""; position: fixed; inset: 0; z-index: 2147483647; background: #fff }' },
  ],
  ['a small move', 'accepted', onFrame('translate: 2px 2px')],
  ['round corners', 'accepted', onFrame('border-radius: 12px')],
  ['zoom 0.8', 'accepted', onFrame('zoom: 0.8')],
  ['a larger scale', 'accepted', onFrame('scale: 1.05')],
  [
    'a blurred backdrop',
    'accepted',
    { css: `${dialog}::backdrop { backdrop-filter: blur(8px) !important }` },
  ],
  [
    'a fade that has ended',
    'accepted',
    { css: `@keyframes fade { from { opacity: 0.5 } } ${dialog} { animation: fade 1ms !important }` },
  ],
  // It hides no fact, and takes presses away instead of leading them here.
  [
    'an invisible input with autofill over it',
    'accepted',
    { html: '<input autocomplete="cc-number" style="position:fixed;inset:40% 40%;opacity:0">' },
  ],
  ['containment', 'accepted', onFrame('contain: strict')],
  ['a name for view transitions', 'accepted', onFrame('will-change: auto')],
  // It hides the pointer and no fact.
  ['no cursor', 'accepted', onFrame('cursor: none')],
  // No browser reports these: the confirm window is what such a page cannot dress.
  ['R4: a hole by clip-path with a lie in it', 'window', onFrame(`clip-path: ${hole}`)],
  ['R4: a hole by clip-path around it', 'window', onDialog(`clip-path: ${hole}`)],
  ['R4: a mask over all of it', 'window', onFrame('mask-image: linear-gradient(#0000, #0000)')],
  ['R4: a mask over a part', 'window', onFrame('mask-image: linear-gradient(#000 40%, #0000 60%)')],
]

/** Rows for the other gated views, which have the same gate. */
export const subset: readonly Row[] = rows.filter(([name]) =>
  [
    'an opaque element',
    'a later popover',
    'R4: zoom 0.2 on the frame',
    'a crop by clip-path',
    'a rotation',
  ].includes(name),
)

/** Does it, until `undo`. */
export const redress = (page: Page, what: Redress): Promise<void> =>
  page.evaluate(({ css, html, top, script }) => {
    const style = document.createElement('style')
    style.textContent = css ?? ''
    document.head.append(style)
    const holder = document.createElement(top === 'dialog' ? 'dialog' : 'div')
    holder.innerHTML = html ?? ''
    const whole = 'position:fixed;inset:0;margin:0;inline-size:100vw;block-size:100vh'
    if (top !== undefined) {
      holder.setAttribute('style', whole)
      holder.textContent = 'Nothing to see here'
      document.body.append(holder)
    }
    const dialog = document.querySelector('dialog[data-drawbridge]')
    const frame = dialog?.querySelector('iframe')
    if (html !== undefined) dialog?.append(holder)
    if (top === 'popover') {
      holder.popover = 'manual'
      holder.showPopover()
    }
    if (holder instanceof HTMLDialogElement) holder.showModal()
    let isOver = false
    let count = 0
    const draw = () => {
      if (isOver) return
      count += 1
      if (script === 'flicker') {
        holder.setAttribute('style', `${whole};background:#fff`)
        if (count % 24 === 0) dialog?.append(holder)
        if (count % 24 === 12) holder.remove()
      }
      if (script === 'glide' && frame) frame.style.translate = `${200 * Math.sin(count / 10)}px 0`
      requestAnimationFrame(draw)
    }
    if (script === 'flicker' || script === 'glide') draw()
    let end = () => {}
    if (script === 'fullscreen') {
      holder.setAttribute('style', 'background:#fff')
      document.body.append(holder)
      void holder.requestFullscreen()
      end = () => void document.exitFullscreen()
    }
    if (script === 'transition') {
      style.textContent =
        '::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 600s }'
      const transition = document.startViewTransition(() => {})
      end = () => transition.skipTransition()
    }
    Object.assign(window, {
      undoRedress: () => {
        isOver = true
        end()
        style.remove()
        holder.remove()
        if (frame) frame.style.translate = ''
      },
    })
  }, what)

export const undo = (page: Page): Promise<void> => page.evaluate(() => Reflect.get(window, 'undoRedress')())
