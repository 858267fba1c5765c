import { decodeAddress } from '@polkadot/util-crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Network } from '#shared/config/network.ts'
import type { Connection, RpcRequest } from '../../chain-adapter.ts'
import type { Description } from '../../request-facts.ts'
import { describeRequest, requestWallet, simulateRequest } from '../../testing/prepare-request.ts'
import { keyAddress } from '../testing/key-wallet.ts'
import { freshAddress, keyAccounts, type LocalWorld, localWorld } from '../testing/local-world.ts'
import { found } from '../testing/unit-world.ts'

const { signal } = new AbortController()
const oneUnit = 10n ** 12n

type Call = { toHex(): string }

describe('polkadot dApp requests', () => {
  let world: LocalWorld
  beforeAll(async () => {
    world = await localWorld()
  })
  afterAll(() => world.stop())
  beforeEach(() => {
    world.wallet.tamper(undefined)
    world.wallet.rewrite(undefined)
  })

  const from = keyAddress(keyAccounts[0])
  const calls = async () => {
    const { tx } = await world.api()
    return (pallet: string, method: string, ...args: unknown[]): Call => {
      const call = tx[pallet]?.[method]
      if (call === undefined) throw new Error(`The chain has no ${pallet}.${method}`)
      return call(...args).method
    }
  }
  const payloadOf = async (call: Call, overrides: object = {}) => {
    const api = await world.api()
    const { registry, genesisHash, runtimeVersion } = api
    const payload = registry.createType('SignerPayload', {
      address: from,
      method: call.toHex(),
      era: registry.createType('ExtrinsicEra', { current: 1, period: 64 }),
      blockHash: genesisHash,
      blockNumber: 1,
      genesisHash,
      nonce: 0,
      tip: 0,
      runtimeVersion,
      signedExtensions: registry.signedExtensions,
      version: 4,
    })
    return { ...payload.toPayload(), address: from, ...overrides }
  }
  const requestOf = async (call: Call, overrides: object = {}) => ({
    method: 'injectedWeb3:signPayload',
    params: await payloadOf(call, overrides),
  })
  const facts = async (call: Call) => {
    const connection = await world.adapter.connect(found, { silent: false })
    const read = (...parameters: readonly [Connection, RpcRequest, AbortSignal]) =>
      describeRequest(world.adapter, ...parameters)
    return (await read(connection, await requestOf(call), signal))?.facts
  }

  test('calls › decoded with metadata: transfers, batches, proxies, unknown ones', async () => {
    const call = await calls()
    const to = freshAddress()
    const transfer = call('balances', 'transferKeepAlive', to, oneUnit)
    const transferFact = {
      is: 'transfer',
      from: undefined,
      to,
      figure: { value: oneUnit, contract: undefined },
    }
    expect(await facts(transfer)).toEqual([transferFact])
    expect(await facts(call('balances', 'transferAll', to, false))).toEqual([
      { is: 'transfer-all', to, of: { contract: undefined } },
    ])
    const proxy = call('proxy', 'addProxy', to, 'Any', 0)
    const authorityFact = { is: 'authority', name: 'proxy.addProxy', right: 'account', to }
    const type = expect.objectContaining({ is: 'known-call', name: 'proxy.addProxy' })
    expect(await facts(call('utility', 'batchAll', [transfer, call('utility', 'batch', [proxy])]))).toEqual([
      { is: 'batch', facts: [transferFact, { is: 'batch', facts: [authorityFact, type] }] },
    ])
    expect(await facts(call('system', 'remark', 'Two coffees'))).toEqual([
      { is: 'message', text: 'Two coffees', isDisguised: false },
      { is: 'known-call', name: 'system.remark', lines: [] },
    ])
    expect(await facts(call('session', 'purgeKeys'))).toMatchObject([{ is: 'unknown-call' }])
  })

  test('XCM transfer › asset, amount, recipient and destination', async () => {
    const call = await calls()
    const to = freshAddress()
    const account = { AccountId32: { network: 'Any', id: decodeAddress(to) } }
    const version = (location: object) => ({ V1: location })
    const transferFact = (
      name: string,
      destination: object,
      assets: readonly object[],
      receiver: object = account,
    ) =>
      call(
        'polkadotXcm',
        name,
        version(destination),
        version({ parents: 0, interior: { X1: receiver } }),
        version(assets),
        0,
        'Unlimited',
      )
    const relay = { parents: 1, interior: 'Here' }
    const para = { parents: 1, interior: { X1: { Parachain: 2_000 } } }
    const asset = (id: object, amount: bigint) => ({ id: { Concrete: id }, fun: { Fungible: amount } })
    const dollar = { parents: 0, interior: { X2: [{ PalletInstance: 50 }, { GeneralIndex: 1_984 }] } }
    const fact = { is: 'transfer', from: undefined, to }
    expect(await facts(transferFact('limitedTeleportAssets', relay, [asset(relay, oneUnit)]))).toEqual([
      { ...fact, figure: { value: oneUnit, contract: 'relay' }, beyond: { is: 'relay' } },
    ])
    const beyond = { is: 'parachain', id: 2_000 }
    const both = [asset(dollar, 5n), asset(relay, 2n ** 80n)]
    expect(await facts(transferFact('limitedReserveTransferAssets', para, both))).toEqual([
      {
        is: 'batch',
        facts: [
          { ...fact, figure: { value: 5n, contract: 'assets/1984' }, beyond },
          { ...fact, figure: { value: 2n ** 80n, contract: 'relay' }, beyond },
        ],
      },
    ])
    const key = { AccountKey20: { network: 'Any', key: `0x${'ab'.repeat(20)}` } }
    expect(
      await facts(transferFact('limitedReserveTransferAssets', para, [asset(dollar, 5n)], key)),
    ).toMatchObject([{ to: expect.stringMatching(/^0x[aAbB]{40}$/) }])
    // Asset metadata is the chain's own: on a chain of the relay chain, the currency is the same.
    const connection = await world.adapter.connect(found, { silent: false })
    const request = await requestOf(transferFact('limitedReserveTransferAssets', para, both))
    const description = await describeRequest(world.adapter, connection, request, signal)
    if (description === undefined) throw new Error('It was not read')
    const described = await world.adapter.readTokenMetadata?.(description, world.network, signal)
    expect(described?.facts[0]).toMatchObject({
      facts: [
        { figure: { asset: { symbol: 'USDt', decimals: 6 } } },
        { figure: { contract: undefined, asset: { symbol: 'ROC', decimals: 12 } } },
      ],
    })
    // Collectibles and the rest of the pallet remain undecoded.
    const collectible = { id: { Concrete: dollar }, fun: { NonFungible: { Index: 1 } } }
    expect(await facts(transferFact('limitedReserveTransferAssets', para, [collectible]))).toMatchObject([
      { is: 'unknown-call', selector: 'polkadotXcm.limitedReserveTransferAssets', mayTake: true },
    ])
  })

  test('bytes that are no call, payload of another runtime › undecodable', async () => {
    const call = await calls()
    const connection = await world.adapter.connect(found, { silent: false })
    const read = (...parameters: readonly [Connection, RpcRequest, AbortSignal]) =>
      describeRequest(world.adapter, ...parameters)
    const transfer = call('balances', 'transferKeepAlive', freshAddress(), oneUnit)
    const garbage = await requestOf(transfer, { method: '0xffff' })
    await expect(read(connection, garbage, signal)).rejects.toThrow()
    const old = await requestOf(transfer, { specVersion: '0x00000001' })
    await expect(read(connection, old, signal)).rejects.toThrow('another runtime')
  })

  test('signature › verified over own bytes; changed call › mismatch (test 43)', async () => {
    const call = await calls()
    const connection = await world.adapter.connect(found, { silent: false })
    const request = await requestOf(call('balances', 'transferKeepAlive', freshAddress(), oneUnit))
    expect(await requestWallet(world.adapter, connection, request)).toMatchObject({
      signature: expect.any(String),
    })
    const other = call('balances', 'transferKeepAlive', freshAddress(), oneUnit).toHex()
    const mismatch = { code: -32603, data: { reason: 'mismatch' } }
    world.wallet.tamper((payload) => ({ ...payload, method: other }))
    await expect(requestWallet(world.adapter, connection, request)).rejects.toMatchObject(mismatch)
    world.wallet.tamper(undefined)
    world.wallet.rewrite((response, wholeExtrinsic) => ({
      ...response,
      signedTransaction: wholeExtrinsic(other),
    }))
    await expect(requestWallet(world.adapter, connection, request)).rejects.toMatchObject(mismatch)
    world.wallet.rewrite((response, wholeExtrinsic) => ({ ...response, signedTransaction: wholeExtrinsic() }))
    expect(await requestWallet(world.adapter, connection, request)).toMatchObject({
      signedTransaction: expect.any(String),
    })
  })

  test('R11 › whole extrinsic with another era, tip, nonce or signature › mismatch', async () => {
    const call = await calls()
    const connection = await world.adapter.connect(found, { silent: false })
    const method = call('balances', 'transferKeepAlive', freshAddress(), oneUnit)
    const request = await requestOf(method)
    const mismatch = { code: -32603, data: { reason: 'mismatch' } }
    const { registry } = await world.api()
    for (const overrides of [
      { tip: `0x${'00'.repeat(15)}07` },
      { nonce: '0x00000009' },
      { era: registry.createType('ExtrinsicEra', { current: 1, period: 128 }).toHex() },
      { era: '0x00' },
    ]) {
      world.wallet.tamper((payload) => ({ ...payload, ...overrides }))
      world.wallet.rewrite((response, wholeExtrinsic) => ({
        ...response,
        signedTransaction: wholeExtrinsic(),
      }))
      await expect(requestWallet(world.adapter, connection, request)).rejects.toMatchObject(mismatch)
      world.wallet.rewrite(undefined)
      await expect(requestWallet(world.adapter, connection, request)).rejects.toMatchObject(mismatch)
    }
    world.wallet.tamper(undefined)
    // Its 41st byte belongs to the signature.
    const forged = (text: string) =>
      text.replace(
        /^(0x.{80})(..)/,
        (_, head: string, byte: string) => `${head}${byte === '00' ? '01' : '00'}`,
      )
    world.wallet.rewrite((response, wholeExtrinsic) => ({
      ...response,
      signedTransaction: forged(wholeExtrinsic()),
    }))
    await expect(requestWallet(world.adapter, connection, request)).rejects.toMatchObject(mismatch)
  })

  test('R11 › response that cannot be compared › unverified, with hash or account', async () => {
    const call = await calls()
    const connection = await world.adapter.connect(found, { silent: false })
    const request = await requestOf(call('balances', 'transferKeepAlive', freshAddress(), oneUnit))
    const onChecked = vi.fn()
    await requestWallet(world.adapter, connection, request, { onChecked })
    expect(onChecked.mock.calls).toEqual([[{ is: 'verified' }]])
    const { tx } = await world.api()
    let walletExtrinsic = ''
    world.passIdleTime()
    world.intercept('state_getMetadata', () => Promise.reject(new TypeError('The node is down')))
    world.intercept('state_getRuntimeVersion', () => Promise.reject(new TypeError('The node is down')))
    try {
      await requestWallet(world.adapter, connection, request, { onChecked })
      world.wallet.rewrite((response, wholeExtrinsic) => {
        walletExtrinsic = wholeExtrinsic()
        return { ...response, signedTransaction: walletExtrinsic }
      })
      await requestWallet(world.adapter, connection, request, { onChecked })
    } finally {
      world.wallet.rewrite(undefined)
      world.intercept('state_getMetadata', undefined)
      world.intercept('state_getRuntimeVersion', undefined)
    }
    const account = connection.accounts[0]
    expect(onChecked.mock.calls.slice(1)).toEqual([
      [{ is: 'unverified', account }],
      // By the library, with the runtime's own metadata.
      [{ is: 'unverified', account, hash: tx(walletExtrinsic).hash.toHex() }],
    ])
  })

  test('R16 › metadata.provide › gets the chain’s properties, rejects others', async () => {
    const connection = await world.adapter.connect(found, { silent: false })
    const { runtimeVersion, genesisHash } = await world.api()
    const params = { genesisHash: genesisHash.toHex(), specVersion: runtimeVersion.specVersion.toNumber() }
    const provide = (overrides: object) =>
      requestWallet(world.adapter, connection, {
        method: 'injectedWeb3:metadata.provide',
        params: { ...params, ...overrides },
      })
    await expect(provide({ tokenDecimals: 2 })).rejects.toMatchObject({ code: -32602 })
    await expect(provide({ specVersion: 1 })).rejects.toMatchObject({ code: -32602 })
    expect(world.wallet.provided()).toEqual([])
    expect(await provide({ tokenDecimals: 12, types: { Balance: 'u8' }, chain: 'Lies' })).toBe(true)
    expect(world.wallet.provided()).toMatchObject([
      { ...params, tokenDecimals: 12, tokenSymbol: 'ROC', types: {} },
    ])
  })

  test('runtime without a dry run › only the fee; amounts have the network’s asset', async () => {
    const call = await calls()
    const connection = await world.adapter.connect(found, { silent: false })
    const request = await requestOf(call('balances', 'transferKeepAlive', freshAddress(), oneUnit))
    const run = (...parameters: readonly [Connection, RpcRequest, Network, AbortSignal]) =>
      simulateRequest(world.adapter, ...parameters)
    expect(await run(connection, request, world.network, signal)).toEqual({
      is: 'priced',
      fee: expect.any(BigInt),
    })
    const excessive = await requestOf(call('assets', 'transfer', 1984, freshAddress(), 2n * oneUnit))
    expect(await run(connection, excessive, world.network, signal)).toEqual({
      is: 'fails',
      reason: 'The account has less of the asset',
    })
    const read = (...parameters: readonly [Connection, RpcRequest, AbortSignal]) =>
      describeRequest(world.adapter, ...parameters)
    const description = await read(connection, request, signal)
    if (description === undefined) throw new Error('It was not read')
    const described = await world.adapter.readTokenMetadata?.(description, world.network, signal)
    expect(described?.facts[0]).toMatchObject({ figure: { asset: { symbol: 'ROC', decimals: 12 } } })
  })

  test('locked, burnt and swapped amounts › have symbol and decimals', async () => {
    const dollars = { value: 5n, contract: 'assets/1984' }
    const nativeAmount = { value: oneUnit, contract: undefined }
    const description: Description = {
      account: from,
      chain: world.network.id,
      facts: [
        { is: 'known-call', name: 'nominationPools.join', lines: [], locked: nativeAmount },
        { is: 'burn', from: undefined, figure: nativeAmount },
        { is: 'swap', router: 'assetConversion', pays: dollars, gets: nativeAmount, to: undefined },
      ],
    }
    const described = await world.adapter.readTokenMetadata?.(description, world.network, signal)
    const asset = { symbol: 'ROC', decimals: 12 }
    expect(described?.facts).toMatchObject([
      { locked: { ...nativeAmount, asset } },
      { figure: { ...nativeAmount, asset } },
      { pays: { ...dollars, asset: { symbol: 'USDt', decimals: 6 } }, gets: { ...nativeAmount, asset } },
    ])
  })
})
