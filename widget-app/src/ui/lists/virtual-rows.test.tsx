import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { nextRangePx, scrollerOf, visibleRange } from '../hooks/use-visible-rows.ts'
import { WalletIcon } from '../identity/wallet-icon.tsx'
import { Row } from './row.tsx'
import { headingPx, rowStartPx, withoutHeadings } from './row-headings.ts'
import { VirtualRows } from './virtual-rows.tsx'

afterEach(cleanup)

const names = (count: number, from = 1) => Array.from({ length: count }, (_, at) => `Row ${at + from}`)

const list = (items: readonly string[], total = items.length) => (
  <VirtualRows
    label="Everything"
    items={items}
    total={total}
    idOf={(name) => name}
    renderRow={(name) => (
      <Row title={name} icon={<WalletIcon name={name} src="/one.svg" />} onClick={() => undefined} />
    )}
  />
)

const renderedNames = () => screen.getAllByRole('listitem').map((row) => row.textContent)
const button = (name: string) => screen.getByRole('button', { name })

describe('rendered rows', () => {
  test.each<[string, readonly [number, number, number], readonly [number, number]]>([
    ['at the start', [0, 640, 1_000], [0, 16]],
    ['in the middle, some beyond either edge', [6_400, 7_040, 1_000], [94, 116]],
    ['within a step the same', [6_410, 7_030, 1_000], [94, 116]],
    ['at the end', [63_360, 64_000, 1_000], [984, 1_000]],
    ['of a list that became shorter than the scroll', [63_360, 64_000, 3], [3, 3]],
    ['of none', [0, 640, 0], [0, 0]],
  ])('%s', (_, [startPx, endPx, count], [first, end]) => {
    expect(visibleRange(startPx, endPx, 64, count)).toEqual({ first, end })
  })

  test.each<[string, readonly [lastPx: number, px: number], number]>([
    ['all of less than a row', [6_400, 6_460], 6_460],
    ['of two rows in sight at once one', [6_400, 6_480], 6_464],
    ['back as well', [6_480, 6_400], 6_416],
    ['two where one would leave it more than three behind', [6_400, 6_400 + 4 * 64 + 1], 6_528],
    ['all of a leap', [6_400, 6_400 + 5 * 64 + 1], 6_721],
  ])('range that follows a scroll › moves %s', (_, [lastPx, px], toPx) => {
    expect(nextRangePx(lastPx, px, 64)).toBe(toPx)
  })

  test('list of a thousand › renders a few rows, each with its position in the whole', () => {
    render(list(names(1_000), 1_200))
    expect(renderedNames().length).toBeLessThan(30)
    const [first, second] = screen.getAllByRole('listitem')
    expect(first?.getAttribute('aria-posinset')).toBe('1')
    expect(second?.getAttribute('aria-posinset')).toBe('2')
    expect(second?.getAttribute('aria-setsize')).toBe('1200')
    expect(screen.getByRole('region', { name: 'Everything' })).toBeTruthy()
  })
})

describe('headings', () => {
  const headings = [
    { at: 0, label: 'May' },
    { at: 3, label: 'April' },
    { at: 500, label: 'March' },
  ]
  const grouped = (
    <VirtualRows
      label="Everything"
      items={names(1_000)}
      total={1_000}
      idOf={(name) => name}
      renderRow={(name) => <Row title={name} onClick={() => undefined} />}
      headings={headings}
      gap="none"
    />
  )

  test('heading › inside the item of the first row of its group, and moves what follows', () => {
    render(grouped)
    const itemOf = (label: string) => screen.getByRole('heading', { name: label }).closest('li')
    expect(itemOf('May')?.textContent).toBe('MayRow 1')
    expect(itemOf('April')?.textContent).toBe('AprilRow 4')
    expect(screen.queryByRole('heading', { name: 'March' })).toBeNull()
    expect(itemOf('April')?.style.insetBlockStart).toBe(`${3 * 56 + headingPx}px`)
    expect(screen.getByRole('list').style.blockSize).toBe(`${1_000 * 56 + 3 * headingPx}px`)
    button('Row 1').focus()
    fireEvent.keyDown(button('Row 1'), { key: 'End' })
    expect(document.activeElement?.textContent).toBe('Row 1000')
  })

  test.each([
    [0, 0],
    [headingPx, 0],
    [headingPx + 56, 56],
    [3 * 56 + headingPx + 10, 3 * 56],
    [3 * 56 + 2 * headingPx + 1, 3 * 56 + 1],
    [600 * 56 + 3 * headingPx, 600 * 56],
  ])('%i px into the list › %i px of rows', (px, rowPx) => {
    expect(withoutHeadings(px, 56, headings)).toBe(rowPx)
    expect(rowStartPx(600, 56, headings)).toBe(600 * 56 + 3 * headingPx)
  })
})

describe('focus', () => {
  test('arrow keys, Home and End › move it, also to unrendered rows; stops at the ends', () => {
    render(list(names(1_000)))
    button('Row 1').focus()
    const pressKey = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    const steps: readonly (readonly [key: string, row: string])[] = [
      ['ArrowDown', 'Row 2'],
      ['ArrowUp', 'Row 1'],
      ['ArrowUp', 'Row 1'],
      ['End', 'Row 1000'],
      ['ArrowDown', 'Row 1000'],
      ['ArrowUp', 'Row 999'],
      ['Home', 'Row 1'],
    ]
    for (const [key, row] of steps) {
      pressKey(key)
      expect(document.activeElement?.textContent).toBe(row)
    }
  })

  test('focused row › stays rendered when it moves or is scrolled away', () => {
    const { rerender } = render(list(names(1_000)))
    button('Row 1').focus()
    fireEvent.keyDown(button('Row 1'), { key: 'End' })
    const focused = document.activeElement
    expect(renderedNames().length).toBeLessThan(30)
    rerender(list(['New', ...names(1_000)]))
    expect(document.activeElement).toBe(focused)
    expect(focused?.closest('li')?.getAttribute('aria-posinset')).toBe('1001')
  })

  test('row out of view without the focus › not rendered', () => {
    render(list(names(1_000)))
    button('Row 1').focus()
    fireEvent.keyDown(button('Row 1'), { key: 'End' })
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    fireEvent.blur(screen.getAllByRole('button')[0] ?? document.body)
    expect(screen.queryByRole('button', { name: 'Row 1000' })).toBeNull()
  })
})

describe('scroll', () => {
  const scrollTo = (px: number) => {
    const box = vi.spyOn(screen.getByRole('list'), 'getBoundingClientRect')
    box.mockReturnValue(new DOMRect(0, -px, 330, 64_000))
    act(() => void fireEvent.scroll(document.documentElement))
  }
  const rowAt = (position: number) =>
    screen.getAllByRole('listitem').find((row) => row.getAttribute('aria-posinset') === String(position))
  const hasImage = (position: number) => rowAt(position)?.querySelector('img') !== null

  test('scroll step › renders the new row, and none of the others again', () => {
    const items = names(1_000)
    const renderRow = vi.fn((name: string) => <Row title={name} onClick={() => undefined} />)
    render(
      <VirtualRows
        label="Everything"
        items={items}
        total={1_000}
        idOf={(name) => name}
        renderRow={renderRow}
      />,
    )
    scrollTo(6_400)
    renderRow.mockClear()
    scrollTo(6_464)
    expect(renderRow.mock.calls).toEqual([['Row 107']])
  })

  test('fast scroll › renders one row at a time, and all of them at rest', async () => {
    render(list(names(1_000)))
    scrollTo(6_400)
    scrollTo(6_560)
    expect(rowAt(107)).toBeTruthy()
    expect(rowAt(108)).toBeUndefined()
    await waitFor(() => expect(rowAt(109)).toBeTruthy())
  })

  test('passing rows › reuse nodes of removed ones; at rest in the order of the list', async () => {
    render(list(names(1_000)))
    scrollTo(6_400)
    const leaving = rowAt(95)
    const staying = rowAt(105)
    scrollTo(6_464)
    expect(leaving?.textContent).toBe('Row 107')
    expect(rowAt(107)).toBe(leaving)
    await waitFor(() => expect(renderedNames()).toEqual(names(renderedNames().length, 96)))
    expect(rowAt(107)).toBe(leaving)
    expect(rowAt(105)).toBe(staying)
  })

  test('focused row › keeps its node and the focus during and after a fast scroll', async () => {
    render(list(names(1_000)))
    scrollTo(6_400)
    button('Row 96').focus()
    const focused = document.activeElement
    for (const px of [6_464, 6_528, 6_592]) scrollTo(px)
    expect(document.activeElement).toBe(focused)
    expect(focused?.textContent).toBe('Row 96')
    await waitFor(() => expect(screen.getByRole('list').dataset.running).toBeUndefined())
    expect(document.activeElement).toBe(focused)
    expect(renderedNames()[0]).toBe('Row 96')
  })

  test('images of passing rows › load only at rest; earlier ones stay', async () => {
    render(list(names(1_000)))
    scrollTo(640)
    expect(hasImage(16)).toBe(true)
    scrollTo(704)
    expect(hasImage(17)).toBe(false)
    expect(hasImage(16)).toBe(true)
    expect(screen.getByRole('list').dataset.running).toBe('true')
    await waitFor(() => expect(hasImage(17)).toBe(true))
    expect(screen.getByRole('list').dataset.running).toBeUndefined()
  })
})

test('scroller of a list › the marked box, also while a moving sheet clips it', () => {
  const { container } = render(
    <div data-scrolls style={{ overflowY: 'hidden' }}>
      {list(names(3))}
    </div>,
  )
  expect(scrollerOf(screen.getByRole('list'))).toBe(container.firstElementChild)
})
