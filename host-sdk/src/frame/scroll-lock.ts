import { setStyle } from './inline-style.ts'

const isVisible = ({ overflowX, overflowY }: CSSStyleDeclaration) =>
  overflowX === 'visible' && overflowY === 'visible'

const isContained = (style: CSSStyleDeclaration) =>
  /[^\s]/.test(style.contain.replace('none', '')) ||
  !/^(normal)?$/.test(style.getPropertyValue('container-type'))

/**
 * The element whose `overflow` the viewport uses. A body that the viewport does not take it from is a box like any
 * other: a fixed dialog does not chain scrolls to it, and its scrollbar stays.
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
 * A value by a variable that goes with the lock. Modals of the page save what stands here as they open and put it back as they
 * close, which may be after the lock has ended: it then means what the page's own rules say.
 */
const lockedBy = (name: string) => `var(${name},revert-layer)`

/** Open overlays: the first locks, the last unlocks. */
let open = 0
let unlock = () => {}

/**
 * Keeps the page behind the modal from scrolling and from moving: sets `overflow` where the viewport reads it, and keeps
 * the place of the scrollbars. Sticky and fixed elements stay where they are, because no other element becomes a
 * scroll container. Only inline declarations through CSSOM, which every content security policy allows. Returns the
 * undo, which leaves what the page changed meanwhile.
 */
export function lockScroll(): () => void {
  if (open === 0) unlock = lock()
  open += 1
  let isLocked = true
  return () => {
    if (!isLocked) return
    isLocked = false
    open -= 1
    if (open === 0) unlock()
  }
}

function lock(): () => void {
  const { documentElement: root, body } = document
  const viewport = document.scrollingElement ?? root
  const { clientWidth, clientHeight, scrollWidth } = viewport
  const undo = [
    setStyle(scrollerOf(root, body), {
      [lockName]: 'hidden',
      'overflow-y': lockedBy(lockName),
      // There is no gutter for a horizontal scrollbar.
      'overflow-x': window.innerHeight > clientHeight ? 'scroll' : lockedBy(lockName),
    }),
  ]
  const unlockAll = () => {
    for (const step of undo) step()
  }
  const gutter = getComputedStyle(root).getPropertyValue('scrollbar-gutter')
  if (window.innerWidth > clientWidth && /^(auto)?$/.test(gutter)) {
    undo.push(setStyle(root, { [gutterName]: 'stable', 'scrollbar-gutter': lockedBy(gutterName) }))
    // Browsers take a stable gutter off `100vw`, and a vertical page has it below: such a page stays as it is, and the dialog
    // alone keeps scrolls. A browser without gutters keeps the lock.
    if (viewport.scrollWidth !== scrollWidth || (gutter && viewport.clientWidth !== clientWidth)) unlockAll()
  }
  return unlockAll
}
