import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { FooterSlotContext, ScreenFooter } from '../../sheet/screen-footer.tsx'
import { Sheet } from '../../sheet/sheet.tsx'
import { GatedButton } from '../gated-button.tsx'

type Entry = { readonly intersectionRatio: number; readonly isVisible?: boolean }

/** Of the frame, and then of the panel. */
let reports: readonly ((entries: readonly Entry[]) => void)[] = []
const sizes = new Set<() => void>()

/** The browser reports this of the panel; the last observer made is the panel's. */
export const sight = (entry: Entry) => act(() => reports.at(-1)?.([entry]))
/** The same of the frame, whose observer is made before the panel's. */
export const frame = (entry: Entry) => act(() => reports.at(-2)?.([entry]))
export const whole = { intersectionRatio: 1, isVisible: true }

/** What jsdom, which lays nothing out, reports of every element. */
export function lay({ height, shown }: { height: number; shown: number }) {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(height)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(shown)
  act(() => {
    for (const run of sizes) run()
  })
}

/** Stands in for the browser's observers and its clock, in each test of a file. */
export function stubBrowser(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    reports = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(report: (entries: readonly Entry[]) => void) {
          reports = [...reports, report]
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
}

const footer = document.createElement('div')

/** A review with one gated button. */
export function Review({
  facts,
  onPress,
  waiting,
}: {
  facts: string
  onPress: () => void
  waiting?: boolean
}) {
  return (
    <FooterSlotContext value={footer}>
      <Sheet title="Review" viewKey="Review" footer={footer}>
        <p>{facts}</p>
        <p data-ticks>{performance.now()}</p>
        <ScreenFooter>
          <GatedButton onPress={onPress} waiting={waiting ?? false}>
            Send
          </GatedButton>
        </ScreenFooter>
      </Sheet>
    </FooterSlotContext>
  )
}
export const send = () => screen.getByRole('button', { name: 'Send' })
export const isOff = () => send().getAttribute('aria-disabled') === 'true'
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
export const press = () => {
  fireEvent.pointerDown(send())
  fireEvent.pointerUp(send())
  fireEvent.click(send(), { detail: 1 })
}
/** What a screen reader is told. */
export const says = () =>
  screen
    .queryAllByRole('status')
    .map((one) => one.textContent)
    .join()

/** A review on screen; `change` draws it with other facts. */
export function shown() {
  const onPress = vi.fn()
  const { rerender } = render(<Review facts="150 USDC" onPress={onPress} />)
  return { onPress, change: (facts: string) => rerender(<Review facts={facts} onPress={onPress} />) }
}
