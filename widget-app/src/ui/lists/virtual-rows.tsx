import { type KeyboardEvent, memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useVisibleRows } from '../hooks/use-visible-rows.ts'
import { headingPx, type RowHeading, rowStartPx, withoutHeadings } from './row-headings.ts'
import { type RowNode, rowNodes } from './row-nodes.ts'
import { RowPositionContext } from './row-position.ts'
import styles from './virtual-rows.module.css'

const rowsGapPx = 8
const rowPx = 56
const noHeadings: readonly RowHeading[] = []
// Not by `:has()`, which browsers would match again with every new row.
const headed = {
  flexWrap: 'wrap',
  alignContent: 'flex-start',
  blockSize: 'calc(var(--row) + var(--heading))',
} as const

/** `total` is the length of the whole list, of which `items` may be only a part. */
export type VirtualRowsProps<Item> = {
  label: string
  items: readonly Item[]
  total: number
  idOf: (item: Item) => string
  /** Keep it the same while its rows look the same: a new function renders them again. */
  renderRow: (item: Item) => ReactNode
  /** Where groups of rows begin, in order; keep it the same while they do. */
  headings?: readonly RowHeading[]
  /** 8 px between filled rows, none between plain ones. */
  gap?: 'rows' | 'none'
  busy?: boolean
  /** Scrolls back to the start whenever it changes, such as the text of a search. */
  startKey?: string
  /** Content after the rows, such as skeletons. */
  children?: ReactNode
}

const indexOf = (element: EventTarget): number =>
  element instanceof Element
    ? Number(element.closest('li')?.getAttribute('aria-posinset') ?? Number.NaN) - 1
    : Number.NaN

/**
 * A list of `Row`s of one height, with headings over groups of them, which renders only visible rows. The focused row stays
 * rendered at any scroll position; arrow keys, Home and End move the focus, and each row states its position in the list.
 */
export function VirtualRows<Item>(props: VirtualRowsProps<Item>) {
  const { label, items, total, idOf, renderRow, headings = noHeadings, busy, startKey = '', children } = props
  const gapPx = props.gap === 'none' ? 0 : rowsGapPx
  const list = useRef<HTMLUListElement>(null)
  const [height, setHeight] = useState(rowPx)
  const [focusedId, setFocusedId] = useState<string>()
  const isMovedByKey = useRef(false)
  const pitch = height + gapPx
  const { first, end, before } = useVisibleRows(list, items.length, pitch, startKey, (px) =>
    withoutHeadings(px, pitch, headings),
  )
  const focused = focusedId === undefined ? -1 : items.findIndex((item) => idOf(item) === focusedId)

  // Larger text makes larger rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured when the visible rows change
  useLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])]
    const tallest = Math.max(
      0,
      ...rows.map((row) => row.querySelector(':scope > :is(button, a, div)')?.clientHeight ?? 0),
    )
    if (tallest > rowPx) setHeight(tallest)
  }, [items.length > 0])

  const handleKeyDown = (event: KeyboardEvent) => {
    const at = indexOf(event.target)
    const targets = new Map([
      ['ArrowDown', at + 1],
      ['ArrowUp', at - 1],
      ['Home', 0],
      ['End', items.length - 1],
    ])
    const targetItem = items[targets.get(event.key) ?? -1]
    if (targetItem === undefined) return
    event.preventDefault()
    isMovedByKey.current = true
    setFocusedId(idOf(targetItem))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that only moves keeps the focus it has
  useLayoutEffect(() => {
    const wasMovedByKey = isMovedByKey.current
    isMovedByKey.current = false
    if (focusedId === undefined) return
    const row = list.current?.querySelector<HTMLElement>(`[aria-posinset="${focused + 1}"] :is(button, a)`)
    if (!row?.parentElement?.contains(document.activeElement)) row?.focus()
    // Keys faster than frames may find the focused node showing the next row: then nothing else scrolls to it.
    else if (wasMovedByKey) row.scrollIntoView({ block: 'nearest' })
  }, [focusedId])

  const renderedIndexes = Array.from({ length: end - first }, (_, at) => first + at)
  if (focused >= 0 && !renderedIndexes.includes(focused)) {
    if (focused < first) renderedIndexes.unshift(focused)
    else renderedIndexes.push(focused)
  }
  const indexById = new Map(
    renderedIndexes.flatMap((at) => (items[at] ? [[idOf(items[at]), at] as const] : [])),
  )
  const previousNodes = useRef<readonly RowNode[]>([])
  const nodes = rowNodes(previousNodes.current, [...indexById.keys()], before !== undefined)
  useLayoutEffect(() => {
    previousNodes.current = nodes
  })

  // Not by a variable, which every row would inherit: a longer list would restyle all of them.
  const blockSize = items.length * pitch - gapPx + headings.length * headingPx

  return (
    <section className={styles.group} aria-label={label} aria-busy={busy || undefined}>
      <div className={styles.rows} style={{ blockSize }}>
        <ul
          ref={list}
          className={styles.list}
          data-running={before && true}
          style={{
            blockSize,
            '--row': `${height}px`,
            '--heading': `${headingPx}px`,
          }}
          onKeyDown={handleKeyDown}
          onFocus={(event) => {
            const item = items[indexOf(event.target)]
            if (item) setFocusedId(idOf(item))
          }}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) setFocusedId(undefined)
          }}
        >
          {nodes.map(({ key, id }) => {
            const at = indexById.get(id) ?? 0
            const item = items[at]
            const isNew = before !== undefined && (at < before.first || at >= before.end)
            return (
              <PositionedRow
                key={key}
                at={at}
                startPx={rowStartPx(at, pitch, headings)}
                heading={headings.find((heading) => heading.at === at)?.label}
                total={total}
                item={item}
                render={renderRow}
                isPassing={isNew && at !== focused}
              />
            )
          })}
        </ul>
      </div>
      {children}
    </section>
  )
}

type PositionedRowProps = {
  at: number
  startPx: number
  heading: string | undefined
  total: number
  item: unknown
  // As a method, because only the list guarantees the type of its items.
  render(item: unknown): ReactNode
  isPassing: boolean
}

/**
 * A row that renders again only when its item or position changes: the same objects mean the same row. While it
 * is passing, its image is left out: that costs more than the row.
 */
const PositionedRow = memo(function PositionedRow(props: PositionedRowProps) {
  const { at, startPx, heading, total, item, render, isPassing } = props
  const position = useMemo(
    () => ({
      item: {
        'aria-posinset': at + 1,
        'aria-setsize': total,
        style: { insetBlockStart: startPx, ...(heading !== undefined && headed) },
      },
      heading: heading !== undefined && <h2 className={styles.heading}>{heading}</h2>,
      isPassing,
    }),
    [at, startPx, heading, total, isPassing],
  )
  const row = useMemo(() => render(item), [item, render])
  return <RowPositionContext value={position}>{row}</RowPositionContext>
})
