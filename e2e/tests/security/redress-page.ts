import type { Page } from '@playwright/test'

/** What a page does to the widget: a style, an element inside the dialog, or one in the top layer above it. */
export type Redress = {
  readonly css?: string
  readonly html?: string
  readonly top?: 'popover' | 'dialog'
  /**
   * Runs in the page until the row ends: `flicker` covers the frame for 0.3 s of every 0.4 s, `jump` moves it away until
   * `jumpBackHere`.
   */
  readonly script?: 'flicker' | 'glide' | 'fullscreen' | 'transition' | 'jump'
}

/** Runs in the host page and does it, until `undoRedress` of its window is called; returns once it is done. */
export async function redressHere({ css, html, top, script }: Redress): Promise<null> {
  const style = document.createElement('style')
  style.textContent = css ?? ''
  document.head.append(style)
  const container = document.createElement(top === 'dialog' ? 'dialog' : 'div')
  container.innerHTML = html ?? ''
  const fullSize = 'position:fixed;inset:0;margin:0;inline-size:100vw;block-size:100vh'
  if (top !== undefined) {
    container.setAttribute('style', fullSize)
    container.textContent = 'Nothing to see here'
    document.body.append(container)
  }
  const dialog = document.querySelector<HTMLElement>('dialog[data-drawbridge]')
  const frame = dialog?.querySelector('iframe')
  // The SDK's declarations are important, and no rule of a page reaches them: a page that attacks takes that away first.
  const drawn = [dialog, frame].flatMap((element) => element ?? [])
  for (const { style: own } of drawn) own.cssText = own.cssText.replaceAll(' !important', '')
  if (html !== undefined) (dialog ?? document.body).append(container)
  if (top === 'popover') {
    container.popover = 'manual'
    container.showPopover()
  }
  if (container instanceof HTMLDialogElement) container.showModal()
  let isOver = false
  const begunAt = performance.now()
  let uncoveredAt: number | undefined
  let uncoveredMs = 0
  const draw = () => {
    if (isOver) return
    if (script === 'flicker') {
      container.setAttribute('style', `${fullSize};background:#fff`)
      const isCovered = (performance.now() - begunAt) % 400 < 300
      if (isCovered && !container.isConnected) dialog?.append(container)
      if (!isCovered) container.remove()
      if (uncoveredAt !== undefined) uncoveredMs = Math.max(uncoveredMs, performance.now() - uncoveredAt)
      if (isCovered) uncoveredAt = undefined
      else uncoveredAt ??= performance.now()
    }
    // No two places of a round leave the same share of it on the screen.
    const glidedPx = 20 + 400 * (((performance.now() - begunAt) % 700) / 700)
    if (script === 'glide' && frame) frame.style.translate = `${glidedPx}px 0`
    requestAnimationFrame(draw)
  }
  if (script === 'flicker' || script === 'glide') draw()
  if (script === 'jump' && frame) frame.style.translate = '-300px 0'
  let end = () => {}
  if (script === 'fullscreen') {
    container.setAttribute('style', 'background:#fff')
    document.body.append(container)
    await container.requestFullscreen()
    end = () => void document.exitFullscreen()
  }
  if (script === 'transition') {
    style.textContent =
      '::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 600s }'
    const transition = document.startViewTransition(() => {})
    end = () => transition.skipTransition()
    await transition.ready
  }
  Object.assign(window, {
    longestUncoveredMs: () => uncoveredMs,
    undoRedress: () => {
      isOver = true
      end()
      style.remove()
      container.remove()
      if (frame) frame.style.translate = ''
      for (const { style: own } of drawn) own.cssText = own.cssText.replaceAll(';', ' !important;')
    },
  })
  return null
}

/** Does it, until `undo`. */
export const redress = (page: Page, what: Redress): Promise<null> => page.evaluate(redressHere, what)

/** How far to the left the frame is that `jump` moves away, in px. */
export const jumpPx = 300

/** Brings a frame that jumped away back to where it was. */
export function jumpBackHere(): null {
  const frame = document.querySelector<HTMLElement>('dialog[data-drawbridge] iframe')
  if (frame) frame.style.translate = ''
  return null
}

export const undo = (page: Page): Promise<void> => page.evaluate(() => Reflect.get(window, 'undoRedress')())

/** For how long the cover that flickers was away at most, in ms: a page that is slow takes it away for longer than it says. */
export const longestUncoveredMs = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, 'longestUncoveredMs')())
