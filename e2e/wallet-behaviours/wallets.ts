import { Keyring } from '@polkadot/keyring'
import { hexToU8a, u8aToHex } from '@polkadot/util'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from '#shared/zod.ts'
import { signWire, type TestKey, testKey } from '#widget/chains/solana/testing/key.ts'
import type { Behaviour, Controls } from './behaviour.ts'

/** A wallet that is placed in the page. */
export type InjectableWallet = Controls & {
  /** Number of calls that may prompt. */
  prompts(): number
  /** Injects the wallet into the page, as its ecosystem requires. */
  inject(page: EventTarget): void
}

type Listener = (...data: unknown[]) => void
type StandardResponses = Readonly<Record<string, (input: unknown) => unknown>>

const hash = `0x${'ab'.repeat(32)}`

/** Creates what wallets of all ecosystems share: scripted responses, a count of calls, listeners, a lock. */
function scriptWallet(
  row: Behaviour,
  implementation: {
    readonly account: string
    readonly otherAccount: string
    readonly prompting: readonly string[]
    readonly usual: StandardResponses
    readonly lock: () => void
    readonly unlock: () => void
  },
) {
  const calls: string[] = []
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: string, ...data: unknown[]) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(...data)
  }
  const standardResponse = (method: string, input: unknown): unknown => {
    const respond = implementation.usual[method]
    if (respond) return respond(input)
    throw Object.assign(new Error(`The method ${method} does not exist`), { code: -32601 })
  }
  const controls: Controls = {
    emit,
    lock: () => (row.lock ? row.lock(controls) : implementation.lock()),
    unlock: () => (row.unlock ? row.unlock(controls) : implementation.unlock()),
    count: (method) => calls.filter((one) => one === method).length,
    account: implementation.account,
    otherAccount: implementation.otherAccount,
    standardResponse: standardResponse,
  }
  const respond = async (method: string, input: unknown, countedAs = method): Promise<unknown> => {
    calls.push(countedAs)
    const scripted = row.responses?.[method]
    return scripted ? scripted(input, controls) : standardResponse(method, input)
  }
  return {
    controls,
    respond,
    on: (event: string, listener: Listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return () => void listeners.get(event)?.delete(listener)
    },
    prompts: () => implementation.prompting.reduce((sum, method) => sum + controls.count(method), 0),
  }
}

/** True if the wallet granted this site its account at the last visit. */
const wasGranted = ({ action }: Behaviour): boolean => action.startsWith('restore')

const list = z.array(z.unknown())
const firstOf = (input: unknown): unknown => list.safeParse(input).data?.[0]

/** The account of `//Alice` of every development chain of Ethereum. */
const ethereumKey = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const hexBytes = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]*$/)),
  z.transform((text: string): `0x${string}` => `0x${text.slice(2)}`),
)

export function ethereumWallet(row: Behaviour): InjectableWallet {
  let chain = '0x1'
  let isShared = wasGranted(row)
  let isLocked = false
  const shared = () => (isShared && !isLocked ? [ethereumKey.address] : [])
  const { controls, respond, on, prompts } = scriptWallet(row, {
    account: ethereumKey.address,
    otherAccount: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    prompting: ['eth_requestAccounts', 'personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    usual: {
      eth_requestAccounts: () => {
        isShared = true
        return [ethereumKey.address]
      },
      eth_accounts: shared,
      eth_chainId: () => chain,
      'lock without an event': () => {
        isLocked = true
      },
      'unlock without an event': () => {
        isLocked = false
      },
      personal_sign: (params) =>
        ethereumKey.signMessage({ message: { raw: hexBytes.parse(firstOf(params)) } }),
      eth_sendTransaction: () => hash,
      wallet_switchEthereumChain: (params) => {
        chain = z.object({ chainId: z.string() }).parse(firstOf(params)).chainId
        controls.emit('chainChanged', chain)
        return null
      },
    },
    lock: () => {
      isLocked = true
      controls.emit('accountsChanged', [])
    },
    unlock: () => {
      isLocked = false
      controls.emit('accountsChanged', shared())
    },
  })
  const call = z.object({ method: z.string(), params: z.optional(z.unknown()) })
  const provider = {
    request: (request: unknown) => {
      const { method, params } = call.parse(request)
      return respond(method, params)
    },
    on,
    removeListener: () => {},
  }
  const exposed = row.object ? row.object(provider) : provider
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Trellis',
    rdns: 'example.trellis',
    icon: 'data:image/svg+xml,<svg/>',
    ...row.info,
  }
  return {
    ...controls,
    prompts,
    inject: (page) => {
      if (row.isLegacy) {
        Reflect.set(page, 'ethereum', exposed)
        page.dispatchEvent(new Event('ethereum#initialized'))
      } else {
        const detail = { info, provider: exposed }
        page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      }
    },
  }
}

const solanaKeys: readonly [TestKey, TestKey] = [testKey(), testKey()]

export function solanaWallet(row: Behaviour): InjectableWallet {
  const [key, other] = solanaKeys
  let isShared = wasGranted(row)
  let isLocked = false
  const features = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const
  const account = {
    address: key.address,
    publicKey: new Uint8Array(32),
    chains: ['solana:mainnet'],
    features,
  }
  const shared = () => (isShared && !isLocked ? [account] : [])
  const isSilent = (input: unknown) => Reflect.get(Object(input), 'silent') === true
  const message = z.object({ message: z.instanceof(Uint8Array) })
  const wire = z.object({ transaction: z.instanceof(Uint8Array) })
  const signedWire = (input: unknown) => signWire(wire.parse(input).transaction, key)
  const { controls, respond, on, prompts } = scriptWallet(row, {
    account: key.address,
    otherAccount: other.address,
    prompting: ['connect', 'signMessage', 'signTransaction', 'signAndSendTransaction'],
    usual: {
      connect: (input) => {
        if (!isSilent(input)) isShared = true
        return { accounts: shared() }
      },
      disconnect: () => {
        isShared = false
      },
      'lock without an event': () => {
        isLocked = true
      },
      'unlock without an event': () => {
        isLocked = false
      },
      signMessage: (input) => {
        const { message: bytes } = message.parse(input)
        return [{ signedMessage: bytes, signature: Uint8Array.from(key.sign(bytes)) }]
      },
      signTransaction: (input) => [{ signedTransaction: signedWire(input) }],
      signAndSendTransaction: (input) => [{ signature: signedWire(input).slice(1, 65) }],
    },
    lock: () => {
      isLocked = true
      controls.emit('change', { accounts: [] })
    },
    unlock: () => {
      isLocked = false
      controls.emit('change', { accounts: shared() })
    },
  })
  const method = (name: string) => ({ version: '1.0.0', [name]: (input: unknown) => respond(name, input) })
  /** A silent connect never prompts. */
  const connect = (input: unknown) =>
    respond('connect', input, isSilent(input) ? 'connect silently' : 'connect')
  const wallet = {
    version: '1.0.0',
    name: 'Beacon',
    icon: 'data:image/svg+xml,<svg/>',
    chains: ['solana:mainnet'],
    get accounts() {
      return shared()
    },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': method('disconnect'),
      'standard:events': { version: '1.0.0', on },
      'solana:signMessage': method('signMessage'),
      'solana:signTransaction': method('signTransaction'),
      'solana:signAndSendTransaction': method('signAndSendTransaction'),
    },
  }
  const exposed = row.object ? row.object(wallet) : wallet
  return {
    ...controls,
    prompts,
    inject: (page) => {
      const detail = (api: unknown) => {
        const register: unknown = Reflect.get(Object(api), 'register')
        if (typeof register === 'function') register(exposed)
      }
      page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    },
  }
}

const keyring = new Keyring({ type: 'ed25519', ss58Format: 42 })

export function polkadotWallet(row: Behaviour): InjectableWallet {
  const [pair, other] = [keyring.addFromUri('//Alice'), keyring.addFromUri('//Bob')]
  let isLocked = false
  const account = { address: pair.address, name: 'Savings', type: 'ed25519' }
  const shared = () => (isLocked ? [] : [account])
  const raw = z.object({ data: z.string() })
  const { controls, respond, on, prompts } = scriptWallet(row, {
    account: pair.address,
    otherAccount: other.address,
    prompting: ['enable', 'signRaw'],
    usual: {
      enable: () => injected,
      get: shared,
      subscribe: (listener) => {
        if (typeof listener !== 'function') throw new TypeError('A listener is a function')
        listener(shared())
        return on('accounts', (accounts) => listener(accounts))
      },
      signRaw: (input) => {
        const { data } = raw.parse(input)
        return { id: 1, signature: u8aToHex(pair.sign(hexToU8a(data))) }
      },
    },
    lock: () => {
      isLocked = true
      controls.emit('accounts', [])
    },
    unlock: () => {
      isLocked = false
      controls.emit('accounts', shared())
    },
  })
  const respondNow = (method: string, input: unknown) => {
    const scripted = row.responses?.[method]
    return scripted ? scripted(input, controls) : controls.standardResponse(method, input)
  }
  const injected = {
    accounts: {
      get: () => respond('get', undefined),
      // Synchronous, as in extensions.
      subscribe: (listener: unknown) => respondNow('subscribe', listener),
    },
    signer: { signRaw: (input: unknown) => respond('signRaw', input) },
  }
  const entry = { version: '1.0.0', enable: (site: unknown) => respond('enable', site) }
  const exposed = row.object ? row.object(entry) : entry
  return {
    ...controls,
    prompts,
    inject: (page) => Reflect.set(page, 'injectedWeb3', { lantern: exposed }),
  }
}
