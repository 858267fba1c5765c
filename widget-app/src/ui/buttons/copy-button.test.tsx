import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'
import { copyText } from './copy-text.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show(works: boolean) {
  const copied: string[] = []
  render(
    <CopyButton
      text="0xabc"
      label="Copy address"
      copiedLabel="Copied"
      failedLabel="Not copied"
      copy={async (text) => {
        copied.push(text)
        return works
      }}
    />,
  )
  return copied
}

const press = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy address' })))
const announced = () => screen.getByRole('status').textContent

describe('CopyButton', () => {
  it('text changes › the result for the previous text is not shown', async () => {
    const button = (text: string) => (
      <CopyButton text={text} label="Copy address" copiedLabel="Copied" copy={async () => true} />
    )
    const { rerender } = render(button('wc:1'))
    await press()
    expect(announced()).toBe('Copied')
    rerender(button('wc:2'))
    expect(announced()).toBe('')
    await press()
    expect(announced()).toBe('Copied')
  })

  it('clicked › copies, announces it for 1.5 s and becomes silent again', async () => {
    const copied = show(true)
    expect(announced()).toBe('')
    await press()
    expect(copied).toEqual(['0xabc'])
    expect(announced()).toBe('Copied')
    act(() => void vi.advanceTimersByTime(1499))
    expect(announced()).toBe('Copied')
    act(() => void vi.advanceTimersByTime(1))
    expect(announced()).toBe('')
  })

  it('clicked again › restarts the 1.5 s', async () => {
    show(true)
    await press()
    act(() => void vi.advanceTimersByTime(1000))
    await press()
    act(() => void vi.advanceTimersByTime(1000))
    expect(announced()).toBe('Copied')
  })

  it('copy fails › the failure is announced', async () => {
    show(false)
    await press()
    expect(announced()).toBe('Not copied')
  })
})

describe('copyText', () => {
  it('no clipboard API › selects the text and uses execCommand', async () => {
    const page = document.implementation.createHTMLDocument()
    const seen: string[] = []
    page.execCommand = (command) => {
      const field = page.querySelector('textarea')
      seen.push(command, field?.value ?? '')
      return true
    }
    vi.stubGlobal('navigator', {})
    Object.defineProperty(page, 'defaultView', { value: { navigator: {} } })
    expect(await copyText('0xabc', page)).toBe(true)
    expect(seen).toEqual(['copy', '0xabc'])
    expect(page.querySelector('textarea')).toBeNull()
    vi.unstubAllGlobals()
  })

  it('both methods fail › returns false and leaves nothing behind', async () => {
    const page = document.implementation.createHTMLDocument()
    page.execCommand = () => false
    Object.defineProperty(page, 'defaultView', {
      value: { navigator: { clipboard: { writeText: () => Promise.reject(new Error('NotAllowedError')) } } },
    })
    expect(await copyText('0xabc', page)).toBe(false)
    expect(page.body.childElementCount).toBe(0)
  })
})
