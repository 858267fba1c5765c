import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

function show() {
  const reported: [string, boolean][] = []
  render(
    <TextField
      label="Name"
      value=""
      onChange={(text, isComposing) => void reported.push([text, isComposing])}
    />,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  return { reported, field }
}

describe('TextField', () => {
  it('rendered › has no maxlength that truncates a paste', () => {
    expect(show().field.maxLength).toBe(-1)
  })

  it('composed › reports isComposing, and the text again at the end', () => {
    const { reported, field } = show()
    fireEvent.compositionStart(field)
    fireEvent.input(field, { target: { value: 'ａ' }, isComposing: true })
    fireEvent.compositionEnd(field, { target: { value: 'ａ' } })
    fireEvent.input(field, { target: { value: 'ab' } })
    expect(reported).toEqual([
      ['ａ', true],
      ['ａ', false],
      ['ab', false],
    ])
  })
})
