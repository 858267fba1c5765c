import type { Page } from '@playwright/test'

/** A change by the page: a style, an element inside the dialog, or one above it in the top layer. */
export type Redress = {
  readonly css?: string
  readonly html?: string
  readonly top?: 'popover' | 'dialog'
  /**
   * Runs in the page until the row ends: `flicker` covers the frame for 0.3 s of every 0.35 s, `jump` moves the frame away
   * until `moveFrameBack`.
   */
  readonly script?: 'flicker' | 'glide' | 'fullscreen' | 'transition' | 'jump'
}

/** Runs in the host page: applies a change until `undoRedress` of its window is called; resolves once it is applied. */
export async function applyRedress({ css, html, top, script }: Redress): Promise<null> {
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
  // The SDK's declarations are `!important` and override the page's rules: a hostile page removes that first.
  const targets = [dialog, frame].flatMap((element) => element ?? [])
  for (const { style: inlineStyle } of targets)
    inlineStyle.cssText = inlineStyle.cssText.replaceAll(' !important', '')
  if (html !== undefined) (dialog ?? document.body).append(container)
  if (top === 'popover') {
    container.popover = 'manual'
    container.showPopover()
  }
  if (container instanceof HTMLDialogElement) container.showModal()
  let isOver = false
  const startedAt = performance.now()
  let uncoveredAt: number | undefined
  let uncoveredMs = 0
  const animate = () => {
    if (isOver) return
    if (script === 'flicker') {
      container.setAttribute('style', `${fullSize};background:#fff`)
      const isCovered = (performance.now() - startedAt) % 350 < 300
      if (isCovered && !container.isConnected) dialog?.append(container)
      if (!isCovered) container.remove()
      if (uncoveredAt !== undefined) uncoveredMs = Math.max(uncoveredMs, performance.now() - uncoveredAt)
      if (isCovered) uncoveredAt = undefined
      else uncoveredAt ??= performance.now()
    }
    // At no two times of a round is the same share of the frame on screen.
    const offsetPx = 20 + 400 * (((performance.now() - startedAt) % 700) / 700)
    if (script === 'glide' && frame) frame.style.translate = `${offsetPx}px 0`
    requestAnimationFrame(animate)
  }
  if (script === 'flicker' || script === 'glide') animate()
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
      for (const { style: inlineStyle } of targets)
        inlineStyle.cssText = inlineStyle.cssText.replaceAll(';', ' !important;')
    },
  })
  return null
}

/** Applies a change until `undo`. */
export const redress = (page: Page, change: Redress): Promise<null> => page.evaluate(applyRedress, change)

/** Distance to the left by which `jump` moves the frame, in px. */
export const jumpPx = 300

/** Runs in the page: moves the frame back after `jump`. */
export function moveFrameBack(): null {
  const frame = document.querySelector<HTMLElement>('dialog[data-drawbridge] iframe')
  if (frame) frame.style.translate = ''
  return null
}

export const undo = (page: Page): Promise<void> => page.evaluate(() => Reflect.get(window, 'undoRedress')())

/** The longest time without the flickering cover, in ms, which exceeds 0.05 s on a slow page. */
export const longestUncoveredMs = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, 'longestUncoveredMs')())
