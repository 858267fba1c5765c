import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { RollingNumber } from './display/rolling-number.tsx'
import { Text } from './display/text.tsx'
import { FactLines } from './fact-lines.tsx'
import { KeyValueList } from './lists/key-value-list.tsx'

afterEach(cleanup)

describe('numbers and addresses', () => {
  it.each(['p', 'span'] as const)('amount in a %s › keeps its order in right-to-left text', (as) => {
    const { container } = render(
      <Text as={as} numeric>
        −0.25 ETH
      </Text>,
    )
    expect(container.querySelector('bdi')?.textContent).toBe('−0.25 ETH')
  })

  it('amount in a fact list › same order; a long one is below its label if necessary', () => {
    const { container } = render(
      <KeyValueList
        items={[
          { id: 'short', label: 'You pay', value: '0.25 ETH' },
          { id: 'long', label: 'You receive', value: '0.049516004999999999 ETH' },
        ]}
      />,
    )
    expect([...container.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([
      '0.25 ETH',
      '0.049516004999999999 ETH',
    ])
    expect(container.querySelector('[data-long] dt')?.textContent).toBe('You receive')
  })

  it('address without a marked type › in groups of four too', () => {
    const value = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
    const { container } = render(
      <FactLines lines={[{ id: 'offerer', label: 'offerer', value, look: 'code' }]} />,
    )
    expect(
      [...container.querySelectorAll('dd span')].slice(0, 3).map(({ textContent }) => textContent),
    ).toEqual(['0x', '71C7', '656E'])
    expect(container.querySelector('dd')?.textContent).toBe(value)
  })

  it.each([
    ['$1,234.56', ['$', '1,234.56', '']],
    ['<$0.01', ['<$', '0.01', '']],
    ['\u200f1,234.56\u00a0US$\u200e', ['\u200f', '1,234.56', '\u00a0US$\u200e']],
    ['–', ['–', '', '']],
  ])('digits of %j › laid out from left to right', (text, [before = '', digits = '', after = '']) => {
    const { container } = render(<RollingNumber text={text} />)
    expect(container.textContent).toBe(text)
    const run = container.querySelector('[dir="ltr"]')
    const displayed = (node: Element) =>
      node.getAttribute('data-char') ?? node.getAttribute('style')?.replace(/\D/g, '') ?? ''
    expect([...(run?.children ?? [])].map(displayed).join('')).toBe(digits)
    expect(run?.previousElementSibling?.getAttribute('data-char') ?? '').toBe(before)
    expect(run?.nextElementSibling?.getAttribute('data-char') ?? '').toBe(after)
  })
})
