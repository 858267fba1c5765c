import { setStyle } from './inline-style.ts'

const isVisible = ({ overflowX, overflowY }: CSSStyleDeclaration) =>
  overflowX === 'visible' && overflowY === 'visible'

const isContained = (style: CSSStyleDeclaration) =>
  /[^\s]/.test(style.contain.replace('none', '')) ||
  !/^(normal)?$/.test(style.getPropertyValue('container-type'))

/**
 * The element whose `overflow` the viewport uses. If it is not the body, the body is an ordinary box: a fixed dialog
 * does not chain scrolls to it, and its scrollbar stays.
 */
function scrollerOf(root: HTMLElement, body: HTMLElement | null): HTMLElement {
  if (!body) return root
  const [rootStyle, bodyStyle] = [getComputedStyle(root), getComputedStyle(body)]
  const isPropagated = isVisible(rootStyle) && !isVisible(bodyStyle)
  return isPropagated && !isContained(rootStyle) && !isContained(bodyStyle) ? body : root
}

const lockName = '--drawbridge-lock'
const gutterName = '--drawbridge-gutter'

/**
 * A value through a variable that exists only during the lock. Modals of the page save the inline style when they open and
 * restore it when they close, which may be after the unlock: the value then falls back to the page's own rules.
 */
const lockValue = (name: string) => `var(${name},revert-layer)`

/** Open overlays: the first locks, the last unlocks. */
let openCount = 0
let unlock = () => {}

/**
 * Prevents the page behind the modal from scrolling and shifting: sets `overflow` where the viewport reads it, and reserves
 * the space of the scrollbars. Sticky and fixed elements do not move, because no other element becomes a scroll
 * container. Only inline declarations through CSSOM, which every content security policy allows. Returns the unlock
 * function, which keeps what the page changed meanwhile.
 */
export function lockScroll(): () => void {
  if (openCount === 0) unlock = lock()
  openCount += 1
  let isLocked = true
  return () => {
    if (!isLocked) return
    isLocked = false
    openCount -= 1
    if (openCount === 0) unlock()
  }
}

function lock(): () => void {
  const { documentElement: root, body } = document
  const viewport = document.scrollingElement ?? root
  const { clientWidth, clientHeight, scrollWidth } = viewport
  const undo = [
    setStyle(scrollerOf(root, body), {
      [lockName]: 'hidden',
      'overflow-y': lockValue(lockName),
      // There is no gutter for a horizontal scrollbar.
      'overflow-x': window.innerHeight > clientHeight ? 'scroll' : lockValue(lockName),
    }),
  ]
  const unlockAll = () => {
    for (const step of undo) step()
  }
  const gutter = getComputedStyle(root).getPropertyValue('scrollbar-gutter')
  if (window.innerWidth > clientWidth && /^(auto)?$/.test(gutter)) {
    undo.push(setStyle(root, { [gutterName]: 'stable', 'scrollbar-gutter': lockValue(gutterName) }))
    // Browsers subtract a stable gutter from `100vw`, and a page in vertical writing mode has it at the bottom: such a page
    // is not locked, and only the dialog contains scrolls. A browser without gutters keeps the lock.
    if (viewport.scrollWidth !== scrollWidth || (gutter && viewport.clientWidth !== clientWidth)) unlockAll()
  }
  return unlockAll
}
