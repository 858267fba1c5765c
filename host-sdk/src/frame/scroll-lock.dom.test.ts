import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lockScroll } from './scroll-lock.ts'

const { documentElement: root } = document
beforeEach(() => {
  // jsdom has no layout: without these the page would have scrollbars.
  vi.spyOn(root, 'clientWidth', 'get').mockReturnValue(window.innerWidth)
  vi.spyOn(root, 'clientHeight', 'get').mockReturnValue(window.innerHeight)
})
afterEach(() => {
  vi.restoreAllMocks()
  root.removeAttribute('style')
})

/** Saves the inline style and restores it, as Headless UI, React Aria and MUI do. */
function pageLock(...names: readonly string[]) {
  const saved = names.map((name) => [name, root.style.getPropertyValue(name)] as const)
  for (const name of names) root.style.setProperty(name, 'hidden')
  return () => {
    for (const [name, value] of saved) root.style.setProperty(name, value)
  }
}

it('modal of the page opens before the unlock, closes after › nothing stays locked', () => {
  const unlock = lockScroll()
  const unlockPage = pageLock('overflow-x', 'overflow-y')
  unlock()
  unlockPage()
  for (const name of ['overflow-x', 'overflow-y']) {
    const remaining = root.style.getPropertyValue(name)
    // The rest falls back to the page's own rules, once the variable is gone.
    expect(remaining).toBe('var(--drawbridge-lock,revert-layer)')
    expect(root.style.getPropertyPriority(name)).toBe('')
  }
  expect(root.style.getPropertyValue('--drawbridge-lock')).toBe('')
})

it('modal of the page closes during the lock › unlock leaves no trace', () => {
  const unlockPage = pageLock('overflow-x', 'overflow-y')
  const unlock = lockScroll()
  unlockPage()
  unlock()
  expect(root.style.cssText).toBe('')
})
