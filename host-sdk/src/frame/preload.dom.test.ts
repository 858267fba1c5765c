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

describe('warmWhenWelcome', () => {
  it('behavior: warms when the page is idle, and not before', () => {
    const { warm } = world()
    expect(warm).not.toHaveBeenCalled()
    for (const run of idle) run()
    expect(warm).toHaveBeenCalledTimes(1)
  })

  it('behavior: a page that still loads is waited for', () => {
    readyState = 'interactive'
    const { warm } = world()
    expect(idle).toHaveLength(0)
    dispatchEvent(new Event('load'))
    expect(idle).toHaveLength(1)
    expect(warm).not.toHaveBeenCalled()
  })

  it.each(['pointerover', 'focusin', 'touchstart'])('behavior: %s at an opener warms at once', (type) => {
    for (const id of ['marked', 'inside', 'mine']) {
      const { warm, end } = world()
      touch('text', type)
      expect(warm).not.toHaveBeenCalled()
      touch(id, type)
      expect(warm).toHaveBeenCalledTimes(1)
      end.abort()
    }
  })

  it('behavior: an opener inside a shadow tree counts', () => {
    const root = element('text').attachShadow({ mode: 'open' })
    root.innerHTML = '<button data-drawbridge-open>Connect</button>'
    const { warm } = world()
    root.querySelector('button')?.dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }))
    expect(warm).toHaveBeenCalledTimes(1)
  })

  it('behavior: it warms once, whatever comes after', () => {
    const { warm } = world()
    touch('marked', 'pointerover')
    touch('marked', 'focusin')
    for (const run of idle) run()
    expect(warm).toHaveBeenCalledTimes(1)
  })

  it('behavior: under Save-Data nothing is warmed before the click', () => {
    saveData()
    const { warm } = world()
    touch('marked', 'pointerover')
    expect(idle).toHaveLength(0)
    expect(warm).not.toHaveBeenCalled()
  })

  it('behavior: after the end nothing is warmed', () => {
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
  /** After the task that asked. */
  const links = () => {
    vi.runAllTimers()
    return [...document.querySelectorAll('link[rel=preconnect]')].map((link) => link.getAttribute('href'))
  }

  it('behavior: each origin once', () => {
    preconnect('https://widget.example')
    preconnect('https://widget.example')
    expect(links()).toEqual(['https://widget.example'])
  })

  it('behavior: ends with its signal', () => {
    const ended = new AbortController()
    preconnect('https://widget.example', ended.signal)
    expect(links()).toEqual(['https://widget.example'])
    ended.abort()
    expect(links()).toEqual([])
  })

  it('behavior: not under Save-Data', () => {
    saveData()
    preconnect('https://widget.example')
    expect(links()).toEqual([])
  })

  it('behavior: takes no part of the task that brings the SDK', () => {
    preconnect('https://widget.example')
    expect(document.querySelector('link[rel=preconnect]')).toBeNull()
    expect(links()).toEqual(['https://widget.example'])
  })

  it('behavior: not when its signal has ended before', () => {
    const ended = new AbortController()
    preconnect('https://widget.example', ended.signal)
    ended.abort()
    expect(links()).toEqual([])
  })
})
