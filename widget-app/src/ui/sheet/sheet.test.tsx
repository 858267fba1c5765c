import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { SearchField } from '../forms/search-field.tsx'
import { Sheet, type SheetProps } from './sheet.tsx'

afterEach(cleanup)

function sheet(props: Partial<SheetProps> = {}) {
  return (
    <Sheet title="Connect a wallet" viewKey="Connect" {...props}>
      {props.children ?? 'content'}
    </Sheet>
  )
}

describe('Sheet', () => {
  it('modal › a dialog named by its heading and described by its subtitle', () => {
    render(sheet({ subtitle: 'app.example.org' }))
    const dialog = screen.getByRole('dialog', { name: 'Connect a wallet' })
    expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'app.example.org',
    )
  })

  it('embedded › a region, not a dialog', () => {
    render(sheet({ layout: 'embedded' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('region', { name: 'Connect a wallet' })).toBeTruthy()
  })

  it('focus › moves to the heading on opening and on each new view', async () => {
    const { rerender } = render(sheet({ open: false }))
    const heading = screen.getByRole('heading', { level: 1 })
    expect(document.activeElement).toBe(document.body)
    rerender(sheet({ open: true }))
    // After it has been painted.
    await waitFor(() => expect(document.activeElement).toBe(heading))
    heading.blur()
    rerender(sheet({ open: true, title: 'Account' }))
    expect(document.activeElement).toBe(document.body)
    rerender(sheet({ open: true, title: 'Account', viewKey: 'Account' }))
    expect(document.activeElement).toBe(heading)
  })

  it('scroll position › new view at the top, restored on going back', () => {
    const { rerender, container } = render(sheet({ viewKey: 'Account0', depth: 1 }))
    const box = [...container.querySelectorAll('div')].find(({ className }) => className.includes('scroller'))
    if (!box) throw new Error('The sheet has no scroller')
    const scrollTo = (px: number) => {
      box.scrollTop = px
      fireEvent.scroll(box)
    }
    const go = (viewKey: string, depth: number, direction: 'forward' | 'back' | 'none') => {
      // Content that leaves the document takes its scroll position along.
      box.scrollTop = 0
      rerender(sheet({ viewKey, depth, direction }))
      return box.scrollTop
    }
    scrollTo(4_200)
    expect(go('PastTransaction1', 2, 'forward')).toBe(0)
    scrollTo(30)
    expect(go('Details2', 3, 'forward')).toBe(0)
    expect(go('Account3', 1, 'back')).toBe(4_200)
    expect(go('PastTransaction4', 2, 'forward')).toBe(0)
    expect(go('Connect5', 1, 'none')).toBe(0)
  })

  it('Escape › handled while open, after a search field has used it', () => {
    let escapes = 0
    let query = 'meta'
    const page = (open: boolean) =>
      sheet({
        open,
        onEscape: () => escapes++,
        children: (
          <SearchField
            label="Search"
            clearLabel="Clear"
            value={query}
            onChange={(text) => {
              query = text
            }}
          />
        ),
      })
    const { rerender } = render(page(true))
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' })
    expect([query, escapes]).toEqual(['', 0])
    rerender(page(true))
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' })
    expect(escapes).toBe(1)
    rerender(page(false))
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(escapes).toBe(1)
  })

  it('close action that is not allowed › present but disabled', () => {
    render(sheet({ close: { label: 'Close', onClick: () => undefined, disabled: true } }))
    expect(screen.getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true)
  })
})
