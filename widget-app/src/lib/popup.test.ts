import { describe, expect, it } from 'vitest'
import { fakeClock } from './fake-clock.ts'
import { type OpenedWindow, openPopup, watchPopup } from './popup.ts'

const url = 'https://provider.example/buy/1'
const size = { widthPx: 600, heightPx: 800 }

function aWindow() {
  const calls: string[] = []
  const page: OpenedWindow & { closed: boolean } = {
    opener: 'the widget',
    closed: false,
    location: { href: 'https://widget.example/done' },
    focus: () => void calls.push('focus'),
    close: () => void calls.push('close'),
  }
  return { page, calls }
}

describe('openPopup', () => {
  it('page opened with its URL › has no access to its opener', () => {
    const { page, calls } = aWindow()
    const openCalls: string[] = []
    const open = (address: string, features: string): OpenedWindow => {
      openCalls.push(address, features)
      return page
    }
    const popup = openPopup(open, url, size)
    expect(openCalls).toEqual([url, 'popup,width=600,height=800'])
    expect(page.opener).toBe(null)
    popup?.focus()
    popup?.close()
    expect(calls).toEqual(['focus', 'close'])
  })

  it('close of a document of another origin › not called, because the browser reports an error', () => {
    const { page, calls } = aWindow()
    Object.defineProperty(page, 'location', {
      get: () => {
        throw new DOMException('Blocked a frame', 'SecurityError')
      },
    })
    openPopup(() => page, url, size)?.close()
    expect(calls).toEqual([])
  })

  it('window without a reference › undefined', () => {
    expect(openPopup(() => null, url, size)).toBe(undefined)
  })
})

describe('watchPopup', () => {
  it('window closed › reported once', async () => {
    const clock = fakeClock()
    const { page } = aWindow()
    const popup = openPopup(() => page, url, size)
    let reported = 0
    if (popup) watchPopup(clock, popup, () => (reported += 1))
    await clock.advance(5_000)
    expect(reported).toBe(0)
    page.closed = true
    await clock.advance(500)
    expect(reported).toBe(1)
    await clock.advance(5_000)
    expect([reported, clock.pending]).toEqual([1, 0])
  })

  it('watch ended › reports nothing', async () => {
    const clock = fakeClock()
    const { page } = aWindow()
    const popup = openPopup(() => page, url, size)
    let reported = 0
    const stop = popup && watchPopup(clock, popup, () => (reported += 1))
    stop?.()
    page.closed = true
    await clock.advance(5_000)
    expect([reported, clock.pending]).toEqual([0, 0])
  })
})
