import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

const tabs = [
  { id: 'tokens', label: 'Tokens' },
  { id: 'activity', label: 'Activity' },
  { id: 'names', label: 'Names' },
] as const
type Id = (typeof tabs)[number]['id']

function Page() {
  const [selected, setSelected] = useState<Id>('tokens')
  return (
    <Tabs label="Holdings" tabs={tabs} selected={selected} onSelect={setSelected}>
      panel of {selected}
    </Tabs>
  )
}

const tab = (name: string) => screen.getByRole('tab', { name })

describe('Tabs', () => {
  it.each([
    ['Tokens', 'ArrowRight', 'Activity'],
    ['Names', 'ArrowRight', 'Tokens'],
    ['Tokens', 'ArrowLeft', 'Names'],
    ['Tokens', 'End', 'Names'],
    ['Names', 'Home', 'Tokens'],
  ])('from %s › %s selects and focuses %s', (from, key, to) => {
    render(<Page />)
    fireEvent.click(tab(from))
    fireEvent.keyDown(tab(from), { key })
    expect(tab(to).getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(tab(to))
  })

  it('arrow keys › follow the writing direction', () => {
    render(
      <div dir="rtl">
        <Page />
      </div>,
    )
    fireEvent.keyDown(tab('Tokens'), { key: 'ArrowLeft' })
    expect(tab('Activity').getAttribute('aria-selected')).toBe('true')
  })

  it('tab order › only the selected tab, and the panel is named by it', () => {
    render(<Page />)
    fireEvent.click(tab('Activity'))
    expect(screen.getAllByRole('tab').map((each) => each.tabIndex)).toEqual([-1, 0, -1])
    expect(screen.getByRole('tabpanel', { name: 'Activity' }).textContent).toBe('panel of activity')
  })

  it('other keys › ignored', () => {
    render(<Page />)
    expect(fireEvent.keyDown(tab('Tokens'), { key: 'ArrowDown' })).toBe(true)
    expect(tab('Tokens').getAttribute('aria-selected')).toBe('true')
  })

  it('placeholder › has the place of a tab, and is none', () => {
    render(
      <Tabs label="Holdings" tabs={tabs.slice(0, 1)} placeholders={1} selected="tokens" onSelect={() => {}}>
        panel
      </Tabs>,
    )
    expect(screen.getAllByRole('tab')).toHaveLength(1)
    const list = screen.getByRole('tablist')
    expect(list.children).toHaveLength(2)
    expect(list.style.getPropertyValue('--count')).toBe('2')
    expect(fireEvent.keyDown(tab('Tokens'), { key: 'ArrowRight' })).toBe(false)
    expect(tab('Tokens').getAttribute('aria-selected')).toBe('true')
  })
})
