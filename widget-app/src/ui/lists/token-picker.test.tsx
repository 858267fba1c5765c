import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RowGroup } from '../layout/row-group.tsx'
import { NoTokenFound, TokenPicker, TokenRow, TokensUnavailable } from './token-picker.tsx'

afterEach(cleanup)

const row = { symbol: 'DAI', name: 'Dai', iconUrl: undefined, network: undefined, onClick: vi.fn() }
const list = (
  <RowGroup label="Tokens">
    <TokenRow {...row} selected balance="12" fiatValue="$12.00" />
  </RowGroup>
)

describe('TokenPicker', () => {
  it('loading › placeholders that are announced, no list', () => {
    render(<TokenPicker isLoading>{list}</TokenPicker>)
    expect(screen.getByRole('status').textContent).toBe('Loading')
    expect(screen.queryByRole('button', { name: /DAI/ })).toBeNull()
  })

  it('loaded › the list, and no placeholder', () => {
    render(<TokenPicker isLoading={false}>{list}</TokenPicker>)
    expect(screen.getByRole('status').textContent).toBe('')
    fireEvent.click(screen.getByRole('button', { name: /DAI.*12.*\$12\.00/, current: true }))
    expect(row.onClick).toHaveBeenCalledOnce()
  })

  it('without a search › no search field', () => {
    render(<TokenPicker isLoading={false}>{list}</TokenPicker>)
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('typed text › reported to the view', () => {
    const onChange = vi.fn()
    render(
      <TokenPicker isLoading={false} search={{ text: '', onChange }}>
        {list}
      </TokenPicker>,
    )
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'us' } })
    expect(onChange).toHaveBeenCalledWith('us')
  })

  it('failed › the retry loads again', () => {
    const onRetry = vi.fn()
    render(
      <TokensUnavailable title="No list" onRetry={onRetry}>
        Try later
      </TokensUnavailable>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })
})

describe('TokenRow', () => {
  it.each([
    ['no balance', {}, 2],
    ['a balance', { balance: '12' }, 3],
  ])('%s › a column only for it', (_, balance, columns) => {
    render(<TokenRow {...row} {...balance} selected={false} />)
    expect(screen.getByRole('button').children).toHaveLength(columns)
  })
})

describe('NoTokenFound', () => {
  it.each([
    ['only spaces', '  ', 'Nothing on this network', ''],
    ['a text', ' zzz ', '“zzz”', 'Nothing on this network'],
  ])('search is %s › shows %s', (_, search, shown, absent) => {
    const { container } = render(<NoTokenFound search={search}>Nothing on this network</NoTokenFound>)
    expect(container.textContent).toContain(shown)
    if (absent !== '') expect(container.textContent).not.toContain(absent)
  })
})
