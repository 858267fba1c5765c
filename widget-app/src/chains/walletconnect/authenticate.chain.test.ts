import { recoverMessageAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignedWithProposal, SignInTerms, VerifiedSignIn } from '../walletconnect-source.ts'
import {
  blockExternalHosts,
  type KitWallet,
  type LocalRelay,
  startKitWallet,
  startLocalRelay,
} from './testing/local-relay.ts'
import { openSite, type Site } from './testing/widget-host.ts'

const key = generatePrivateKey()
const account = privateKeyToAccount(key)
const chains = ['eip155:1', 'eip155:8453']
const unreachableUrl = 'http://127.0.0.1:1'
const terms: SignInTerms = {
  domain: 'shop.example',
  uri: 'https://shop.example',
  nonce: 'a1b2c3d4e5f60718',
  statement: 'I accept the terms',
  expirationTime: '2099-01-01T00:00:00.000Z',
}

let relay: LocalRelay
let wallet: KitWallet
let releaseGuard: () => void
const externalHosts: string[] = []
let openSites: Site[] = []

beforeAll(async () => {
  releaseGuard = await blockExternalHosts((host) => externalHosts.push(host))
  relay = await startLocalRelay()
  wallet = await startKitWallet(relay, {
    eip155: { keys: [key], rpcUrls: { '1': unreachableUrl, '8453': unreachableUrl } },
  })
})
afterAll(async () => {
  await wallet.stop()
  await relay.stop()
  releaseGuard()
})
beforeEach(() => wallet.script({}))
afterEach(async () => {
  await wallet.deleteSessions()
  for (const site of openSites) await site.close()
  openSites = []
  expect({ wallet: wallet.blockedHosts, site: externalHosts }).toEqual({ wallet: [], site: [] })
})

async function site(options: Parameters<typeof openSite>[1] = { chains }): Promise<Site> {
  const opened = await openSite(relay, options)
  openSites.push(opened)
  return opened
}

/** Options of a proposal with sign-in, with what the site received and how it ended, and the abort of the attempt. */
function signInOptions() {
  const received: SignedWithProposal[][] = []
  const ended: (keyof VerifiedSignIn)[] = []
  const prove = async (signed: readonly SignedWithProposal[]): Promise<VerifiedSignIn> => {
    received.push([...signed])
    return { keep: () => void ended.push('keep'), drop: () => void ended.push('drop') }
  }
  const attempt = new AbortController()
  return {
    received,
    ended,
    attempt,
    options: { walletId: undefined, signal: attempt.signal, signIn: { terms, prove } },
  }
}

/** The address that signed what the wallet returned. */
const signerOf = ({ session: { message, signature } }: SignedWithProposal) =>
  recoverMessageAddress({ message, signature: `0x${signature.slice(2)}` })

describe('one-click authentication', () => {
  test('one approval › connected and signed in on every chain', async () => {
    const shop = await site()
    const { received, ended, options } = signInOptions()
    const { uri, approval } = await shop.source.propose(options)
    await wallet.pair(uri)
    const [discovered] = await approval
    expect(discovered).toMatchObject({ namespace: 'eip155', name: 'Petrel Wallet', chains })
    expect(ended).toEqual(['keep'])
    const [signed = []] = received
    expect(signed.map(({ session, differs }) => [session.data.chainId, differs])).toEqual(
      chains.map((chain) => [chain, []]),
    )
    for (const one of signed) expect(await signerOf(one)).toBe(account.address)
    expect(wallet.prompts.map(({ is }) => is)).toEqual(['sign-in'])
    expect(wallet.prompts[0]?.message).toBe(signed[0]?.session.message)
    // The session is usable, and can be ended.
    const hex = `0x${Buffer.from('hello').toString('hex')}`
    const request = { method: 'personal_sign', params: [hex, account.address] }
    expect(await shop.source.transport.request(discovered?.handle ?? '', request)).toMatch(
      /^0x[0-9a-f]{130}$/,
    )
    expect(wallet.sessions()).toHaveLength(1)
    await shop.source.transport.request(discovered?.handle ?? '', { method: 'wallet_revokePermissions' })
    await expect.poll(() => wallet.sessions()).toEqual([])
  })

  test('page reload › the session is restored', async () => {
    const shop = await site()
    const { uri, approval } = await shop.source.propose(signInOptions().options)
    await wallet.pair(uri)
    const wallets = await approval
    await shop.close()
    const reloaded = await site({ chains, records: shop.records })
    expect(reloaded.source.transport.list()).toEqual(wallets)
  })

  test('URI replaced by a newer one › approving the old one still connects', async () => {
    const shop = await site()
    const first = await shop.source.propose(signInOptions().options)
    await shop.source.propose(signInOptions().options)
    await wallet.pair(first.uri)
    expect(await first.approval).toMatchObject([{ namespace: 'eip155' }])
  })

  test('wallet signs for one chain › the session has all approved chains', async () => {
    await wallet.script({ signIns: { is: 'approve', chains: ['eip155:8453'] } })
    const shop = await site()
    const { received, options } = signInOptions()
    const { uri, approval } = await shop.source.propose(options)
    await wallet.pair(uri)
    expect(await approval).toMatchObject([{ chains: expect.arrayContaining(chains) }])
    expect(received[0]?.map(({ session }) => session.data.chainId)).toEqual(['eip155:8453'])
  })

  test.each([
    ['domain', { domain: 'bank.example' }],
    ['nonce', { nonce: 'ffffffffffffffff' }],
    ['expirationTime', { exp: '2199-01-01T00:00:00.000Z' }],
  ] as const)('wallet signs another %s › connected, the difference is reported', async (field, as) => {
    await wallet.script({ signIns: { is: 'approve', as } })
    const shop = await site()
    const { received, options } = signInOptions()
    const { uri, approval } = await shop.source.propose(options)
    await wallet.pair(uri)
    expect(await approval).toMatchObject([{ namespace: 'eip155' }])
    expect(received[0]?.map(({ differs }) => differs)).toEqual([[field], [field]])
  })

  test('user rejects › 4001, nothing is verified', async () => {
    await wallet.script({ signIns: { is: 'reject' } })
    const shop = await site()
    const { received, options } = signInOptions()
    const { uri, approval } = await shop.source.propose(options)
    await wallet.pair(uri)
    await expect(approval).rejects.toMatchObject({ code: 4001 })
    expect(received).toEqual([])
    expect(shop.source.transport.list()).toEqual([])
  })

  test('attempt aborted after the proof › session ended, sign-in dropped', async () => {
    const shop = await site()
    const { ended, attempt, options } = signInOptions()
    const { prove } = options.signIn
    const signIn = {
      terms,
      prove: async (signed: readonly SignedWithProposal[]) => {
        attempt.abort(new Error('left'))
        return prove(signed)
      },
    }
    const { uri, approval } = await shop.source.propose({ ...options, signIn })
    await wallet.pair(uri)
    await expect(approval).rejects.toThrow('left')
    expect(ended).toEqual(['drop'])
    await expect.poll(() => wallet.sessions()).toEqual([])
  })

  test('wallet without wc_sessionAuthenticate › approves the plain session', async () => {
    await wallet.script({ signIns: { is: 'unknown' } })
    const shop = await site()
    const { received, ended, options } = signInOptions()
    const { uri, approval } = await shop.source.propose(options)
    expect(uri).toContain('methods=wc_sessionAuthenticate')
    await wallet.pair(uri)
    expect(await approval).toMatchObject([{ namespace: 'eip155' }])
    expect(wallet.prompts.at(-1)?.optional).toMatchObject({
      eip155: { chains, methods: expect.arrayContaining(['eth_sendTransaction', 'wallet_sendCalls']) },
    })
    expect([received, ended]).toEqual([[], []])
  })

  test('chains of other namespaces › plain proposal', async () => {
    const shop = await site({ chains: [...chains, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] })
    const { uri } = await shop.source.propose(signInOptions().options)
    expect(uri).not.toContain('wc_sessionAuthenticate')
  })
})
