import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { preconnect, preloadOnIntent } from './preload.ts'

let idle: (() => void)[] = []
const ends: AbortController[] = []
let readyState = 'complete'

beforeEach(() => {
  idle = []
  readyState = 'complete'
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  Object.defineProperty(document, 'readyState', { configurable: true, get: () => readyState })
  document.body.innerHTML =
    '<button id="marked" data-drawbridge-open><span id="inside">Connect</span></button><button id="mine">Mine</button><p id="text">Text</p>'
})
afterEach(() => {
  for (const end of ends.splice(0)) end.abort()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'readyState')
  Reflect.deleteProperty(navigator, 'connection')
  for (const link of document.querySelectorAll('link[rel=preconnect]')) link.remove()
})

const saveData = () =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
const element = (id: string) => document.querySelector(`#${id}`) ?? document.body

function world() {
  const warm = vi.fn()
  const end = new AbortController()
  ends.push(end)
  preloadOnIntent([element('mine')], warm, end.signal)
  return { warm, end }
}
const touch = (id: string, type: string) =>
  element(id).dispatchEvent(new Event(type, { bubbles: true, composed: true }))

describe('preloadOnIntent', () => {
  it('page idle › preloads then, not before', () => {
    const { warm } = world()
    expect(warm).not.toHaveBeenCalled()
    for (const run of idle) run()
    expect(warm).toHaveBeenCalledTimes(1)
  })

  it('page still loading › waits', () => {
    readyState = 'interactive'
    const { warm } = world()
    expect(idle).toHaveLength(0)
    dispatchEvent(new Event('load'))
    expect(idle).toHaveLength(1)
    expect(warm).not.toHaveBeenCalled()
  })

  it.each(['pointerover', 'focusin', 'touchstart'])('%s at an opener › preloads at once', (type) => {
    for (const id of ['marked', 'inside', 'mine']) {
      const { warm, end } = world()
      touch('text', type)
      expect(warm).not.toHaveBeenCalled()
      touch(id, type)
      expect(warm).toHaveBeenCalledTimes(1)
      end.abort()
    }
  })

  it('opener inside a shadow tree › counts', () => {
    const root = element('text').attachShadow({ mode: 'open' })
    root.innerHTML = '<button data-drawbridge-open>Connect</button>'
    const { warm } = world()
    root.querySelector('button')?.dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }))
    expect(warm).toHaveBeenCalledTimes(1)
  })

  it('further events › preload once', () => {
    const { warm } = world()
    touch('marked', 'pointerover')
    touch('marked', 'focusin')
    for (const run of idle) run()
    expect(warm).toHaveBeenCalledTimes(1)
  })

  it('Save-Data › no preload before the mouse presses the opener', () => {
    saveData()
    const { warm } = world()
    for (const type of ['pointerover', 'focusin', 'touchstart']) touch('marked', type)
    touch('text', 'mousedown')
    expect(idle).toHaveLength(0)
    expect(warm).not.toHaveBeenCalled()
    touch('marked', 'mousedown')
    expect(warm).toHaveBeenCalledTimes(1)
  })

  it('signal aborted › no preload', () => {
    const { warm, end } = world()
    end.abort()
    touch('marked', 'pointerover')
    for (const run of idle) run()
    expect(warm).not.toHaveBeenCalled()
  })
})

describe('preconnect', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  /** After the current task. */
  const links = () => {
    vi.runAllTimers()
    return [...document.querySelectorAll('link[rel=preconnect]')].map((link) => link.getAttribute('href'))
  }

  it('same origin twice › one link', () => {
    preconnect('https://widget.example')
    preconnect('https://widget.example')
    expect(links()).toEqual(['https://widget.example'])
  })

  it('signal aborted › link is removed', () => {
    const ended = new AbortController()
    preconnect('https://widget.example', ended.signal)
    expect(links()).toEqual(['https://widget.example'])
    ended.abort()
    expect(links()).toEqual([])
  })

  it('Save-Data › no link', () => {
    saveData()
    preconnect('https://widget.example')
    expect(links()).toEqual([])
  })

  it('link › added in a task of its own', () => {
    preconnect('https://widget.example')
    expect(document.querySelector('link[rel=preconnect]')).toBeNull()
    expect(links()).toEqual(['https://widget.example'])
  })

  it('signal already aborted › no link', () => {
    const ended = new AbortController()
    preconnect('https://widget.example', ended.signal)
    ended.abort()
    expect(links()).toEqual([])
  })
})
