import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

describe('Button', () => {
  it('busy › keeps its name and focus, and ignores clicks', () => {
    let presses = 0
    const page = (busy: boolean) => (
      <Button busy={busy} onClick={() => presses++}>
        Review
      </Button>
    )
    const { rerender } = render(page(false))
    const button = screen.getByRole('button', { name: 'Review' })
    button.focus()
    fireEvent.click(button)
    rerender(page(true))
    fireEvent.click(screen.getByRole('button', { name: 'Review' }))
    expect(presses).toBe(1)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(document.activeElement).toBe(button)
  })

  it('busy submit button › does not submit', () => {
    let sent = 0
    render(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent++
        }}
      >
        <Button type="submit" busy>
          Send
        </Button>
      </form>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(sent).toBe(0)
  })

  it('href › a link to a new tab without opener and referrer', () => {
    render(<Button href="https://example.org/tx">View</Button>)
    const link = screen.getByRole('link', { name: 'View' })
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  })
})
