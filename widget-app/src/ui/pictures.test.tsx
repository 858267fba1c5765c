import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { RollingNumber } from './display/rolling-number.tsx'
import { AddressText, addressGroups, shortAddress } from './identity/address-text.tsx'
import { Identicon } from './identity/identicon.tsx'
import { WalletIcon } from './identity/wallet-icon.tsx'

afterEach(cleanup)

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const styleOf = (node: Element | null) => node?.getAttribute('style')

describe('images and numbers', () => {
  it('image fails to load › fallback is shown, and a new source is tried', () => {
    const { container, rerender } = render(<WalletIcon name="MetaMask" src="/broken.webp" />)
    const image = container.querySelector('img')
    if (image) fireEvent.error(image)
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('[data-stand-in]')?.getAttribute('data-stand-in')).toBe('M')
    rerender(<WalletIcon name="MetaMask" src="/other.webp" />)
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/other.webp')
  })

  it('EVM account › one identicon whatever the letter case; other accounts differ', () => {
    const picture = (of: string) => {
      const { container } = render(<Identicon address={of} />)
      return styleOf(container.firstElementChild)
    }
    expect(picture(address)).toBe(picture(address.toLowerCase()))
    expect(picture(address)).not.toBe(picture(`${address.slice(0, -1)}0`))
    expect(picture('DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX')).not.toBe(picture('dyw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX'))
  })

  it('rolling number › read as its plain text', () => {
    const { container } = render(<RollingNumber text="$1,234.56" />)
    expect(container.textContent).toBe('$1,234.56')
  })
})

describe('AddressText', () => {
  it.each([
    [address, '0x71C7…d8976F'],
    ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', '5Grwva…GKutQY'],
    ['alice.eth', 'alice.eth'],
    ['12345678901234', '12345678901234'],
  ])('%s › shortened to %s', (long, short) => {
    expect(shortAddress(long)).toBe(short)
  })

  it('complete form › in groups of four, and copies without spaces', () => {
    expect(addressGroups(address).slice(0, 3)).toEqual(['0x', '71C7', '656E'])
    const { container } = render(<AddressText address={address} whole />)
    expect(container.textContent).toBe(address)
  })

  it('short form › complete address in its title, isolated from right-to-left text', () => {
    const { container } = render(<AddressText address={address} />)
    const text = container.querySelector('bdi')
    expect([text?.title, text?.dir]).toEqual([address, 'ltr'])
  })
})
