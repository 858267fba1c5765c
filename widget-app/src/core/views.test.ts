import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { requestableViewNames } from '#shared/config/requested-view.ts'
import { englishTexts } from '#widget/lib/i18n/english.ts'
import { translator } from '#widget/lib/i18n/translate.ts'
import { isEagerView, titleOf, type View, viewRecord, viewSchema } from './views.ts'

describe('viewSchema', () => {
  it.each([
    [{ name: 'Account' }, true],
    [{ name: 'SwitchNetwork', chainId: 'eip155:1' }, true],
    [{ name: 'SwitchNetwork', chainId: 'nope:1' }, false],
    [{ name: 'SwitchNetwork' }, false],
    [{ name: 'ConnectingExternal', walletId: '' }, false],
    [{ name: 'Account', extra: 1 }, false],
    [{ name: 'Swap' }, true],
    [{ name: 'SwapSelectToken', side: 'both' }, false],
    [{ name: 'Nowhere' }, false],
    [{ name: 'toString' }, false],
    ['Account', false],
    [null, false],
    [{ name: 'WalletSend', amount: '1', namespace: 'eip155' }, true],
    [{ name: 'WalletSend', chainId: 'nope:1' }, false],
    [{ name: 'Blocked', code: 'APKT001' }, false],
  ])('%j is a view › %s', (value, isView) => {
    expect(viewSchema.fits(value)).toBe(isView)
  })
})

describe('requestable views', () => {
  it.each(requestableViewNames)('%s › opens without parameters', (name) => {
    expect(viewSchema.fits({ name })).toBe(true)
  })
})

const t = translator({ tag: 'en', direction: 'ltr', messages: englishTexts })
const mainnet = parseChainId('eip155:1')
const facts = {
  walletName: (id: string) => (id === 'known' ? 'Harbour' : ''),
  networkName: (id: string) => (id === mainnet ? 'Ethereum' : id),
}

describe('titleOf', () => {
  it.each<[View, string]>([
    [{ name: 'Account' }, 'Account'],
    [{ name: 'ConnectingExternal', walletId: 'known' }, 'Harbour'],
    [{ name: 'ConnectingMultiChain', walletId: 'known' }, 'Harbour'],
    [{ name: 'ConnectingMultiChain', walletId: 'gone' }, 'Connect wallet'],
    [{ name: 'ConnectingWalletConnect', walletId: 'known' }, 'Harbour'],
    [{ name: 'ConnectingWalletConnect' }, 'WalletConnect'],
    [{ name: 'GetWallet', walletId: 'known' }, 'Get Harbour'],
    [{ name: 'GetWallet', walletId: 'gone' }, 'Get a wallet'],
    [{ name: 'SwitchNetwork', chainId: mainnet }, 'Switch to Ethereum'],
  ])('%j › titled %s', (view, title) => {
    expect(titleOf(view, t, facts)).toBe(title)
  })
})

describe('viewRecord', () => {
  it.each<[View, boolean]>([
    [{ name: 'Connect' }, true],
    [{ name: 'ConnectWallets' }, true],
    [{ name: 'Account' }, false],
  ])('%j › in the initial files: %s', (view, isEager) => {
    expect(isEagerView(view)).toBe(isEager)
  })

  it('review of a request › shows the origin, needs no account, has the fixed font', () => {
    const { showsOrigin, needsAccount, themed } = viewRecord('ApproveTransaction')
    expect({ showsOrigin, needsAccount, themed }).toEqual({ showsOrigin: true })
  })
})
