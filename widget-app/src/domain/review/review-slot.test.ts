import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { acceptClick } from '#widget/lib/page/gated-click.ts'
import { alice } from '#widget/testing/world.ts'
import { reviewSlot, type SlotPorts } from './review-slot.ts'
import type { ConfirmWindowClientEvents } from './window/confirm-window-client.ts'

type Events = Omit<ConfirmWindowClientEvents, 'offer'>
const element = { src: '', contentWindow: null }
const request = { method: 'eth_sendTransaction', params: [{}] }
const approved = { request, signed: '0x01' }
const window = { stage: 'opening', address: '', comparison: undefined, show: undefined } as const

/** A request whose facts are on screen, of a user who has a spending limit unless stated otherwise. */
function shownRequest({ mayBeCovered = true } = {}) {
  let review: Review | undefined
  const ended: string[] = []
  let frameEvents: Events | undefined
  let openedCount = 0
  const client = (name: string) => ({
    markSent: () => undefined,
    end: (how: string) => void ended.push(`${name} ${how}`),
  })
  const ports: SlotPorts = {
    id: () => 'one',
    add: (added) => {
      review = added
    },
    change: (_id, change) => {
      review = review && { ...review, ...change }
    },
    end: () => {
      review = undefined
    },
    needsConfirmWindow: () => true,
    openWindow: () => {
      openedCount += 1
      return client('window')
    },
    mayBeCovered: () => mayBeCovered,
    openFrame: (_review, _element, events) => {
      frameEvents = events
      return client('frame')
    },
  }
  const connection = {
    ...{ namespace: 'eip155' as const, walletId: 'own', handle: 'embedded:eip155', walletName: 'Own' },
    ...{ icon: undefined, accounts: [alice] as [string], chain: parseChainId('eip155:1') },
  }
  const { signal } = new AbortController()
  const slot = reviewSlot(ports, { connection, request, snapshot: '', signal })
  slot.offerFrame()
  slot.open()
  /** The view has put the frame's element into the page. */
  const loadFrame = (): Events => {
    review?.frame?.load(element)
    if (!frameEvents) throw new Error('No frame was opened')
    return frameEvents
  }
  const frame = () => review?.frame?.stage
  return { slot, frame, loadFrame, ended, openedCount: () => openedCount, review: () => review }
}

describe('frame of a request', () => {
  it('no spending limit › none', () => {
    expect(shownRequest({ mayBeCovered: false }).frame()).toBeUndefined()
  })

  it('covered › asked, shown, then approved there', async () => {
    const { slot, frame, loadFrame } = shownRequest()
    expect(frame()).toBe('asked')
    const events = loadFrame()
    events.onChange({ ...window, stage: 'waiting' })
    expect(frame()).toBe('asked')
    events.onShown?.()
    expect(frame()).toBe('shown')
    const decision = slot.nextDecision()
    events.onApproved(approved)
    expect(await decision).toEqual(approved)
    // The widget simulates once more meanwhile: the frame stays.
    expect(frame()).toBe('shown')
  })

  it('window needed › gone, the click opens the window', () => {
    const { frame, loadFrame, ended, review, openedCount } = shownRequest()
    loadFrame().onWindowNeeded?.(true)
    expect([frame(), ended]).toEqual([undefined, ['frame failed']])
    review()?.decide(acceptClick())
    expect(openedCount()).toBe(1)
  })

  it('window needed after it was shown › says so, the click opens the window', () => {
    const { frame, loadFrame, ended, review, openedCount } = shownRequest()
    const events = loadFrame()
    events.onShown?.()
    events.onWindowNeeded?.(true)
    events.onWindowNeeded?.(true)
    expect([frame(), ended]).toEqual(['failed', ['frame failed']])
    review()?.decide(acceptClick())
    expect([frame(), openedCount()]).toEqual([undefined, 1])
  })

  it.each(['closed', 'unreached', 'too-large'] as const)('frame is %s › gone', (stage) => {
    const { frame, loadFrame } = shownRequest()
    loadFrame().onChange({ ...window, stage })
    expect(frame()).toBeUndefined()
  })

  it('click before it shows the request › the window, without the frame', () => {
    const { frame, loadFrame, ended, review, openedCount } = shownRequest()
    loadFrame()
    review()?.decide(acceptClick())
    expect([frame(), ended, openedCount()]).toEqual([undefined, ['frame cancelled'], 1])
  })

  it('cancelled there › 4001', async () => {
    const { slot, loadFrame } = shownRequest()
    const decision = slot.nextDecision()
    loadFrame().onCancelled()
    await expect(decision).rejects.toMatchObject({ code: 4001 })
  })

  it('result differs from what was approved › the window decides', () => {
    const { slot, frame, loadFrame, ended } = shownRequest()
    loadFrame().onShown?.()
    slot.endWindow('changed')
    expect([frame(), ended]).toEqual([undefined, ['frame changed']])
  })
})
