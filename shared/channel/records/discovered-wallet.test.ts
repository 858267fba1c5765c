import { describe, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { fitsInMessage } from '../message-limits.ts'
import {
  discoveredWalletSchema,
  fittingWallets,
  type InjectedWallet,
  isPageWallet,
  sourceIdOf,
  walletIdOf,
} from './discovered-wallet.ts'

const wallet = (n: number, iconBytes?: number): InjectedWallet => ({
  handle: n.toString(16).padStart(32, '0'),
  namespace: 'eip155',
  source: 'eip6963',
  rdns: `test.wallet${n}`,
  name: `Wallet ${n}`,
  ...(iconBytes === undefined ? {} : { icon: `data:image/png;base64,${'A'.repeat(iconBytes - 22)}` }),
})

describe('discoveredWalletSchema', () => {
  it.each<[string, object, boolean]>([
    ['a found wallet', {}, true],
    ['an icon of 32 KiB', { icon: wallet(1, 32 * 1024).icon }, true],
    ['a larger icon', { icon: wallet(1, 32 * 1024 + 1).icon }, false],
    ['a remote icon', { icon: 'https://evil.example/i.png' }, false],
    ['a script as icon', { icon: 'javascript:alert(1)' }, false],
    ['a name of 65 characters', { name: 'n'.repeat(65) }, false],
    ['no name', { name: '' }, false],
    ['markup as rdns', { rdns: '<b>' }, false],
    ['a guessed handle', { handle: '1' }, false],
    ['an extra key', { provider: {} }, false],
    ['a session, which no page can be', { source: 'walletconnect' }, false],
    ['a link into an app', { app: 'pocket://' }, false],
  ])('%s › valid or not', (_name, more, expected) => {
    expect(z.safeParse(discoveredWalletSchema, { ...wallet(1), ...more }).success).toBe(expected)
  })
})

describe('walletIdOf', () => {
  it.each([
    [{ namespace: 'eip155', rdns: 'test.harbour', name: 'Harbour' }, 'ethereum:test.harbour'],
    [{ namespace: 'eip155', name: 'Browser Wallet' }, 'ethereum:Browser Wallet'],
    [{ namespace: 'solana', name: 'Lantern' }, 'solana:Lantern'],
    [{ namespace: 'solana', source: 'walletconnect', name: 'Lantern' }, 'solana:walletconnect:Lantern'],
    [
      { namespace: 'solana', source: 'walletconnect', name: 'Lantern', ordinal: 2 },
      'solana:walletconnect:Lantern#2',
    ],
  ] as const)('%o › wallet id › %s', (found, id) => {
    expect(walletIdOf(found)).toBe(id)
  })
})

describe('sourceIdOf', () => {
  it.each([
    [{ namespace: 'eip155', rdns: 'test.harbour', name: 'Harbour' }, { providerId: 'test.harbour' }],
    [{ namespace: 'polkadot', injectedId: 'harbour', name: 'Harbour' }, { extensionId: 'harbour' }],
    [{ namespace: 'solana', name: 'Lantern' }, {}],
    [{ namespace: 'eip155', source: 'walletconnect', name: 'Lantern' }, {}],
  ] as const)('%o › id in its page › %o', (found, id) => {
    expect(sourceIdOf(found)).toEqual(id)
  })
})

describe('fittingWallets', () => {
  it('wallets that fit › unchanged', () => {
    const few = [wallet(1, 1_000), wallet(2)]
    expect(fittingWallets(few)).toEqual(few)
  })

  it('icons above the frame limit › largest removed first, every wallet retained', () => {
    const many = Array.from({ length: 64 }, (_, n) => wallet(n, n === 5 ? 200 : 32 * 1024))
    expect(fitsInMessage(many)).toBe(false)
    const fitting = fittingWallets(many)
    expect(fitsInMessage(fitting)).toBe(true)
    expect(fitting.map(({ handle }) => handle)).toEqual(many.map(({ handle }) => handle))
    expect(fitting[5]?.icon).toBe(many[5]?.icon)
    expect(fitting.filter(({ icon }) => icon !== undefined)).toHaveLength(10)
    expect(many[0]?.icon).toBeDefined()
  })

  it('more than 64 wallets › 64 returned', () => {
    expect(fittingWallets(Array.from({ length: 80 }, (_, n) => wallet(n)))).toHaveLength(64)
  })
})

describe('isPageWallet', () => {
  it.each([
    ['eip6963', true],
    ['legacy', true],
    ['wallet-standard', true],
    ['injected-web3', true],
    ['walletconnect', false],
    ['embedded', false],
  ] as const)('%s › %s', (source, isInPage) => {
    expect(isPageWallet({ source })).toBe(isInPage)
  })
})
