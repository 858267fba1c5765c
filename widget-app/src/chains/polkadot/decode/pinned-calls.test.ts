import { u8aToHex } from '@polkadot/util'
import { decodeAddress } from '@polkadot/util-crypto/address'
import { describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Fact } from '../../request-facts.ts'
import { payloadParams } from '../testing/runtime.ts'
import { runtimeExtensions } from '../testing/scale-encoder.ts'
import { assetHub, assetHubGenesis, bob, connection } from '../testing/unit-world.ts'
import { parsePayload } from '../wallet/signer-payload.ts'
import { isPinned, pinnedTransfer } from './pinned-calls.ts'

const polkadot = parseChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182')
const kusama = parseChainId('polkadot:b0a8d493285c2df73290dfb7e61f870f')
const other = parseChainId('polkadot:5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d')

const key = u8aToHex(decodeAddress(bob)).slice(2)
/** A call by its bytes: 5 units in compact encoding are `14`. */
const call = (head: string, amount = '14', account = `00${key}`) => `0x${head}${account}${amount}`
const nativeTransfer: Fact = {
  is: 'transfer',
  from: undefined,
  to: bob,
  figure: { value: 5n, contract: undefined },
}
const assetTransfer: Fact = { ...nativeTransfer, figure: { value: 5n, contract: 'assets/1984' } }

describe('pinnedTransfer', () => {
  test.each([
    ['transfer_keep_alive on Polkadot', polkadot, call('0503'), nativeTransfer],
    ['transfer_allow_death on Polkadot', polkadot, call('0500'), nativeTransfer],
    ['transfer_keep_alive on Kusama', kusama, call('0403'), nativeTransfer],
    ['transfer_keep_alive on Asset Hub', assetHub, call('0a03'), nativeTransfer],
    ['assets.transfer of 1984 on Asset Hub', assetHub, call('3208011f'), assetTransfer],
    ['assets.transfer_keep_alive of 1984 on Asset Hub', assetHub, call('3209011f'), assetTransfer],
  ])('%s › the transfer', (_, chain, method, fact) => {
    expect(pinnedTransfer(chain, method)).toEqual(fact)
  })

  test.each([
    ['transfer_all', polkadot, call('0504', '00')],
    ['force_transfer', polkadot, call('0502', '14', `00${key}00${key}`)],
    ['the index of another chain', kusama, call('0503')],
    ['assets where there is no pallet', polkadot, call('3208011f')],
    ['assets.force_transfer', assetHub, call('320a011f')],
    ['a chain that is not known', other, call('0503')],
    ['a call with bytes behind it', polkadot, `${call('0503')}00`],
    ['a call that ends early', polkadot, call('0503', '')],
    ['an amount in a longer form than needed', polkadot, call('0503', '1500')],
    ['an account by its index', polkadot, call('0503', '14', `0114${key.slice(4)}`)],
    ['nothing', polkadot, '0x'],
  ])('%s › undefined', (_, chain, method) => {
    expect(pinnedTransfer(chain, method)).toBeUndefined()
  })

  test('amount in each compact encoding › that amount', () => {
    for (const [amount, value] of [
      ['fc', 63n],
      ['0101', 64n],
      ['02000100', 16_384n],
      ['070010a5d4e8', 10n ** 12n],
    ] as const)
      expect(pinnedTransfer(polkadot, call('0503', amount))?.figure.value).toBe(value)
  })
})

describe('isPinned', () => {
  const extensions = runtimeExtensions.map((name) =>
    name === 'ChargeTransactionPayment' ? 'ChargeAssetTxPayment' : name,
  )
  const isPinnedPayload = (facts: readonly Fact[], signedExtensions: readonly string[] = extensions) => {
    const params = payloadParams(call('0a03'), { genesisHash: assetHubGenesis, signedExtensions })
    return isPinned(parsePayload(connection, params), facts)
  }

  test('facts of the bytes › pinned', () => {
    expect(isPinnedPayload([nativeTransfer])).toBe(true)
  })

  test.each<[string, readonly Fact[]]>([
    ['another amount', [{ ...nativeTransfer, figure: { value: 6n, contract: undefined } }]],
    ['another asset', [assetTransfer]],
    ['another account that pays', [{ ...nativeTransfer, from: bob }]],
    ['another fact beside', [nativeTransfer, nativeTransfer]],
    ['a call of another kind', [{ is: 'transfer-all', to: bob }]],
    ['nothing', []],
  ])('node that decodes %s › not pinned', (_, facts) => {
    expect(isPinnedPayload(facts)).toBe(false)
  })

  test.each([
    ['in another order', ['CheckNonce', 'CheckMortality']],
    ['that take the fee in another way', runtimeExtensions],
    ['of which one is left out', extensions.filter((name) => name !== 'CheckMortality')],
  ])('terms %s › not pinned, the chain would decode them differently', (_, signedExtensions) => {
    expect(isPinnedPayload([nativeTransfer], signedExtensions)).toBe(false)
  })

  test('extensions without bytes › ignored', () => {
    expect(isPinnedPayload([nativeTransfer], ['AuthorizeCall', ...extensions, 'EthSetOrigin'])).toBe(true)
  })
})
