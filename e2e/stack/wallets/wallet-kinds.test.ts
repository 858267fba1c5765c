import { describe, expect, it } from 'vitest'
import { devAccount } from '../accounts.ts'
import { polkadotDevAccount } from '../chains/polkadot/dev-account.ts'
import { polkadotGenesisHash } from '../chains/polkadot/local-genesis.ts'
import { svmAccount } from '../chains/solana/accounts.ts'
import type { PageConfig } from './page-config.ts'
import { createPageWallet } from './page-wallet.ts'
import { injectWeb3 } from './polkadot/inject.ts'
import { planWallet } from './presets.ts'
import { walletSetups } from './setup.ts'

const ethereumWorld: PageConfig = {
  site: 'dapp',
  widgetUrl: 'http://widget.localhost:1',
  evilUrl: 'http://evil.localhost:1',
  rpc: 'fetch',
  chains: [],
  accounts: ['harbour-1', 'harbour-2', 'lantern-1', 'lantern-2', 'spare-1', 'spare-2', 'spare-6'].map(
    (label) => ({ ...devAccount(label), funded: true }),
  ),
  tokens: [],
}
const labels = ['beacon-1', 'beacon-2', 'trellis-1', 'trellis-2', 'voyager-1', 'spare-1']
const world: PageConfig = {
  ...ethereumWorld,
  solana: {
    rpcUrl: '/none',
    accounts: labels.map(svmAccount).map(({ label, address, privateKey }) => ({
      label,
      address,
      privateKey: Buffer.from(privateKey).toString('hex'),
    })),
  },
  polkadot: {
    genesisHash: polkadotGenesisHash,
    accounts: labels.map((label) => polkadotDevAccount(label)),
  },
}

function walletsOf(parameter: unknown, pageConfig = world) {
  const setups = walletSetups(parameter === null ? null : JSON.stringify(parameter))
  return setups.map((setup) => {
    const noNode = () => Promise.reject(new Error('no node'))
    return createPageWallet(planWallet(setup, pageConfig), pageConfig, noNode, setup, () =>
      Promise.reject(new Error('no keys')),
    )
  })
}
const kinds = (wallets: ReturnType<typeof walletsOf>) =>
  wallets.map(({ plan, eip155, solana, polkadot }) => [
    plan.name,
    ...(eip155 === undefined ? [] : [`eip155 ${plan.announce}`]),
    ...(solana === undefined ? [] : [`solana ${solana.standard.name}`]),
    ...(polkadot === undefined ? [] : [`polkadot ${plan.injectedIds.join()}`]),
  ])

describe('page wallets', () => {
  it.each([
    [
      null,
      [
        ['Harbour Wallet', 'eip155 eip6963'],
        ['Lantern Wallet', 'eip155 eip6963'],
        ['Beacon Wallet', 'solana Beacon Wallet'],
        ['Trellis Wallet', 'polkadot trellis'],
        ['Voyager', 'eip155 eip6963', 'solana Voyager', 'polkadot voyager'],
      ],
    ],
    [['beacon'], [['Beacon Wallet', 'eip155 legacy']]],
    [[{ id: 'beacon', namespaces: ['solana'] }], [['Beacon Wallet', 'solana Beacon Wallet']]],
    [['trellis'], [['Trellis Wallet', 'polkadot trellis']]],
    [['voyager'], [['Voyager', 'eip155 eip6963', 'solana Voyager', 'polkadot voyager']]],
    [
      [{ id: 'nova', namespaces: ['polkadot'], injectedIds: ['nova-wallet', 'polkadot-js'] }],
      [['Nova Wallet', 'polkadot nova-wallet,polkadot-js']],
    ],
    [[{ id: 'trellis', hostileName: 'empty' }], [[' \u200B ', 'polkadot  \u200B ']]],
  ])('wallets=%j › name and namespaces of each wallet', (parameter, expected) => {
    expect(kinds(walletsOf(parameter))).toEqual(expected)
  })

  it('world with Ethereum only › no Solana or Polkadot wallets', () => {
    expect(kinds(walletsOf(['trellis', 'voyager'], ethereumWorld))).toEqual([
      ['Trellis Wallet'],
      ['Voyager', 'eip155 eip6963'],
    ])
  })

  it('unknown account label › throws and names it', () => {
    const unknownAccount = { id: 'trellis', accounts: ['nobody'] }
    expect(() => walletsOf([unknownAccount])).toThrow('There is no Polkadot account nobody')
    expect(() => walletsOf([{ ...unknownAccount, namespaces: ['solana'] }])).toThrow(
      'no Solana account nobody',
    )
  })
})

describe('wallet with several namespaces', () => {
  it('script and requests › shared; permission › per namespace', async () => {
    const [voyager] = walletsOf([{ id: 'voyager', script: { mode: 'approve' } }])
    await voyager?.solana?.standard.features['standard:connect'].connect()
    expect(await voyager?.eip155?.provider.request({ method: 'eth_accounts' })).toEqual([])
    await voyager?.polkadot?.entry.enable('Shop')
    voyager?.script({ mode: 'reject' })
    await expect(voyager?.eip155?.provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4001,
    })
    expect(voyager?.requests.map(({ method }) => method)).toEqual([
      'standard:connect',
      'eth_accounts',
      'injectedWeb3:enable',
      'eth_requestAccounts',
    ])
  })

  it('unlocked in one namespace › unlocked in all, accountsChanged emitted', async () => {
    const [voyager] = walletsOf([{ id: 'voyager', script: { mode: 'approve' } }])
    const request = (method: string) => voyager?.eip155?.provider.request({ method })
    const reported: unknown[] = []
    await request('eth_requestAccounts')
    voyager?.eip155?.provider.on('accountsChanged', (accounts) => reported.push(accounts))
    voyager?.script({ locked: true })
    expect(reported).toEqual([[]])
    await voyager?.polkadot?.entry.enable('Shop')
    expect(reported).toEqual([[], [devAccount('spare-6').address]])
    expect(await request('eth_accounts')).toEqual([devAccount('spare-6').address])
  })

  it('host forgotten › no accounts in any namespace', async () => {
    const [voyager] = walletsOf([{ id: 'voyager', script: { mode: 'approve' } }])
    const injected = await voyager?.polkadot?.entry.enable('Shop')
    await voyager?.solana?.standard.features['standard:connect'].connect()
    expect(await injected?.accounts.get()).toHaveLength(1)
    expect(voyager?.solana?.standard.accounts).toHaveLength(1)
    voyager?.forget()
    expect(await injected?.accounts.get()).toEqual([])
    expect(voyager?.solana?.standard.accounts).toEqual([])
  })
})

describe('injectedWeb3', () => {
  it('two ids › same entry under both, entries of other wallets stay', () => {
    const page = {}
    const other = { enable: () => undefined }
    injectWeb3(page, ['other'], other)
    const entry = { enable: () => undefined }
    injectWeb3(page, ['nova-wallet', 'polkadot-js'], entry)
    expect(page).toEqual({ injectedWeb3: { other, 'nova-wallet': entry, 'polkadot-js': entry } })
    expect(Reflect.get(Reflect.get(page, 'injectedWeb3'), 'polkadot-js')).toBe(entry)
  })
})
