import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { AmountField } from './amount-field.tsx'

afterEach(cleanup)

function Page({ amounts }: { amounts: string[] }) {
  const [value, setValue] = useState('')
  return (
    <AmountField
      label="Amount"
      value={value}
      onChange={({ text, amount }) => {
        setValue(text)
        amounts.push(amount)
      }}
    />
  )
}

function show() {
  const amounts: string[] = []
  render(<Page amounts={amounts} />)
  const field = screen.getByRole('textbox', { name: 'Amount' })
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  return { amounts, field, type }
}

describe('AmountField', () => {
  it('behavior: a comma stays in the field and becomes a point in the amount', () => {
    const { amounts, field, type } = show()
    type('1,')
    type('1,5')
    expect(field).toHaveProperty('value', '1,5')
    expect(amounts).toEqual(['1', '1.5'])
  })

  it('error: letters change nothing', () => {
    const { amounts, field, type } = show()
    type('12')
    type('12e')
    expect(field).toHaveProperty('value', '12')
    expect(amounts).toEqual(['12'])
  })

  it('behavior: asks phones for the decimal keyboard', () => {
    expect(show().field.getAttribute('inputmode')).toBe('decimal')
  })
})
