import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Sheet } from '../sheet/sheet.tsx'
import { SearchField } from './search-field.tsx'

afterEach(cleanup)

function Page({ done }: { done: string[] }) {
  const [value, setValue] = useState('た')
  return (
    <Sheet title="Wallets" viewKey="AllWallets" onEscape={() => done.push('closed')}>
      <SearchField
        label="Search"
        clearLabel="Clear"
        value={value}
        onChange={setValue}
        onSubmit={() => done.push(`submitted ${value}`)}
      />
    </Sheet>
  )
}

describe('SearchField', () => {
  it.each([
    ['while the input method composes', { isComposing: true, keyCode: 229 }],
    ['that ends a composition in Safari', { keyCode: 229 }],
  ])('Enter or Escape %s › handled by the input method', (_, init) => {
    const done: string[] = []
    render(<Page done={done} />)
    const field = screen.getByRole<HTMLInputElement>('textbox')
    for (const key of ['Enter', 'Escape']) fireEvent.keyDown(field, { key, ...init })
    expect([field.value, done]).toEqual(['た', []])
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.keyDown(field, { key: 'Escape' })
    fireEvent.keyDown(field, { key: 'Escape' })
    expect([field.value, done]).toEqual(['', ['submitted た', 'closed']])
  })

  it('composed with an input method › is not rewritten', () => {
    render(<Page done={[]} />)
    const field = screen.getByRole<HTMLInputElement>('textbox')
    fireEvent.compositionStart(field)
    for (const value of ['ｔ', 'た', 'たk']) fireEvent.input(field, { target: { value }, isComposing: true })
    expect(field.value).toBe('たk')
    expect(field.maxLength).toBe(-1)
  })
})
