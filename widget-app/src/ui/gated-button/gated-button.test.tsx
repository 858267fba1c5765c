import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FooterSlotContext, ScreenFooter } from '../screen-footer.tsx'
import { Sheet } from '../sheet.tsx'
import { GatedButton } from './gated-button.tsx'
import { GatedRow, GatedRows, rowsArmAfterMs } from './gated-rows.tsx'

/** What the browser reports of the panel; the last observer made is the panel's. */
let sight = (_entry: { intersectionRatio: number; isVisible?: boolean }) => {}
/** What it reports of the frame, whose observer is made before the panel's. */
let frame = sight
const sizes = new Set<() => void>()
const whole = { intersectionRatio: 1, isVisible: true }

/** What jsdom, which lays nothing out, reports of every element. */
function lay({ height, shown }: { height: number; shown: number }) {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(height)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(shown)
  act(() => {
    for (const run of sizes) run()
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: readonly object[]) => void) {
        frame = sight
        sight = (entry) => act(() => report([entry]))
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #run: () => void
      constructor(run: () => void) {
        this.#run = run
      }
      observe() {
        sizes.add(this.#run)
      }
      disconnect() {
        sizes.delete(this.#run)
      }
    },
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Review({ facts, onPress }: { facts: string; onPress: () => void }) {
  return (
    <FooterSlotContext value={footer}>
      <Sheet title="Review" viewKey="Review" footer={footer}>
        <p>{facts}</p>
        <p data-ticks>{performance.now()}</p>
        <ScreenFooter>
          <GatedButton onPress={onPress}>Send</GatedButton>
        </ScreenFooter>
      </Sheet>
    </FooterSlotContext>
  )
}
const footer = document.createElement('div')
const send = () => screen.getByRole('button', { name: 'Send' })
const isOff = () => send().getAttribute('aria-disabled') === 'true'
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = () => {
  fireEvent.pointerDown(send())
  fireEvent.pointerUp(send())
  fireEvent.click(send(), { detail: 1 })
}
const says = () =>
  screen
    .queryAllByRole('status')
    .map((one) => one.textContent)
    .join()

/** A review on screen; `change` draws it with other facts. */
function shown() {
  const onPress = vi.fn()
  const { rerender } = render(<Review facts="150 USDC" onPress={onPress} />)
  return { onPress, change: (facts: string) => rerender(<Review facts={facts} onPress={onPress} />) }
}

describe('GatedButton', () => {
  it('R10 › frame moves over the edge of the screen, panel whole › armed anew', async () => {
    shown()
    frame({ intersectionRatio: 0.95 })
    sight(whole)
    await pass(800)
    expect(isOff()).toBe(false)
    frame({ intersectionRatio: 0.94 })
    expect(isOff()).toBe(true)
    await pass(800)
    expect(isOff()).toBe(false)
  })

  it('R9 › early press › refused, answered; accepted after 800 ms', async () => {
    const { onPress } = shown()
    sight(whole)
    await pass(799)
    expect(isOff()).toBe(true)
    press()
    expect(onPress).not.toHaveBeenCalled()
    expect(says()).toContain('Not ready yet.')
    expect(send().parentElement?.dataset.early).toBe('true')
    await pass(1)
    expect(isOff()).toBe(false)
    expect(says()).toBe('')
    press()
    expect(onPress).toHaveBeenCalledOnce()
  })

  it('gated button › not armed › can have the focus', () => {
    shown()
    send().focus()
    expect(document.activeElement).toBe(send())
  })

  it.each([
    ['covered', { intersectionRatio: 1, isVisible: false }],
    ['cut off', { intersectionRatio: 0.98, isVisible: true }],
    ['cut off, in a browser without version 2', { intersectionRatio: 0.98 }],
  ])('R9 › panel is %s › refused, said after 1.5 s', async (_, entry) => {
    const { onPress } = shown()
    sight(whole)
    await pass(800)
    sight(entry)
    press()
    await pass(1_500)
    expect(says()).toContain('Part of this window cannot be seen')
    press()
    expect(onPress).not.toHaveBeenCalled()
    sight(whole)
    await pass(800)
    press()
    expect(onPress).toHaveBeenCalledOnce()
  })

  it('R10 › facts change once armed › arms anew', async () => {
    const { onPress, change } = shown()
    sight(whole)
    await pass(800)
    change('150,000 USDC')
    await pass(0)
    expect(isOff()).toBe(true)
    press()
    await pass(799)
    expect(isOff()).toBe(true)
    await pass(1)
    press()
    expect(onPress).toHaveBeenCalledOnce()
  })

  it('R10 › facts change during the press › refused', async () => {
    const { onPress, change } = shown()
    sight(whole)
    await pass(800)
    fireEvent.pointerDown(send())
    change('150,000 USDC')
    await pass(800)
    fireEvent.click(send(), { detail: 1 })
    expect(onPress).not.toHaveBeenCalled()
  })

  it('gated button › a countdown ticks › stays armed', async () => {
    const { change } = shown()
    sight(whole)
    await pass(800)
    change('150 USDC')
    await pass(0)
    expect(isOff()).toBe(false)
  })

  it('gated button › press that began before it was armed › answered for 2 s', async () => {
    const { onPress } = shown()
    sight(whole)
    fireEvent.pointerDown(send())
    await pass(800)
    fireEvent.click(send(), { detail: 1 })
    expect(onPress).not.toHaveBeenCalled()
    expect(says()).toContain('Not ready yet.')
    await pass(2_000)
    expect(says()).toBe('')
  })

  describe('finger', () => {
    const tap = () => {
      fireEvent.pointerDown(send(), { pointerType: 'touch' })
      fireEvent.pointerUp(send(), { pointerType: 'touch' })
    }

    it.each([
      ['armed', 800],
      ['arming', 100],
    ])('gated button › tap that the browser discards, %s › answered', async (_, ms) => {
      const { onPress } = shown()
      sight(whole)
      await pass(ms)
      tap()
      await pass(399)
      expect(says()).toBe('')
      await pass(1)
      expect(says()).toContain('Not ready yet.')
      expect(onPress).not.toHaveBeenCalled()
    })

    it('gated button › discarded tap, then a click without a press of its own › refused', async () => {
      const { onPress } = shown()
      sight(whole)
      await pass(800)
      tap()
      await pass(400)
      fireEvent.click(send(), { detail: 1 })
      expect(onPress).not.toHaveBeenCalled()
    })

    it('gated button › tap with its click › accepted once, not answered', async () => {
      const { onPress } = shown()
      sight(whole)
      await pass(800)
      tap()
      await pass(300)
      fireEvent.click(send(), { detail: 1 })
      await pass(400)
      expect(onPress).toHaveBeenCalledOnce()
      expect(says()).toBe('')
    })

    it.each([
      ['long press', () => fireEvent.contextMenu(send())],
      ['cancelled by scrolling', () => fireEvent.pointerCancel(send(), { pointerType: 'touch' })],
    ])('gated button › %s › no answer', async (_, leave) => {
      shown()
      sight(whole)
      await pass(800)
      tap()
      leave()
      await pass(400)
      expect(says()).toBe('')
    })
  })

  it.each(['Enter', ' '])(
    'gated button › key %j › presses as it is released, without repeat',
    async (key) => {
      const { onPress } = shown()
      sight(whole)
      await pass(800)
      const type = { key, bubbles: true }
      fireEvent.keyDown(send(), type)
      expect(onPress).not.toHaveBeenCalled()
      fireEvent.keyUp(send(), type)
      expect(onPress).toHaveBeenCalledOnce()
      fireEvent.keyDown(send(), type)
      fireEvent.keyDown(send(), { ...type, repeat: true })
      fireEvent.keyUp(send(), type)
      fireEvent.keyUp(send(), type)
      expect(onPress).toHaveBeenCalledOnce()
    },
  )

  it('gated button › no room for a row of facts › covered until there is (test 28)', async () => {
    lay({ height: 400, shown: 300 })
    shown()
    sight(whole)
    await pass(800)
    expect(isOff()).toBe(false)
    lay({ height: 400, shown: 47 })
    await pass(10_000)
    expect(isOff()).toBe(true)
    lay({ height: 400, shown: 48 })
    await pass(799)
    expect(isOff()).toBe(true)
    await pass(1)
    expect(isOff()).toBe(false)
    // Less than a row, and all that there is.
    lay({ height: 20, shown: 20 })
    await pass(800)
    expect(isOff()).toBe(false)
  })

  it('R4 › page draws the frame at zoom 0.2 › refused', async () => {
    vi.stubGlobal('devicePixelRatio', 0.2)
    const { onPress } = shown()
    sight(whole)
    await pass(2_000)
    press()
    expect(onPress).not.toHaveBeenCalled()
    expect(says()).toContain('too small to read')
  })
})

describe('GatedRow', () => {
  const row = (onPress: () => void) => <GatedRow title="Base" onPress={onPress} />

  it('outside of GatedRows › throws', () => {
    vi.spyOn(console, 'error').mockReturnValue()
    expect(() => render(row(vi.fn()))).toThrow('A GatedRow is inside GatedRows')
  })

  it('pressed before 200 ms › refused, then accepted', async () => {
    const onPress = vi.fn()
    render(<GatedRows>{row(onPress)}</GatedRows>)
    sight(whole)
    await pass(rowsArmAfterMs - 1)
    const base = screen.getByRole('button', { name: 'Base' })
    fireEvent.click(base)
    expect(onPress).not.toHaveBeenCalled()
    await pass(1)
    fireEvent.click(base)
    expect(onPress).toHaveBeenCalledOnce()
  })
})
