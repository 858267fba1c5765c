import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installDialogs } from '../testing/dialogs.ts'
import type { FrameContainer } from './frame-container.ts'
import { createOverlay } from './overlay.ts'

let uninstall = () => {}
const stages: FrameContainer[] = []
beforeEach(() => {
  uninstall = installDialogs()
  // jsdom has no layout: without these every page would have scrollbars.
  const { documentElement: root } = document
  vi.spyOn(root, 'clientWidth', 'get').mockReturnValue(window.innerWidth)
  vi.spyOn(root, 'clientHeight', 'get').mockReturnValue(window.innerHeight)
  document.body.innerHTML = '<button id="opener">Connect</button>'
})
afterEach(() => {
  for (const stage of stages.splice(0)) stage.destroy()
  uninstall()
  vi.restoreAllMocks()
  document.body.removeAttribute('style')
  document.documentElement.removeAttribute('style')
})

function world() {
  const onEscape = vi.fn()
  const onForcedClose = vi.fn()
  const onRetry = vi.fn()
  const onClose = vi.fn()
  const notice = () => ({ locale: 'en', themeMode: undefined, onRetry, onClose })
  const close = (method: 'modal.escape' | 'modal.close') =>
    method === 'modal.escape' ? onEscape() : onForcedClose()
  const stage = createOverlay('Shop wallet', close, notice)
  stages.push(stage)
  const frame = document.createElement('iframe')
  const dialog = () => {
    const found = document.querySelector('dialog')
    if (!found) throw new Error('No dialog')
    return found
  }
  return { stage, frame, dialog, onEscape, onForcedClose, onRetry, onClose }
}
const opener = () => {
  const found = document.querySelector('button')
  if (!found) throw new Error('No opener')
  return found
}

describe('before opening', () => {
  it('no frame mounted › nothing is in the page', () => {
    world()
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('frame mounted › has layout, but is invisible, not clickable and not focusable', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    stage.reveal()
    expect(dialog().style).toMatchObject({ opacity: '0', pointerEvents: 'none', display: 'block' })
    expect(dialog().inert).toBe(true)
    expect(dialog().open).toBe(false)
    expect(document.activeElement).toBe(document.body)
  })

  it('dialog › has an accessible name', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    expect(dialog().getAttribute('aria-label')).toBe('Shop wallet')
  })
})

describe('open', () => {
  it('show › dims at once before a frame exists, and shows no unfinished frame', () => {
    const { stage, frame, dialog } = world()
    stage.show()
    expect(dialog().open).toBe(true)
    expect(dialog().style).toMatchObject({ opacity: '1', pointerEvents: 'auto' })
    expect(dialog().style.background).not.toBe('none')
    stage.mount(frame)
    expect(frame.style.visibility).toBe('hidden')
    stage.reveal()
    expect(frame.style.visibility).toBe('inherit')
  })

  it('dim › stays until the widget calls overlay.show, absent with a linked frame', () => {
    const { stage, frame, dialog } = world()
    stage.show()
    stage.show()
    stage.mount(frame)
    stage.reveal()
    expect(dialog().style.background).not.toBe('none')
    stage.show()
    expect(dialog().style.background).toBe('none')
    stage.hide()
    stage.show()
    expect(dialog().style.background).toBe('none')
  })

  it('modal closed before the widget shows it › no dim the next time', () => {
    const { stage, frame, dialog } = world()
    stage.show()
    stage.mount(frame)
    stage.reveal()
    stage.hide()
    stage.show()
    expect(dialog().style.background).toBe('none')
  })

  it('focus › moves to the frame, and back to the opener without scrolling', () => {
    const { stage, frame } = world()
    stage.mount(frame)
    stage.reveal()
    opener().focus()
    const focus = vi.spyOn(opener(), 'focus')
    stage.show()
    expect(document.activeElement).toBe(frame)
    stage.hide()
    expect(focus).toHaveBeenCalledWith({ preventScroll: true })
    expect(document.activeElement).toBe(opener())
  })

  it('opener removed meanwhile › no error', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    opener().focus()
    stage.show()
    opener().remove()
    expect(() => stage.hide()).not.toThrow()
    expect(dialog().open).toBe(false)
  })

  it('show and hide › idempotent', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    stage.hide()
    stage.show()
    stage.show()
    expect(dialog().open).toBe(true)
    stage.hide()
    stage.hide()
    expect(dialog().open).toBe(false)
    expect(document.documentElement.style.overflow).toBe('')
  })

  it('frame that replaces a lost one › dimmed until it is linked', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    stage.reveal()
    stage.show()
    const next = document.createElement('iframe')
    stage.mount(next)
    expect([...dialog().children]).toEqual([next])
    expect(dialog().style.background).not.toBe('none')
    stage.reveal()
    expect(document.activeElement).toBe(next)
  })

  it('page removes the dialog › returns as a modal dialog', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    stage.show()
    dialog().remove()
    stage.mount(document.createElement('iframe'))
    expect(dialog().matches(':modal')).toBe(true)
  })
})

describe('closing', () => {
  it('Escape outside the frame › calls onEscape and does not close', () => {
    const { stage, frame, dialog, onEscape } = world()
    stage.mount(frame)
    stage.show()
    const cancel = new Event('cancel', { cancelable: true })
    dialog().dispatchEvent(cancel)
    expect(cancel.defaultPrevented).toBe(true)
    expect(onEscape).toHaveBeenCalledTimes(1)
    expect(dialog().open).toBe(true)
  })

  it('click on the dim › calls onEscape', () => {
    const { stage, dialog, onEscape } = world()
    stage.show()
    dialog().click()
    expect(onEscape).toHaveBeenCalledTimes(1)
  })

  it('browser closes the dialog › cleaned up and reported once', async () => {
    const { stage, frame, dialog, onForcedClose } = world()
    stage.mount(frame)
    opener().focus()
    stage.show()
    dialog().close()
    await vi.waitFor(() => expect(onForcedClose).toHaveBeenCalledTimes(1))
    expect(dialog().style.opacity).toBe('0')
    expect(document.documentElement.style.overflow).toBe('')
    expect(document.activeElement).toBe(opener())
  })

  it('SDK closes the dialog › not reported as a forced close', async () => {
    const { stage, frame, dialog, onForcedClose } = world()
    stage.mount(frame)
    stage.show()
    const closed = new Promise((resolve) => dialog().addEventListener('close', resolve))
    stage.hide()
    stage.show()
    await closed
    expect(onForcedClose).not.toHaveBeenCalled()
    expect(dialog().open).toBe(true)
  })

  it('destroy › leaves nothing in the page', () => {
    const { stage, frame } = world()
    stage.mount(frame)
    stage.show()
    stage.destroy()
    expect(document.querySelector('dialog, iframe')).toBeNull()
    expect(document.documentElement.style.overflow).toBe('')
  })
})

describe('interference by the page', () => {
  it('open dialog made inert › becomes usable again', async () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    stage.show()
    // jsdom has no property `inert`; browsers mirror the attribute.
    Object.defineProperty(dialog(), 'inert', {
      configurable: true,
      get() {
        return this.hasAttribute('inert')
      },
      set(isInert: boolean) {
        this.toggleAttribute('inert', isInert)
      },
    })
    dialog().setAttribute('inert', '')
    await vi.waitFor(() => expect(dialog().hasAttribute('inert')).toBe(false))
  })

  it('page hides other dialogs from screen readers › the open overlay stays exposed', async () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    dialog().setAttribute('aria-hidden', 'true')
    stage.show()
    expect(dialog().hasAttribute('aria-hidden')).toBe(false)
    dialog().setAttribute('aria-hidden', 'true')
    await vi.waitFor(() => expect(dialog().hasAttribute('aria-hidden')).toBe(false))
  })

  it('styles › set through CSSOM only, which the strictest policy allows', () => {
    const setAttribute = vi.spyOn(Element.prototype, 'setAttribute')
    const { stage, frame } = world()
    stage.mount(frame)
    stage.reveal()
    stage.show()
    stage.hide()
    expect(setAttribute.mock.calls.filter(([name]) => name === 'style')).toEqual([])
    expect(document.querySelector('style, link[rel=stylesheet]')).toBeNull()
    setAttribute.mockRestore()
  })

  it("the page's rules for dialogs › do not apply", () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    expect(dialog().style.getPropertyValue('all')).toBe('initial')
  })
})

describe('scrolling', () => {
  const { documentElement: root } = document
  const lock = 'var(--drawbridge-lock,revert-layer)'
  const locked = (element: HTMLElement) => [element.style.overflowX, element.style.overflowY]

  it('root scrolls › locks it alone and restores its style', () => {
    root.style.setProperty('overflow-y', 'scroll', 'important')
    Object.assign(document.body.style, { overflowX: 'scroll', overflowY: 'scroll' })
    const { stage, frame } = world()
    stage.mount(frame)
    stage.show()
    expect(locked(root)).toEqual([lock, lock])
    expect(locked(document.body)).toEqual(['scroll', 'scroll'])
    stage.hide()
    expect(root.style.cssText).toBe('overflow-y: scroll !important;')
  })

  it('viewport uses the overflow of the body › locks the body alone', () => {
    Object.assign(root.style, { overflowX: 'visible', overflowY: 'visible' })
    document.body.style.overflowX = 'hidden'
    const { stage } = world()
    stage.show()
    expect(locked(root)).toEqual(['visible', 'visible'])
    expect(locked(document.body)).toEqual([lock, lock])
    stage.hide()
    expect(locked(document.body)).toEqual(['hidden', ''])
  })

  it('page changes the style meanwhile › its value stays', () => {
    const { stage, frame } = world()
    stage.mount(frame)
    stage.show()
    root.style.overflowY = 'clip'
    stage.hide()
    expect(locked(root)).toEqual(['', 'clip'])
  })

  it('two overlays close in either order › page is restored after the last', () => {
    for (const order of [0, 1]) {
      const stages = [world().stage, world().stage]
      for (const stage of stages) stage.show()
      stages.at(order)?.hide()
      expect(locked(root)).toEqual([lock, lock])
      stages.at(1 - order)?.hide()
      expect(locked(root)).toEqual(['', ''])
    }
  })
})

describe('unavailable widget', () => {
  afterEach(() => vi.useRealTimers())
  const text = (dialog: HTMLElement) => dialog.querySelector('[role]')?.textContent
  const press = (dialog: HTMLElement, label: string) =>
    [...dialog.querySelectorAll('button')].find((button) => button.textContent === label)?.click()

  it('no response › notice "still loading" after 3 s, with Close', async () => {
    vi.useFakeTimers()
    const { stage, frame, dialog, onClose, onEscape } = world()
    stage.mount(frame)
    stage.show()
    vi.advanceTimersByTime(2_999)
    expect(dialog().querySelector('[role]')).toBeNull()
    vi.advanceTimersByTime(1)
    await vi.waitFor(() => expect(text(dialog())).toBe('Still loading…Close'))
    expect(dialog().querySelector('[role=status]')).not.toBeNull()
    expect(document.activeElement?.textContent).toBe('Close')
    press(dialog(), 'Close')
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(onEscape).not.toHaveBeenCalled()
  })

  it.each([
    ['hidden', (stage: FrameContainer) => stage.hide()],
    ['linked', (stage: FrameContainer) => stage.reveal()],
  ])('%s within 3 s › no notice', (_when, ends) => {
    vi.useFakeTimers()
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    stage.show()
    ends(stage)
    vi.advanceTimersByTime(10_000)
    expect(dialog().querySelector('[role]')).toBeNull()
  })

  it('document failed › notice with the cause, Try again is focused', async () => {
    const { stage, frame, dialog, onRetry } = world()
    stage.mount(frame)
    stage.show()
    stage.fail('offline')
    await vi.waitFor(() =>
      expect(dialog().querySelector('[role=alert]')?.textContent).toContain('You are offline.'),
    )
    expect(document.activeElement?.textContent).toBe('Try again')
    press(dialog(), 'Try again')
    expect(onRetry).toHaveBeenCalledTimes(1)
    stage.mount(document.createElement('iframe'))
    await vi.waitFor(() => expect(text(dialog())).toBe('Still loading…Close'))
    stage.reveal()
    expect(dialog().querySelector('[role]')).toBeNull()
    expect(document.activeElement?.localName).toBe('iframe')
  })

  it('document failed while closed › no notice', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    stage.fail('silent')
    expect(dialog().querySelector('[role]')).toBeNull()
  })

  it("important rule of the page › does not override the SDK's declarations", () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    stage.show()
    for (const { style } of [dialog(), frame]) {
      const names = Array.from({ length: style.length }, (_, at) => style.item(at))
      expect(names.length).toBeGreaterThan(0)
      expect(names.filter((name) => style.getPropertyPriority(name) !== 'important')).toEqual([])
    }
  })
})
