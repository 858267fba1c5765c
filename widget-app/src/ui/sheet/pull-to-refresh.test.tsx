import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PullToRefresh } from './pull-to-refresh.tsx'

afterEach(cleanup)

function show({ disabled = false } = {}) {
  const refreshes: (() => void)[] = []
  const onRefresh = () => new Promise<void>((resolve) => refreshes.push(resolve))
  const { container } = render(
    <div data-scrolls>
      <PullToRefresh disabled={disabled} onRefresh={onRefresh}>
        <p>Figures</p>
      </PullToRefresh>
    </div>,
  )
  const box = container.firstElementChild
  if (!box) throw new Error('nothing was drawn')
  const pull = (from: number, ...to: readonly number[]) => {
    const at = (clientY: number) => ({
      touches: [{ clientY }],
      changedTouches: [{ clientY }],
      cancelable: true,
    })
    const words = screen.getByText('Figures')
    fireEvent.touchStart(words, at(from))
    const isScroll = to.map((y) => fireEvent.touchMove(words, at(y)))
    fireEvent.touchEnd(words, at(to.at(-1) ?? from))
    return isScroll
  }
  return { box, pull, refreshes }
}

test('long pull at the start › refreshes, once until it is done', async () => {
  const { pull, refreshes } = show()
  expect(pull(100, 140, 200)).toEqual([false, false])
  expect(refreshes).toHaveLength(1)
  pull(100, 300)
  expect(refreshes).toHaveLength(1)
  await act(async () => refreshes[0]?.())
  pull(100, 300)
  expect(refreshes).toHaveLength(2)
})

test('short pull, scroll, or pull further down › nothing', () => {
  const { box, pull, refreshes } = show()
  pull(100, 150)
  expect(pull(100, 60, 300)).toEqual([true, true])
  box.scrollTop = 40
  expect(pull(100, 300)).toEqual([true])
  expect(refreshes).toHaveLength(0)
})

test('disabled › does not handle touches', () => {
  const { pull, refreshes } = show({ disabled: true })
  expect(pull(100, 300)).toEqual([true])
  expect(refreshes).toHaveLength(0)
})
