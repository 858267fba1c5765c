import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Skeleton } from '../progress/skeleton.tsx'
import styles from './tabs.module.css'

export type Tab<Id extends string> = { id: Id; label: string }

/**
 * `label` names the tab list; `children` is the panel of the selected tab. `placeholders` are tabs that are expected after
 * the others: they have their place and nothing else.
 */
export type TabsProps<Id extends string> = {
  label: string
  tabs: readonly Tab<Id>[]
  placeholders?: number
  selected: Id
  onSelect: (id: Id) => void
  children: ReactNode
}

/** Two to four views of one thing; arrows, Home and End move and select, Tab leaves. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, placeholders = 0, selected, onSelect, children } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === selected),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const rightToLeft = event.currentTarget.closest('[dir]')?.getAttribute('dir') === 'rtl'
    const forward = rightToLeft ? 'ArrowLeft' : 'ArrowRight'
    const next = nextIndex(event.key, forward, at, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab || next === undefined) return
    event.preventDefault()
    onSelect(tab.id)
    const button = list.current?.querySelectorAll('button')[next]
    button?.focus()
  }
  return (
    <div>
      <div
        ref={list}
        className={styles.list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        style={{ '--count': tabs.length + placeholders, '--at': at }}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}${tab.id}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={tab.id === selected}
            aria-controls={`${id}panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
        {Array.from({ length: placeholders }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
          <span key={i} className={styles.placeholder}>
            <Skeleton shape="text" width="56px" />
          </span>
        ))}
      </div>
      <div id={`${id}panel`} className={styles.panel} role="tabpanel" aria-labelledby={`${id}${selected}`}>
        {children}
      </div>
    </div>
  )
}

function nextIndex(key: string, forward: string, at: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === forward) return (at + 1) % count
  return key === 'ArrowLeft' || key === 'ArrowRight' ? (at + count - 1) % count : undefined
}
