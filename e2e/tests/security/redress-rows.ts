import type { Redress } from './redress-page.ts'

/**
 * `refused`: the gate closes, and rejects clicks and keys. `accepted`: the facts are readable. `window`: no browser reports
 * the change, so the frame accepts clicks; requests that only the widget can make are decided in the confirm window.
 */
export type Outcome = 'refused' | 'accepted' | 'window'

/**
 * In an engine without IntersectionObserver v2. `unseen`: this engine does not report the change; otherwise as `window`.
 * `mouse`: as `unseen` for keys, but refused once the mouse moves over the frame. `absent`: the engine lacks the feature.
 */
export type OtherEngineOutcome = Outcome | 'unseen' | 'mouse' | 'absent'

type OtherEngines = Readonly<Record<'firefox' | 'webkit', OtherEngineOutcome>>

/** `outcome` is that of Chromium; `elsewhere` has those of the other engines if they differ. */
export type Row = readonly [name: string, outcome: Outcome, redress: Redress, elsewhere?: OtherEngines]

const inBoth = (outcome: OtherEngineOutcome): OtherEngines => ({ firefox: outcome, webkit: outcome })
const unseen = inBoth('unseen')
/** Firefox reports nothing for a frame without any rendered part. */
const unrendered: OtherEngines = { firefox: 'unseen', webkit: 'refused' }
/** WebKit does not scale the contents of a frame with `zoom`. */
const zoomed: OtherEngines = { firefox: 'refused', webkit: 'accepted' }

const dialog = 'dialog[data-drawbridge]'
const frame = `${dialog} iframe`
export const onFrame = (style: string): Redress => ({ css: `${frame} { ${style} !important }` })
const onDialog = (style: string): Redress => ({ css: `${dialog} { ${style} !important }` })
const overlay = (style: string, html = ''): Redress => ({
  html: `<div style="position:fixed;inset:0;${style}">${html}</div>`,
})
const hole = 'polygon(evenodd,0 0,100% 0,100% 100%,0 100%,0 0,35% 20%,65% 20%,65% 60%,35% 60%,35% 20%)'

const covers: readonly Row[] = [
  ['an opaque element', 'refused', overlay('background:#fff'), unseen],
  ['a transparent element', 'refused', overlay('background:transparent'), unseen],
  [
    'a cover that lets the pointer through',
    'refused',
    overlay('background:#fff;pointer-events:none'),
    unseen,
  ],
  [
    'a pseudo-element',
    'refused',
    { css: `${dialog}::after { content: ""; position: fixed; inset: 0; background: #fff }` },
    unseen,
  ],
  [
    'a canvas',
    'refused',
    { html: '<canvas style="position:fixed;inset:0;inline-size:100%;block-size:100%"></canvas>' },
    unseen,
  ],
  [
    'a second frame',
    'refused',
    { html: '<iframe style="position:fixed;inset:0;inline-size:100%;block-size:100%"></iframe>' },
    unseen,
  ],
  [
    'a shadow',
    'refused',
    {
      html: '<div style="position:fixed;inset:50% auto auto 50%;inline-size:1px;block-size:1px;box-shadow:0 0 0 400px #fff"></div>',
    },
    unseen,
  ],
  [
    'an outline',
    'refused',
    {
      html: '<div style="position:fixed;inset:50% auto auto 50%;inline-size:1px;block-size:1px;outline:400px solid #fff"></div>',
    },
    unseen,
  ],
  [
    'text that flows over',
    'refused',
    overlay('font:900 200px/1 sans-serif;overflow-wrap:anywhere', 'W'.repeat(60)),
    unseen,
  ],
  [
    'an element in a corner of the frame',
    'refused',
    {
      html: '<div style="position:fixed;inset:auto 0 0 auto;inline-size:60px;block-size:60px;background:#fff"></div>',
    },
    unseen,
  ],
  ['a later popover', 'refused', { top: 'popover' }, unseen],
  ['a later dialog', 'refused', { top: 'dialog' }, unseen],
  ['an element in fullscreen', 'refused', { script: 'fullscreen' }, unseen],
  [
    'a view transition that shows an old picture',
    'refused',
    { script: 'transition' },
    { firefox: 'absent', webkit: 'unseen' },
  ],
  ['a cover that flickers', 'refused', { script: 'flicker' }, unseen],
]

const visibleRows: readonly Row[] = [
  ['the dialog at 0.99 opacity', 'refused', onDialog('opacity: 0.99'), unseen],
  ['the frame at 0.99 opacity', 'refused', onFrame('opacity: 0.99'), unseen],
  ['a filter', 'refused', onFrame('filter: blur(1px)'), unseen],
  ['a filter around it', 'refused', onDialog('filter: brightness(0.99)'), unseen],
  ['a backdrop filter over it', 'refused', overlay('backdrop-filter:blur(2px)'), unseen],
  ['a blend mode', 'refused', onFrame('mix-blend-mode: multiply'), unseen],
  ['a blend mode around it', 'refused', onDialog('mix-blend-mode: multiply'), unseen],
  ['content-visibility', 'refused', onFrame('content-visibility: hidden'), unseen],
]

const sizes: readonly Row[] = [
  ['a scale of 0.2', 'refused', onFrame('scale: 0.2'), inBoth('mouse')],
  ['a scale of 0.2 around it', 'refused', onDialog('scale: 0.2'), inBoth('mouse')],
  // Larger than two thirds, and readable; but Chromium reports no frame as visible that a transform scales down.
  ['a scale of 0.8', 'refused', onFrame('scale: 0.8'), inBoth('accepted')],
  ['a scale of 0.95', 'refused', onFrame('scale: 0.95'), inBoth('accepted')],
  ['a rotation', 'refused', onFrame('rotate: 1deg'), unseen],
  ['a rotation around it', 'refused', onDialog('rotate: 1deg'), unseen],
  ['a perspective', 'refused', onFrame('transform: perspective(500px) translateZ(-50px)'), unseen],
  ['a skew', 'refused', onFrame('transform: skewX(2deg)'), unseen],
  ['R4: zoom 0.2 on the frame', 'refused', onFrame('zoom: 0.2'), zoomed],
  ['R4: zoom 0.2 on the dialog', 'refused', onDialog('zoom: 0.2'), zoomed],
  ['R4: zoom 0.2 on the page', 'refused', { css: 'html { zoom: 0.2 }' }, zoomed],
  ['R4: zoom 0.4 on the frame', 'refused', onFrame('zoom: 0.4'), zoomed],
  // The frame cannot distinguish it from browser zoom of 50 %, which is refused too.
  ['R4: zoom 0.5 on a frame as large as the window', 'refused', onFrame('zoom: 0.5'), zoomed],
  [
    'R4: zoom 0.5 on a frame smaller than the window',
    'refused',
    {
      css: `${frame} { zoom: 0.5 !important; inline-size: 900px !important; block-size: 1600px !important }`,
    },
    zoomed,
  ],
]

const clips: readonly Row[] = [
  ['a crop by clip-path', 'refused', onFrame('clip-path: inset(45% 40%)'), unseen],
  ['a crop by clip-path around it', 'refused', onDialog('clip-path: inset(45% 40%)'), unseen],
  ['a full clip', 'refused', onFrame('clip-path: inset(50%)'), unseen],
  [
    'a crop of its box',
    'refused',
    {
      css: `${dialog} { inline-size: 200px !important; block-size: 200px !important; overflow: clip !important }`,
    },
  ],
  ['a place off the screen', 'refused', onFrame('translate: 120vw 0'), unrendered],
  ['a place partly off the screen', 'refused', onFrame('translate: 0 90vh')],
  ['a frame so low that only the buttons show', 'refused', onFrame('block-size: 215px')],
  ['a frame too low for a row', 'refused', onFrame('block-size: 165px')],
  [
    'a frame so narrow that facts are cut',
    'refused',
    {
      css: `${dialog} { inline-size: 100px !important; overflow: clip !important } ${frame} { inline-size: 1280px !important }`,
    },
    unrendered,
  ],
  ['a frame that glides', 'refused', { script: 'glide' }],
  ['R10: a frame that jumps under the pointer', 'refused', { script: 'jump' }],
]

/** No browser reports rows with the outcome `window`: the page cannot redress the confirm window. */
const readable: readonly Row[] = [
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
  // It hides no fact, and intercepts clicks instead of redirecting them to the widget.
  [
    'an invisible input with autofill over it',
    'accepted',
    { html: '<input autocomplete="cc-number" style="position:fixed;inset:40% 40%;opacity:0">' },
  ],
  ['containment', 'accepted', onFrame('contain: strict')],
  ['a name for view transitions', 'accepted', onFrame('will-change: auto')],
  // It hides the pointer, but no fact.
  ['no cursor', 'accepted', onFrame('cursor: none')],
  ['R4: a hole by clip-path with a lie in it', 'window', onFrame(`clip-path: ${hole}`)],
  ['R4: a hole by clip-path around it', 'window', onDialog(`clip-path: ${hole}`)],
  ['R4: a mask over all of it', 'window', onFrame('mask-image: linear-gradient(#0000, #0000)')],
  ['R4: a mask over a part', 'window', onFrame('mask-image: linear-gradient(#000 40%, #0000 60%)')],
]

const kinds = [covers, visibleRows, sizes, clips, readable]

/** All rows of the redress matrix. */
export const rows: readonly Row[] = kinds.flat()

/** The rows of one of `of` views in a run: each row is in at least one view, and each view has rows of each kind. */
export function shareOf(view: number, { of }: { readonly of: number }): readonly Row[] {
  return kinds.flatMap((kind) =>
    kind.filter((_, at) => at % of === view || (kind.length <= view && at === view % kind.length)),
  )
}

/** Rows of the matrix that a list accepts: it has no footer, shows one whole row and scrolls to the others. */
const acceptedForLists: ReadonlySet<string> = new Set([
  'a crop of its box',
  'a frame so low that only the buttons show',
])

/** The row with its outcome for a list. */
export const forList = ([name, outcome, ...rest]: Row): Row => [
  name,
  acceptedForLists.has(name) ? 'accepted' : outcome,
  ...rest,
]

export const outcomeIn = (engine: keyof OtherEngines, [, outcome, , elsewhere]: Row): OtherEngineOutcome =>
  elsewhere?.[engine] ?? outcome
