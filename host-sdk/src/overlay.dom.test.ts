import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOverlay } from './overlay.ts'
import type { Stage } from './stage.ts'
import { installDialogs } from './testing/dialogs.ts'

let uninstall = () => {}
const stages: Stage[] = []
beforeEach(() => {
  uninstall = installDialogs()
  document.body.innerHTML = '<button id="opener">Connect</button>'
})
afterEach(() => {
  for (const stage of stages.splice(0)) stage.destroy()
  uninstall()
  document.body.removeAttribute('style')
  document.documentElement.removeAttribute('style')
})

function world() {
  const onEscape = vi.fn()
  const onForcedClose = vi.fn()
  const stage = createOverlay({ label: 'Shop wallet', onEscape, onForcedClose })
  stages.push(stage)
  const frame = document.createElement('iframe')
  const dialog = () => {
    const found = document.querySelector('dialog')
    if (!found) throw new Error('No dialog')
    return found
  }
  return { stage, frame, dialog, onEscape, onForcedClose }
}
const opener = () => {
  const found = document.querySelector('button')
  if (!found) throw new Error('No opener')
  return found
}

describe('before it opens', () => {
  it('behavior: nothing is in the page until a frame is mounted', () => {
    world()
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('behavior: a mounted frame is laid out but can be neither seen, clicked nor focused', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    stage.reveal()
    expect(dialog().style).toMatchObject({ opacity: '0', pointerEvents: 'none', display: 'block' })
    expect(dialog().inert).toBe(true)
    expect(dialog().open).toBe(false)
    expect(document.activeElement).toBe(document.body)
  })

  it('behavior: it has a name for screen readers', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    expect(dialog().getAttribute('aria-label')).toBe('Shop wallet')
  })
})

describe('open', () => {
  it('behavior: a click is answered by a dim before there is a frame, and no half-made frame is seen', () => {
    const { stage, frame, dialog } = world()
    stage.show()
    expect(dialog().open).toBe(true)
    expect(dialog().style).toMatchObject({ opacity: '1', pointerEvents: 'auto' })
    expect(dialog().style.background).not.toBe('')
    stage.mount(frame)
    expect(frame.style.visibility).toBe('hidden')
    stage.reveal()
    expect(frame.style.visibility).toBe('inherit')
  })

  it('behavior: the dim stays until the widget asks for the overlay, and does not come back with a warm frame', () => {
    const { stage, frame, dialog } = world()
    stage.show()
    stage.show()
    stage.mount(frame)
    stage.reveal()
    expect(dialog().style.background).not.toBe('')
    stage.show()
    expect(dialog().style.background).toBe('')
    stage.hide()
    stage.show()
    expect(dialog().style.background).toBe('')
  })

  it('behavior: a modal that is left before the widget asked for it is not dimmed the next time', () => {
    const { stage, frame, dialog } = world()
    stage.show()
    stage.mount(frame)
    stage.reveal()
    stage.hide()
    stage.show()
    expect(dialog().style.background).toBe('')
  })

  it('behavior: the focus goes to the frame, and back to the opener without a scroll', () => {
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

  it('behavior: an opener that vanished meanwhile is no fault', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    opener().focus()
    stage.show()
    opener().remove()
    expect(() => stage.hide()).not.toThrow()
    expect(dialog().open).toBe(false)
  })

  it('behavior: showing and hiding twice is once', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    stage.hide()
    stage.show()
    stage.show()
    expect(dialog().open).toBe(true)
    stage.hide()
    stage.hide()
    expect(dialog().open).toBe(false)
    expect(document.body.style.overflow).toBe('')
  })

  it('behavior: a frame that takes the place of a lost one is dimmed until it is linked', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    stage.reveal()
    stage.show()
    const next = document.createElement('iframe')
    stage.mount(next)
    expect([...dialog().children]).toEqual([next])
    expect(dialog().style.background).not.toBe('')
    stage.reveal()
    expect(document.activeElement).toBe(next)
  })

  it('behavior: a dialog which the page took away comes back as a modal one', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    stage.show()
    dialog().remove()
    stage.mount(document.createElement('iframe'))
    expect(dialog().matches(':modal')).toBe(true)
  })
})

describe('leaving', () => {
  it('behavior: Escape on our side of the frame asks and does not close', () => {
    const { stage, frame, dialog, onEscape } = world()
    stage.mount(frame)
    stage.show()
    const cancel = new Event('cancel', { cancelable: true })
    dialog().dispatchEvent(cancel)
    expect(cancel.defaultPrevented).toBe(true)
    expect(onEscape).toHaveBeenCalledTimes(1)
    expect(dialog().open).toBe(true)
  })

  it('behavior: a click on the dim asks like Escape', () => {
    const { stage, dialog, onEscape } = world()
    stage.show()
    dialog().click()
    expect(onEscape).toHaveBeenCalledTimes(1)
  })

  it('behavior: a dialog that the browser closes is left properly and told once', async () => {
    const { stage, frame, dialog, onForcedClose } = world()
    stage.mount(frame)
    opener().focus()
    stage.show()
    dialog().close()
    await vi.waitFor(() => expect(onForcedClose).toHaveBeenCalledTimes(1))
    expect(dialog().style.opacity).toBe('0')
    expect(document.body.style.overflow).toBe('')
    expect(document.activeElement).toBe(opener())
  })

  it('behavior: our own close is not taken for the browser’s', async () => {
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

  it('behavior: destroy leaves nothing in the page', () => {
    const { stage, frame } = world()
    stage.mount(frame)
    stage.show()
    stage.destroy()
    expect(document.querySelector('dialog, iframe')).toBeNull()
    expect(document.body.style.overflow).toBe('')
  })
})

describe('a page that works against it', () => {
  it('behavior: an open dialog that somebody makes inert is usable again', async () => {
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

  it('behavior: all style is set through CSSOM, which the strictest policy allows', () => {
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

  it('behavior: the rules of the page for dialogs do not reach it', () => {
    const { stage, frame, dialog } = world()
    stage.mount(frame)
    expect(dialog().style.getPropertyValue('all') || Reflect.get(dialog().style, 'all')).toBe('initial')
  })
})

describe('scrolling', () => {
  it('behavior: the page behind does not scroll, and has its own overflow back afterwards', () => {
    document.body.style.overflow = 'scroll'
    document.documentElement.style.overflow = 'auto'
    const { stage, frame } = world()
    stage.mount(frame)
    stage.show()
    expect(document.body.style.overflow).toBe('hidden')
    expect(document.documentElement.style.overflow).toBe('hidden')
    stage.hide()
    expect(document.body.style.overflow).toBe('scroll')
    expect(document.documentElement.style.overflow).toBe('auto')
  })

  it('behavior: what the page sets while it is open stays', () => {
    const { stage, frame } = world()
    stage.mount(frame)
    stage.show()
    document.body.style.overflow = 'clip'
    stage.hide()
    expect(document.body.style.overflow).toBe('clip')
  })

  it('behavior: the place of a scroll bar is kept, so that nothing shifts', () => {
    document.body.style.paddingInlineEnd = '5px'
    const width = vi
      .spyOn(document.documentElement, 'clientWidth', 'get')
      .mockReturnValue(window.innerWidth - 15)
    const { stage, frame } = world()
    stage.mount(frame)
    stage.show()
    expect(document.body.style.paddingInlineEnd).toMatch(/^(15|20)px$/)
    stage.hide()
    expect(document.body.style.paddingInlineEnd).toBe('5px')
    width.mockRestore()
  })

  it('behavior: two overlays that close in either order leave the page as it was', () => {
    const [first, second] = [world(), world()]
    first.stage.show()
    second.stage.show()
    second.stage.hide()
    expect(document.body.style.overflow).toBe('hidden')
    first.stage.hide()
    expect(document.body.style.overflow).toBe('')
  })
})
