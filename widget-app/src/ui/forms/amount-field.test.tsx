import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { AmountField } from './amount-field.tsx'

afterEach(cleanup)

function Page({ typed }: { typed: string[] }) {
  const [value, setValue] = useState('7')
  return (
    <AmountField
      label="Amount"
      value={value}
      onChange={(text) => {
        setValue(text)
        typed.push(text)
      }}
    />
  )
}

function show() {
  const typed: string[] = []
  render(<Page typed={typed} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const paste = (text: string) => fireEvent.paste(field, { clipboardData: { getData: () => text } })
  return { typed, field, type, paste }
}

describe('AmountField', () => {
  it.each(['1,5', '1.5 ETH', '$1.5', '1e-1', '１２', '12e', 'abc', '', '1'.repeat(200)])(
    '%j typed over an amount › stays as typed and is reported',
    (text) => {
      const { typed, field, type } = show()
      type(text)
      expect(field.value).toBe(text)
      expect(typed).toEqual([text])
    },
  )

  it('composed with an input method › is not rewritten', () => {
    const { field, type } = show()
    fireEvent.compositionStart(field)
    for (const text of ['１', '１２', '１２。', '１２。５']) {
      type(text)
      expect(field.value).toBe(text)
    }
    fireEvent.compositionEnd(field)
    expect(field.value).toBe('１２。５')
  })

  it('lines of a table pasted › stay separate', () => {
    const { typed, field, paste } = show()
    field.setSelectionRange(0, 1)
    expect(paste('100\r\n200\n')).toBe(false)
    expect(typed).toEqual(['100 ↵ 200'])
    expect(field.value).toBe('100 ↵ 200')
  })

  it('one line pasted › handled by the browser', () => {
    const { typed, paste } = show()
    expect(paste('100\n')).toBe(true)
    expect(typed).toEqual([])
  })

  it('rendered › no maxlength, and the decimal keyboard on phones', () => {
    const { field } = show()
    expect(field.maxLength).toBe(-1)
    expect(field.getAttribute('inputmode')).toBe('decimal')
  })
})
