import { describe, expect, it, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { isPrefilled } from '#widget/core/view.ts'
import type { AssetBalance } from '#widget/domain/balances/balances.ts'
import { searchTokens } from '#widget/domain/balances/token-search.ts'
import { appliedView, emptyDraft, prefilledDraft } from './draft.ts'
import { type ProgressStage, stageOf } from './model.ts'

const chain = parseChainId('eip155:1')
const base = parseChainId('eip155:8453')

describe('prefilledDraft', () => {
  it('parameters › fill their fields, in the notation of the locale', () => {
    const view = {
      name: 'WalletSend',
      amount: '1.50',
      assetAddress: '0xa0b8',
      to: ' 0x1 ',
      chainId: base,
    } as const
    expect(prefilledDraft(view, chain, 'de')).toEqual({
      asset: { chain: base, address: '0xa0b8' },
      amount: { is: 'typed', text: '1,5' },
      to: '0x1',
    })
    expect(isPrefilled(view)).toBe(true)
  })

  it.each(['native', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'])(
    '%s › is the native currency',
    (alias) => {
      const view = { name: 'WalletSend', assetAddress: alias } as const
      expect(prefilledDraft(view, chain, 'en').asset).toEqual({ chain, address: undefined })
    },
  )

  it('no parameters › form is empty and not prefilled', () => {
    expect(prefilledDraft({ name: 'WalletSend' }, chain, 'en')).toEqual(emptyDraft)
    expect(isPrefilled({ chainId: base })).toBe(false)
  })

  it.each([
    ['eip155', { amount: '1.50', assetAddress: 'native', to: '0x1', chainId: base }],
    ['solana', {}],
    ['polkadot', {}],
  ] as const)('prefill for an account of %s › applies %j (SPEC §6)', (namespace, applied) => {
    const view = {
      name: 'WalletSend',
      amount: '1.50',
      assetAddress: 'native',
      to: '0x1',
      chainId: base,
    } as const
    expect(appliedView(view, namespace)).toEqual({ name: 'WalletSend', ...applied })
  })

  it('host amount › in exponent notation › is filled in with all its digits', () => {
    const view = { name: 'WalletSend', amount: String(0.000_000_1) } as const
    expect(prefilledDraft(view, chain, 'de').amount).toEqual({ is: 'typed', text: '0,0000001' })
  })

  it('invalid amount › is filled in unchanged, and the form shows the problem', () => {
    const view = { name: 'WalletSend', amount: '1.5 DAI' } as const
    expect(prefilledDraft(view, chain, 'en').amount).toEqual({ is: 'typed', text: '1.5 DAI' })
  })
})

describe('searchTokens', () => {
  const token = (symbol: string, name: string, address?: string): AssetBalance => ({
    asset: { chain, address, symbol, name, decimals: 6 },
    value: 1n,
    price: undefined,
    iconUrl: undefined,
    source: 'api',
  })
  const tokens = [token('ETH', 'Ether'), token('sDAI', 'Savings', '0xaa11'), token('DAI', 'Stable', '0xBB22')]
  it.each<[string, readonly string[]]>([
    ['', ['ETH', 'sDAI', 'DAI']],
    [' dai ', ['DAI', 'sDAI']],
    ['ether', ['ETH']],
    ['0xbb', ['DAI']],
    ['ｄａｉ', ['DAI', 'sDAI']],
    ['savıngs', ['sDAI']],
    ['nothing', []],
  ])('%j › finds %j', (search, symbols) => {
    expect(searchTokens(tokens, search).map(({ asset }) => asset.symbol)).toEqual(symbols)
  })

  it('token search › the browser is Turkish › small letters find capital ones', () => {
    const { toLocaleLowerCase } = String.prototype
    const turkish = vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (
      this: string,
    ) {
      return toLocaleLowerCase.call(this, 'tr')
    })
    expect(searchTokens(tokens, 'dai').map(({ asset }) => asset.symbol)).toEqual(['DAI', 'sDAI'])
    turkish.mockRestore()
  })
})

describe('stageOf', () => {
  const hash = '0x1'
  it.each<[string, Parameters<typeof stageOf>, ProgressStage]>([
    ['switching', [{ is: 'switching' }, undefined], 'switching'],
    ['signing', [{ is: 'signing', entryId: 'a' }, { is: 'signing' }], 'signing'],
    [
      'submitted',
      [
        { is: 'submitted', entryId: 'a' },
        { is: 'submitted', hash },
      ],
      'submitted',
    ],
    [
      'confirmed by the journal',
      [
        { is: 'submitted', entryId: 'a' },
        { is: 'confirmed', hash, block: 1n, fee: 1n },
      ],
      'confirmed',
    ],
    [
      'dropped by the journal',
      [
        { is: 'submitted', entryId: 'a' },
        { is: 'dropped', hash },
      ],
      'dropped',
    ],
    [
      'an alarm outlasts the block',
      [
        { is: 'mismatched', entryId: 'a' },
        { is: 'confirmed', hash, block: 1n, fee: 1n },
      ],
      'mismatched',
    ],
  ])('%s', (_, [state, entry], stage) => {
    expect(stageOf(state, entry)).toBe(stage)
  })
})
