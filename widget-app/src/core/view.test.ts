import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { OpenRequest } from '#shared/config/requested-view.ts'
import { hasUnsupportedPrefill, requestedView } from './view.ts'

const mainnet = parseChainId('eip155:1')
const solana = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')

describe('requestedView', () => {
  it.each([
    [{}, undefined],
    [{ namespace: 'eip155' as const }, undefined],
    [{ view: 'Networks' as const, amount: '1' }, { name: 'Networks' }],
    [
      { view: 'WalletSend' as const, amount: '1', to: '0xab' },
      { name: 'WalletSend', amount: '1', to: '0xab' },
    ],
  ])('%j › requests %j', (request, view) => {
    expect(requestedView(request)).toEqual(view)
  })

  it.each<[string, OpenRequest, boolean]>([
    ['for an Ethereum account', { namespace: 'eip155', chainId: mainnet, to: '0xab' }, false],
    ['for a Solana account', { namespace: 'solana', to: 'ab' }, true],
    ['for a Polkadot account', { namespace: 'polkadot', amount: '1' }, true],
    ['on a network of Solana', { chainId: solana, assetAddress: 'native' }, true],
    ['that names no ecosystem', { to: '0xab' }, false],
    ['of Solana without a field', { namespace: 'solana', chainId: solana, to: '' }, false],
  ])('payment %s has unsupported fields › %#', (_, request, isVain) => {
    expect(hasUnsupportedPrefill({ view: 'WalletSend', ...request })).toBe(isVain)
    expect(hasUnsupportedPrefill(request)).toBe(false)
  })
})
