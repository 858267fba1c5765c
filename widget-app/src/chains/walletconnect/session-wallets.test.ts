import { describe, expect, test } from 'vitest'
import { encodeBase58 } from '#shared/caip/base58.ts'
import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import { signedResponseSchema } from '../polkadot/wallet/handle-dapp-request.ts'
import { decodeSignature } from '../solana/decode/decode-response.ts'
import { encodeBase64 } from './base64.ts'
import type { ApprovedNamespace } from './session-namespaces.ts'
import { eip155Wallet } from './wallets/eip155-wallet.ts'
import { polkadotWallet } from './wallets/polkadot-wallet.ts'
import type { SessionPorts } from './wallets/session-wallet.ts'
import { withSignature } from './wallets/solana-signature.ts'
import { solanaWallet } from './wallets/solana-wallet.ts'

type Call = { readonly chain: ChainId; readonly method: string; readonly params: unknown }

/** A session whose wallet returns `response`, with the calls that it received. */
function session(accounts: readonly string[], methods: readonly string[], response: unknown = null) {
  const calls: Call[] = []
  const emitted: [string, unknown][] = []
  const approvedOf = (list: readonly string[]): ApprovedNamespace => {
    const split = list.map((text) => {
      const at = text.lastIndexOf(':')
      return { chain: parseChainId(text.slice(0, at)), address: text.slice(at + 1) }
    })
    return { accounts: split, chains: [...new Set(split.map(({ chain }) => chain))], methods }
  }
  let approved = approvedOf(accounts)
  let disconnects = 0
  const ports: SessionPorts = {
    approved: () => approved,
    preferred: () => [],
    call: async (chain, method, params) => {
      calls.push({ chain, method, params })
      return response
    },
    emit: (event, data) => emitted.push([event, data]),
    onSwitchAccepted: (chain) => emitted.push(['agreed', chain]),
    disconnect: async () => {
      disconnects += 1
    },
  }
  return {
    ports,
    calls,
    emitted,
    disconnects: () => disconnects,
    approve: (list: readonly string[]) => {
      approved = approvedOf(list)
    },
  }
}

const [one, two] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const relayChain = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const kusama = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const [onPolkadot, onKusama] = [
  '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
]

describe('session as an EIP-1193 provider', () => {
  test('request › sent on the current chain, as in EIP-1193', async () => {
    const { ports, calls } = session([`eip155:1:${one}`, `eip155:10:${one}`], ['personal_sign'], '0xsigned')
    const wallet = eip155Wallet(ports)
    await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })
    expect(await wallet.request({ method: 'personal_sign', params: ['0x', one] })).toBe('0xsigned')
    expect(calls).toEqual([{ chain: 'eip155:10', method: 'personal_sign', params: ['0x', one] }])
  })

  test('update removes the current chain › moves to a remaining one and emits it', () => {
    const { ports, emitted, approve } = session([`eip155:1:${one}`, `eip155:10:${one}`], [])
    const wallet = eip155Wallet(ports)
    approve([`eip155:10:${two}`])
    wallet.refresh()
    expect(emitted).toEqual([
      ['chainChanged', '0xa'],
      ['accountsChanged', [two]],
    ])
    wallet.refresh()
    expect(emitted).toHaveLength(2)
  })

  test.each([['10'], [10], ['0xa'], ['eip155:10'], [{ chainId: '0xa' }], [{ chainId: 10 }]])(
    'chainChanged with %j › chain changed',
    (data) => {
      const { ports, emitted } = session([`eip155:1:${one}`, `eip155:10:${one}`], [])
      eip155Wallet(ports).handleEvent('chainChanged', data, undefined)
      expect(emitted).toEqual([['chainChanged', '0xa']])
    },
  )

  test('chainChanged to a chain that was not approved › ignored', () => {
    const { ports, emitted } = session([`eip155:1:${one}`], [])
    eip155Wallet(ports).handleEvent('chainChanged', '137', parseChainId('eip155:137'))
    expect(emitted).toEqual([])
  })

  test.each([[[two]], [[`eip155:1:${two}`]], [`eip155:1:${two}`], [two]])(
    'accountsChanged with %j › that account is active',
    (data) => {
      const { ports, emitted } = session([`eip155:1:${one}`, `eip155:1:${two}`], [])
      eip155Wallet(ports).handleEvent('accountsChanged', data, parseChainId('eip155:1'))
      expect(emitted).toEqual([['accountsChanged', [two, one]]])
    },
  )

  test('switch › wallet approves the chain after its response › on that chain', async () => {
    const { ports, emitted, approve } = session([`eip155:1:${one}`], ['wallet_switchEthereumChain'])
    const wallet = eip155Wallet(ports)
    const params = [{ chainId: '0xa' }]
    expect(await wallet.request({ method: 'wallet_switchEthereumChain', params })).toBeNull()
    expect(await wallet.request({ method: 'eth_chainId' })).toBe('0x1')
    approve([`eip155:1:${one}`, `eip155:137:${one}`])
    wallet.refresh()
    expect(await wallet.request({ method: 'eth_chainId' })).toBe('0x1')
    approve([`eip155:1:${one}`, `eip155:10:${one}`])
    wallet.refresh()
    expect(emitted).toEqual([
      ['agreed', 'eip155:10'],
      ['chainChanged', '0xa'],
    ])
    wallet.handleEvent('chainChanged', '1', undefined)
    wallet.refresh()
    expect(await wallet.request({ method: 'eth_chainId' })).toBe('0x1')
  })

  test('eth_accounts permission revoked › the session is disconnected', async () => {
    const { ports, disconnects } = session([`eip155:1:${one}`], [])
    await eip155Wallet(ports).request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    expect(disconnects()).toBe(1)
  })

  test('smart-session permission revoked › sent to the wallet, session stays', async () => {
    const { ports, disconnects, calls } = session([`eip155:1:${one}`], ['wallet_revokePermissions'])
    const request = { method: 'wallet_revokePermissions', params: [{ pci: 'one' }] }
    await eip155Wallet(ports).request(request)
    expect(calls.map(({ method }) => method)).toEqual(['wallet_revokePermissions'])
    const withoutMethod = session([`eip155:1:${one}`], [])
    await expect(eip155Wallet(withoutMethod.ports).request(request)).rejects.toMatchObject({ code: 4200 })
    expect(disconnects() + withoutMethod.disconnects()).toBe(0)
  })
})

const solanaMethods = {
  'solana:signMessage': 'solana_signMessage',
  'solana:signTransaction': 'solana_signTransaction',
  'solana:signAndSendTransaction': 'solana_signAndSendTransaction',
} as const

describe('session as a Wallet Standard wallet', () => {
  const address = encodeBase58(new Uint8Array(32).fill(7))
  const signature = new Uint8Array(64).fill(9)
  const transaction = encodeBase64(
    Uint8Array.from([
      2,
      ...new Array<number>(128).fill(0),
      0x80,
      2,
      0,
      1,
      2,
      ...new Array<number>(32).fill(1),
      ...new Array<number>(32).fill(7),
      0,
    ]),
  )

  test('message › base64 from the widget, base58 to the wallet', async () => {
    const { ports, calls } = session([`${mainnet}:${address}`], ['solana_signMessage'], {
      signature: encodeBase58(signature),
    })
    const response = await solanaWallet(ports).request({
      method: 'solana:signMessage',
      params: { address, message: encodeBase64(Uint8Array.from([104, 105])) },
    })
    expect(calls).toEqual([
      { chain: mainnet, method: 'solana_signMessage', params: { message: '8wr', pubkey: address } },
    ])
    expect(response).toEqual({ signedMessage: 'aGk=', signature: encodeBase64(signature) })
  })

  test('wallet returns only the signature › inserted into the transaction', async () => {
    const { ports } = session([`${mainnet}:${address}`], ['solana_signTransaction'], {
      signature: encodeBase58(signature),
    })
    const response = await solanaWallet(ports).request({
      method: 'solana:signTransaction',
      params: { address, chain: 'solana:mainnet', transaction },
    })
    const signed = Buffer.from(transaction, 'base64')
    signed.set(signature, 1 + 64)
    expect(response).toEqual({ signedTransaction: signed.toString('base64') })
    expect(withSignature(transaction, alice, encodeBase58(signature))).toBeUndefined()
  })

  test('named cluster › decides the chain; 4901 if it was not approved', async () => {
    const { ports, calls } = session(
      [`${mainnet}:${address}`, `${devnet}:${address}`],
      ['solana_signAndSendTransaction'],
      { signature: encodeBase58(signature) },
    )
    const send = (chain: string) =>
      solanaWallet(ports).request({
        method: 'solana:signAndSendTransaction',
        params: { address, chain, transaction, options: { preflightCommitment: 'confirmed' } },
      })
    expect(await send('solana:devnet')).toEqual({ signature: encodeBase58(signature) })
    expect(calls).toMatchObject([
      { chain: devnet, params: { pubkey: address, sendOptions: { preflightCommitment: 'confirmed' } } },
    ])
    await expect(send('solana:testnet')).rejects.toMatchObject({ code: 4901 })
  })

  const responses: readonly [string, unknown, boolean][] = [
    ['bytes as numbers', { signature: [...signature] }, true],
    ['base64', { signature: encodeBase64(signature) }, true],
    ['the bare signature', encodeBase58(signature), true],
    ['a list of signatures', { signatures: [encodeBase58(signature)] }, true],
    ['nothing', null, false],
    ['an object without a signature', {}, false],
  ]

  test.each(responses)(
    'response › %s › decoded by the adapter, or unknown outcome',
    async (_what, response, isDecoded) => {
      const { ports } = session([`${mainnet}:${address}`], Object.values(solanaMethods), response)
      const decode = async (method: keyof typeof solanaMethods, params: object) =>
        decodeSignature(await solanaWallet(ports).request({ method, params: { address, ...params } }))
      for (const decoding of [
        decode('solana:signMessage', { message: 'aGk=' }),
        decode('solana:signAndSendTransaction', { transaction }),
      ])
        await (isDecoded
          ? expect(decoding).resolves.toEqual(signature)
          : expect(decoding).rejects.toMatchObject({ data: { reason: 'unknown-outcome' } }))
      const result = await solanaWallet(ports).request({
        method: 'solana:signTransaction',
        params: { address, transaction },
      })
      expect(result).toEqual(response)
    },
  )

  test('message is not base64 › -32602, the wallet gets no request', async () => {
    const { ports, calls } = session([`${mainnet}:${address}`], ['solana_signMessage'])
    const params = { address, message: '*' }
    await expect(solanaWallet(ports).request({ method: 'solana:signMessage', params })).rejects.toMatchObject(
      {
        code: -32602,
      },
    )
    expect(calls).toEqual([])
  })
})

describe('session as an injectedWeb3 extension', () => {
  const accounts = [`${relayChain}:${onPolkadot}`, `${kusama}:${onKusama}`]
  const methods = ['polkadot_signTransaction', 'polkadot_signMessage']
  const signed = { signature: '0x01ab' }

  test('payload › sent on the chain of its genesis, address in its encoding', async () => {
    const { ports, calls } = session(accounts, methods, signed)
    const payload = {
      address: alice,
      genesisHash: `0xb0a8d493285c2df73290dfb7e61f870f${'0'.repeat(32)}`,
      version: 4,
    }
    expect(
      await polkadotWallet(ports).request({ method: 'injectedWeb3:signPayload', params: payload }),
    ).toEqual({
      id: 1,
      ...signed,
    })
    expect(calls).toEqual([
      {
        chain: kusama,
        method: 'polkadot_signTransaction',
        params: { address: onKusama, transactionPayload: { ...payload, address: onKusama } },
      },
    ])
  })

  test('message › wrapped once, sent under each name that wallets read', async () => {
    const { ports, calls } = session(accounts, methods, signed)
    const wallet = polkadotWallet(ports)
    const wrapped = `0x${Buffer.from('<Bytes>hi</Bytes>').toString('hex')}`
    for (const data of ['hi', '0x6869', wrapped])
      await wallet.request({
        method: 'injectedWeb3:signRaw',
        params: { address: alice, data, type: 'bytes' },
      })
    const params = { address: onPolkadot, message: wrapped, data: wrapped, type: 'bytes' }
    expect(calls.map((call) => call.params)).toEqual([params, params, params])
  })

  test.each<[string, unknown, boolean]>([
    ['hex without 0x', { signature: '01ab' }, true],
    ['numbers', { signature: [1, 0xab] }, true],
    ['the bare signature', '0x01ab', true],
    ['a transaction that is none', { signature: '0x01ab', signedTransaction: '' }, true],
    ['nothing', null, false],
  ])('response › %s › decoded by the adapter', async (_what, response, isDecoded) => {
    const { ports } = session(accounts, methods, response)
    const params = { address: alice, data: 'hi', type: 'bytes' }
    const result = await polkadotWallet(ports).request({ method: 'injectedWeb3:signRaw', params })
    const decode = signedResponseSchema().safeParse(result)
    expect(decode.success).toBe(isDecoded)
    if (decode.success) expect(decode.data).toMatchObject({ signature: '0x01ab' })
    expect(decode.data?.signedTransaction).toBeUndefined()
  })

  test('account or chain was not approved › the wallet gets no request', async () => {
    const { ports, calls } = session([`${relayChain}:${onPolkadot}`], methods, signed)
    const send = (address: string, genesisHash: string) =>
      polkadotWallet(ports).request({ method: 'injectedWeb3:signPayload', params: { address, genesisHash } })
    const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
    await expect(send(bob, `0x91b171bb158e2d3848fa23a9f1c25182${'0'.repeat(32)}`)).rejects.toMatchObject({
      code: 4100,
    })
    await expect(send(alice, `0xb0a8d493285c2df73290dfb7e61f870f${'0'.repeat(32)}`)).rejects.toMatchObject({
      code: 4901,
    })
    expect(calls).toEqual([])
  })
})
