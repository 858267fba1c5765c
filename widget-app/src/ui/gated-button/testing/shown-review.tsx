import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { FooterSlotContext, ScreenFooter } from '../../sheet/screen-footer.tsx'
import { Sheet } from '../../sheet/sheet.tsx'
import { GatedButton } from '../gated-button.tsx'

type Entry = { readonly intersectionRatio: number; readonly isVisible?: boolean }

/** Callbacks of the frame's observer, and then of the panel's. */
let reports: readonly ((entries: readonly Entry[]) => void)[] = []
const sizes = new Set<() => void>()

/** Reports visibility of the panel; the last observer created is the panel's. */
export const reportPanelVisibility = (entry: Entry) => act(() => reports.at(-1)?.([entry]))
/** The same for the frame, with the observer that is created before the panel's. */
export const reportFrameVisibility = (entry: Entry) => act(() => reports.at(-2)?.([entry]))
export const whole = { intersectionRatio: 1, isVisible: true }

/** The heights that jsdom, which has no layout, reports of every element. */
export function setLayout({ height, shown: renderReview }: { height: number; shown: number }) {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(height)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(renderReview)
  act(() => {
    for (const run of sizes) run()
  })
}

/** Replaces the browser's observers and its clock, in each test of a file. */
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
  onClick,
  waiting,
}: {
  facts: string
  onClick: () => void
  waiting?: boolean
}) {
  return (
    <FooterSlotContext value={footer}>
      <Sheet title="Review" viewKey="Review" footer={footer}>
        <p>{facts}</p>
        <p data-ticks>{performance.now()}</p>
        <ScreenFooter>
          <GatedButton onClick={onClick} waiting={waiting ?? false}>
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
export const clickSend = () => {
  fireEvent.pointerDown(send())
  fireEvent.pointerUp(send())
  fireEvent.click(send(), { detail: 1 })
}
/** The text that a screen reader announces. */
export const announcedText = () =>
  screen
    .queryAllByRole('status')
    .map((one) => one.textContent)
    .join()

/** Renders a review; `change` renders it with other facts. */
export function renderReview() {
  const onClick = vi.fn()
  const { rerender } = render(<Review facts="150 USDC" onClick={onClick} />)
  return { onClick, change: (facts: string) => rerender(<Review facts={facts} onClick={onClick} />) }
}
