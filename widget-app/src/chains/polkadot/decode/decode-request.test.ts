import { Metadata, TypeRegistry } from '@polkadot/types'
import { encodeAddress } from '@polkadot/util-crypto'
import { describe, expect, test } from 'vitest'
import * as z from '#shared/zod.ts'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { payloadParams, testChain, testGenesis } from '../testing/runtime.ts'
import { callHex, runtimeExtensions } from '../testing/scale-encoder.ts'
import { alice, bob, connection } from '../testing/unit-world.ts'
import { encodePayload, walletBytes } from '../wallet/payload-bytes.ts'
import { parseMessage, parsePayload } from '../wallet/signer-payload.ts'
import { decodePayload, decodeRequest } from './decode-request.ts'

const { signal } = new AbortController()
const method = callHex('Balances', 'transfer_keep_alive', bob, 5)
const tip = (value: bigint) => `0x${value.toString(16).padStart(32, '0')}`

/** The review of a payload. */
async function reviewOf(overrides: object = {}, chain = testChain()) {
  const requested = parsePayload(connection, payloadParams(method, overrides))
  const description = await decodePayload(chain, requested, signal)
  return {
    terms: description.facts.filter(({ is }) => is === 'term'),
    isAllowed: isAllowListed(description, { host: 'shop.example', isBundledToken: () => false }),
    risks: risksOf(description, { host: 'shop.example', newContracts: [], now: 0 }),
  }
}

describe('terms of a payload', () => {
  test('native transfer, mortal, next nonce, no tip › on the allow list', async () => {
    expect(await reviewOf()).toEqual({ terms: [], isAllowed: true, risks: [] })
  })

  test('R6 › immortal native transfer › reviewed as immortal', async () => {
    const review = await reviewOf({ era: '0x00', blockHash: testGenesis })
    expect(review).toEqual({
      terms: [{ is: 'term', name: 'immortal' }],
      isAllowed: false,
      risks: ['immortal'],
    })
  })

  test('R6 › native transfer with a tip of 10^19 › reviewed with the tip', async () => {
    const figure = { value: 10n ** 19n, contract: undefined }
    const review = await reviewOf({ tip: tip(10n ** 19n) })
    expect(review).toEqual({
      terms: [{ is: 'term', name: 'tip', figure }],
      isAllowed: false,
      risks: ['high-fee'],
    })
  })

  test('R6 › era of 65,536 blocks › reviewed as long-lived', async () => {
    const review = await reviewOf({ era: '0x0f00' })
    expect(review).toMatchObject({ terms: [{ name: 'long-era', text: '65536 blocks' }], isAllowed: false })
  })

  test.each([
    ['far ahead', '0x00000064', 0],
    ['behind', '0x00000002', 3],
  ])('R6 › nonce %s › reviewed with the nonce', async (_, nonce, next) => {
    const review = await reviewOf({ nonce }, testChain(next))
    expect(review).toMatchObject({
      terms: [{ name: 'nonce', text: `${Number(nonce)}` }],
      isAllowed: false,
    })
  })

  test('R6 › chain does not report the nonce › reviewed', async () => {
    const chain = testChain()
    const rpc = () => Promise.reject(new Error('The node is down'))
    expect(await reviewOf({}, { ...chain, rpc })).toMatchObject({ isAllowed: false })
  })

  test('R6 › metadata hash › reviewed', async () => {
    const metadataHash = `0x${'77'.repeat(32)}`
    expect(await reviewOf({ mode: 1, metadataHash })).toMatchObject({
      terms: [{ name: 'metadata-hash', text: metadataHash }],
      isAllowed: false,
    })
    expect(await reviewOf({ mode: 1 })).toMatchObject({ terms: [{ name: 'metadata-hash' }] })
  })

  test('R6 › fee in another asset › reviewed with the asset', async () => {
    const signedExtensions = [...runtimeExtensions].map((name) =>
      name === 'ChargeTransactionPayment' ? 'ChargeAssetTxPayment' : name,
    )
    const chain = testChain(0, signedExtensions)
    expect(await reviewOf({ signedExtensions }, chain)).toMatchObject({ terms: [], isAllowed: true })
    // Some(location of this chain).
    const review = await reviewOf({ signedExtensions, assetId: '0x010000' }, chain)
    expect(review).toMatchObject({ terms: [{ name: 'fee-asset', text: '0x010000' }], isAllowed: false })
  })

  test('P-T2 › tip, fee in another asset › the tip is in the native currency', async () => {
    const signedExtensions = runtimeExtensions.map((name) =>
      name === 'ChargeTransactionPayment' ? 'ChargeAssetTxPayment' : name,
    )
    const overrides = { signedExtensions, tip: tip(5n), assetId: '0x010000' }
    expect(await reviewOf(overrides, testChain(0, signedExtensions))).toMatchObject({
      terms: [{ name: 'tip', figure: { value: 5n, contract: undefined } }, { name: 'fee-asset' }],
    })
  })

  test('P-T1 › members that no extension of the chain encodes › dropped, not named', async () => {
    const figure = { value: 5_000n * 10n ** 10n, contract: undefined }
    expect(await reviewOf({ tip: tip(figure.value), assetId: '0x01' })).toMatchObject({
      terms: [{ name: 'tip', figure }],
    })
    const bare = runtimeExtensions.filter((name) => !/^(?:CheckMetadataHash|Charge)/.test(name))
    const overrides = {
      ...{ signedExtensions: bare, tip: tip(5n), assetId: '0x01' },
      ...{ mode: 1, metadataHash: `0x${'77'.repeat(32)}` },
    }
    const { payload } = parsePayload(connection, payloadParams(method, overrides))
    expect(payload).toMatchObject({ tip: tip(0n) })
    expect([payload.assetId, payload.metadataHash, payload.mode]).toEqual([undefined, undefined, undefined])
    expect(await reviewOf(overrides, testChain(0, bare))).toMatchObject({ terms: [] })
  })

  test('P-T1 › chain that encodes no era and nonce › the transfer never expires', async () => {
    const bare = runtimeExtensions.filter((name) => name !== 'CheckMortality' && name !== 'CheckNonce')
    expect(await reviewOf({ signedExtensions: bare }, testChain(0, bare))).toMatchObject({
      terms: [{ name: 'immortal' }, { name: 'nonce' }],
      isAllowed: false,
    })
  })

  test('R6 › unknown signed extension › reviewed by its name', async () => {
    const signedExtensions = [...runtimeExtensions, 'CheckAppId']
    const review = await reviewOf({ signedExtensions, appId: 5 }, testChain(0, signedExtensions))
    expect(review).toMatchObject({ terms: [{ name: 'extension', text: 'CheckAppId' }], isAllowed: false })
  })
})

describe('undecodable payloads', () => {
  test.each([
    ['another chain', { genesisHash: `0x${'aa'.repeat(32)}` }, 'another chain'],
    ['another runtime', { specVersion: '0x08' }, 'another runtime'],
    ['another transaction version', { transactionVersion: '0x04' }, 'another runtime'],
    ['other extensions', { signedExtensions: ['CheckNonce'] }, 'other signed extensions'],
    ['bytes after the call', { method: `${method}00` }, 'exactly one call'],
  ])('R6 › payload for %s › undecodable', async (_, overrides, message) => {
    await expect(reviewOf(overrides)).rejects.toThrow(message)
  })

  test('one parse › unusual spelling › the decoded bytes are those that wallets sign', () => {
    const requested = parsePayload(
      connection,
      payloadParams(method.toUpperCase().replace('0X', '0x'), {
        nonce: '0x0000000c',
        tip: '0x0',
        era: '0xF502',
      }),
    )
    expect(requested.payload).toMatchObject({ method, nonce: '0x0000000c', tip: tip(0n), era: '0xf502' })
    expect(walletBytes(testChain(), requested)).toEqual(encodePayload(requested))
  })
})

/** A node with false metadata: two calls of a pallet have each other's names and arguments. */
function falseMetadataChain() {
  const honest = testChain()
  const swappedNames: Readonly<Record<string, string>> = {
    transfer_all: 'transfer_keep_alive',
    transfer_keep_alive: 'transfer_all',
  }
  const schema = z.looseObject({
    lookup: z.looseObject({
      types: z.array(
        z.looseObject({
          type: z.looseObject({
            def: z.looseObject({
              variant: z.optional(z.looseObject({ variants: z.array(z.looseObject({ name: z.string() })) })),
            }),
          }),
        }),
      ),
    }),
  })
  const falseMetadata = z.parse(schema, honest.api.registry.metadata.toJSON())
  for (const { type } of falseMetadata.lookup.types) {
    const variants = type.def.variant?.variants ?? []
    const indices = new Map(variants.map(({ name, index }) => [name, index]))
    for (const one of variants) one.index = indices.get(swappedNames[one.name] ?? '') ?? one.index
  }
  const registry = new TypeRegistry()
  const latest = registry.createType('MetadataV14', falseMetadata)
  const magic = [0x6d, 0x65, 0x74, 0x61, 14]
  registry.setMetadata(new Metadata(registry, Uint8Array.from([...magic, ...latest.toU8a()])))
  registry.setSignedExtensions([...honest.api.registry.signedExtensions])
  return { ...honest, runtime: 'single' as const, api: { ...honest.api, registry } }
}

test('P-N1 › transfer_all, called a transfer by one node’s metadata › reviewed', async () => {
  const all = callHex('Balances', 'transfer_all', bob, false)
  const description = await decodePayload(
    falseMetadataChain(),
    parsePayload(connection, payloadParams(all)),
    signal,
  )
  expect(description.facts).toEqual([
    { is: 'transfer', from: undefined, to: bob, figure: { value: 0n, contract: undefined } },
    { is: 'term', name: 'unconfirmed-runtime' },
  ])
  expect(isAllowListed(description, { host: 'shop.example', isBundledToken: () => false })).toBe(false)
})

test.each([
  ['a transfer', ['Balances', 'transfer_keep_alive', alice, 1_000n]],
  ['all of a balance', ['Balances', 'transfer_all', alice, false]],
] as const)('P-M › %s to the account itself, chain’s prefix › still a hidden loss', async (_, call) => {
  const hidden = ['Contracts', 'call', bob, 0, { ref_time: 1, proof_size: 1 }, null, '0x01020304'] as const
  const both = callHex('Utility', 'batch_all', [{ call }, { call: hidden }])
  const address = encodeAddress(alice, 0)
  const requested = parsePayload(connection, payloadParams(both, { address }))
  const changes = [{ figure: { value: -1_000n, contract: undefined } }]
  const simulation = { is: 'runs', changes, grants: [], isPartial: true, fee: 1n } as const
  const description = await decodePayload(testChain(), requested, signal)
  expect(risksOf(description, { host: 'shop.example', newContracts: [], now: 0, simulation })).toContain(
    'hidden-loss',
  )
})

test('R6 › wallet’s library encodes more than was decoded › undecodable', async () => {
  const signedExtensions = [...runtimeExtensions, 'CheckAppId']
  const chain = testChain(0, signedExtensions)
  const appId = { CheckAppId: { extrinsic: { appId: 'u32' }, payload: {} } }
  chain.api.registry.setSignedExtensions(signedExtensions, appId)
  await expect(reviewOf({ signedExtensions }, chain)).rejects.toThrow('encoded differently')
})

describe('messages', () => {
  const read = async (data: string) =>
    (
      await decodeRequest(
        { rpc: unused, open: unused, findNetwork: unused, prefixes: unused },
        connection,
        parseMessage(connection, { address: alice, data }),
        signal,
      )
    ).facts
  const unused = () => {
    throw new Error('A message needs no node')
  }

  test('R6 › signRaw of the bytes of a transaction › blind', async () => {
    const bytes = `${method}0000${connection.chain.slice('polkadot:'.length)}${'00'.repeat(16)}`
    expect(await read(bytes)).toMatchObject([{ is: 'blind', why: 'transaction' }])
  })

  test('signRaw of a hash › blind; of a text, wrapped or not › the text', async () => {
    expect(await read(`0x${'11'.repeat(32)}`)).toMatchObject([{ is: 'blind' }])
    const text = [{ is: 'message', text: 'hello', isDisguised: false }]
    expect(await read('hello')).toEqual(text)
    expect(await read('<Bytes>hello</Bytes>')).toEqual(text)
  })
})
