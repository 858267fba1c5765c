import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConfirmWindowState } from '#widget/domain/review-queue/reviews.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { alice } from '#widget/testing/world.ts'
import { confirmDocument } from './confirm-url.ts'
import { openConfirmWindowClient } from './confirm-window-client.ts'
import { connectedWindow, type ScriptedWindow, scriptedWindows } from './testing/scripted-window.ts'
import { testOffer } from './testing/test-offer.ts'

const opened: ScriptedWindow[] = []
afterEach(() => {
  for (const window of opened.splice(0)) window.close()
})

/** A frame that opened a window; the test scripts the window. */
function frameWorld({
  params = ['0x68656c6c6f', alice] as readonly unknown[],
  loadPaymentFrame = () => Promise.reject<number>(new Error('There is no frame')),
} = {}) {
  const clock = fakeClock()
  const windows = scriptedWindows()
  const stages: ConfirmWindowState['stage'][] = []
  const approved: unknown[] = []
  const framed: unknown[] = []
  const api = { baseUrl: '', common: { projectId: 'demo', st: 'drawbridge', sv: '1' } }
  const fetch = async () => new Response('{}', { status: 404 })
  const frame = openConfirmWindowClient(
    {
      ...{ clock, openWindow: windows.openWindow, page: windows.page, mailbox: { clock, fetch, api } },
      document: confirmDocument(windows.page.origin),
    },
    {
      offer: (id) => testOffer(id, { request: { method: 'personal_sign', params } }),
      onChange: ({ stage }) => {
        if (stages.at(-1) !== stage) stages.push(stage)
      },
      onApproved: (one) => approved.push(one),
      onCancelled: () => undefined,
      loadPaymentFrame,
      onShown: () => framed.push('shown'),
      onWindowNeeded: (hasLimit) => framed.push({ hasLimit }),
    },
  )
  const reach = async () => {
    const window = await connectedWindow(windows)
    opened.push(window)
    return window
  }
  return { frame, windows, clock, stages, approved, framed, reach }
}

describe('openConfirmWindowClient', () => {
  it('window reloaded › closed, then the same request again', async () => {
    const { reach, stages, approved } = frameWorld()
    const first = await reach()
    first.send({ is: 'closed' })
    await vi.waitFor(() => expect(stages).toEqual(['opening', 'waiting', 'closed']))
    const second = await reach()
    expect(second.received[0]).toEqual(first.received[0])
    expect(stages.at(-1)).toBe('waiting')
    second.send({ is: 'approved', request: { method: 'personal_sign' } })
    await vi.waitFor(() => expect(approved).toHaveLength(1))
  })

  it('port of the former load › ignored', async () => {
    const { reach, stages, approved } = frameWorld()
    const first = await reach()
    const second = await reach()
    first.send({ is: 'closed' })
    second.send({ is: 'approved', request: { method: 'personal_sign' } })
    await vi.waitFor(() => expect(approved).toHaveLength(1))
    expect(stages).toEqual(['opening', 'waiting'])
  })

  it('window does not respond for 10 s › closed, until it responds', async () => {
    const { reach, stages, clock } = frameWorld()
    const window = await reach()
    await clock.advance(12_000)
    expect(stages.at(-1)).toBe('waiting')
    await clock.advance(3_000)
    expect(stages.at(-1)).toBe('closed')
    await vi.waitFor(() => expect(window.received).toContainEqual({ is: 'ping' }))
    window.send({ is: 'pong' })
    await vi.waitFor(() => expect(stages.at(-1)).toBe('waiting'))
  })

  it('request sent to the wallet › a reloaded window learns it, closing is ignored', async () => {
    const { reach, stages, frame } = frameWorld()
    const first = await reach()
    frame.markSent()
    first.send({ is: 'closed' })
    const second = await reach()
    await vi.waitFor(() => expect(second.received.at(-1)).toEqual({ is: 'asked' }))
    expect(stages).toEqual(['opening', 'waiting'])
  })

  it('vault wants its frame › learns the index once it has loaded', async () => {
    const { reach } = frameWorld({ loadPaymentFrame: async () => 3 })
    const window = await reach()
    window.send({ is: 'payment-frame-wanted' })
    await vi.waitFor(() => expect(window.received.at(-1)).toEqual({ is: 'payment-frame', index: 3 }))
  })

  it('frame cannot load › the vault hears nothing, and the request goes on', async () => {
    const { reach, approved } = frameWorld()
    const window = await reach()
    window.send({ is: 'payment-frame-wanted' })
    window.send({ is: 'approved', request: { method: 'personal_sign' } })
    await vi.waitFor(() => expect(approved).toHaveLength(1))
    expect(window.received.map(({ is }) => is)).not.toContain('payment-frame')
  })

  it('frame of the vault › states what it shows, or that the window is needed', async () => {
    const { reach, framed } = frameWorld()
    const window = await reach()
    window.send({ is: 'shown' })
    window.send({ is: 'window-needed', hasLimit: false })
    await vi.waitFor(() => expect(framed).toEqual(['shown', { hasLimit: false }]))
  })

  it('request ends while the frame loads › the vault hears nothing of it', async () => {
    let setLoaded = (_index: number) => {}
    const loading = new Promise<number>((resolve) => {
      setLoaded = resolve
    })
    let isAsked = false
    const loadPaymentFrame = () => {
      isAsked = true
      return loading
    }
    const { reach, frame } = frameWorld({ loadPaymentFrame })
    const window = await reach()
    window.send({ is: 'payment-frame-wanted' })
    await vi.waitFor(() => expect(isAsked).toBe(true))
    frame.end('answered')
    setLoaded(3)
    await vi.waitFor(() => expect(window.received.at(-1)).toEqual({ is: 'ended', how: 'answered' }))
    await loading
    await vi.waitFor(() => expect(window.received).toHaveLength(2))
  })

  it('wallet has the request › what the frame of the vault sends is ignored', async () => {
    const { reach, frame, framed, approved } = frameWorld()
    const window = await reach()
    frame.markSent()
    for (const message of [
      { is: 'shown' },
      { is: 'window-needed', hasLimit: true },
      { is: 'approved', request: { method: 'personal_sign' } },
    ] as const)
      window.send(message)
    // A new port is accepted after the messages of the former have arrived.
    const again = await reach()
    await vi.waitFor(() => expect(again.received.at(-1)).toEqual({ is: 'asked' }))
    expect([framed, approved]).toEqual([[], []])
  })

  it.each([
    ['a text above 1 MB', ['x'.repeat(1024 * 1024 + 1)]],
    ['letters above 1 MB', ['語'.repeat(400_000)]],
  ])('request with %s › no window is opened', (_name, params) => {
    const { stages, windows } = frameWorld({ params })
    expect(stages).toEqual(['too-large'])
    expect(windows.addresses).toEqual([])
  })
})
